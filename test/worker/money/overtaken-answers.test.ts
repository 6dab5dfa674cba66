import { beforeEach, expect, it } from 'vitest'
import { rowsOfCompany, writtenBetween } from '../../support/worker/between.ts'
import {
  BANK,
  createAccount,
  deliver,
  onboard,
  type PayingCompany,
  payingCompany,
  visit,
} from '../../support/worker/payments.ts'
import { rows } from '../../support/worker/sessions.ts'

/** Someone else changes what the payment provider is asked about, before its answer is written. */

let scene: PayingCompany
beforeEach(async () => {
  scene = await payingCompany()
})

const actions = async (): Promise<string[]> =>
  (
    await rows<{ action: string }>(
      'SELECT action FROM audit_log WHERE company_id = ? ORDER BY action',
      scene.company.id,
    )
  ).map(({ action }) => action)

it('a bank account that is removed while its verification ends stays removed', async () => {
  await onboard(scene)
  const { body } = await scene.admin.post('/api/payments/payment-methods/setup-intent', BANK)
  expect(body.status).toBe('VERIFYING')
  await visit(scene.stripe, body.microdepositVerificationLink, { code: 'SM11AA' })
  const { seen } = await writtenBetween(scene.company.id, () => deliver(scene.stripe), [
    ["UPDATE payment_methods SET state = 'REMOVED', version = version + 1 WHERE id = ?", body.id],
  ])
  const { payment_methods: after, audit_log: told } = await rowsOfCompany(scene.company.id)
  expect(after).toEqual(seen.payment_methods)
  expect(told).toEqual(seen.audit_log)
})

it('a page that asks for the payments account while the provider’s event is written changes nothing again', async () => {
  await visit(scene.stripe, await createAccount(scene))
  scene.stripe.events.waiting = []
  const { answer, seen } = await writtenBetween(
    scene.company.id,
    () => scene.admin.post('/api/payments/account/check'),
    [["UPDATE payments_accounts SET state = 'REJECTED', version = version + 1 WHERE company_id = ?", scene.company.id]],
  )
  expect(answer).toMatchObject({ status: 200, body: { state: 'REJECTED' } })
  expect(await rowsOfCompany(scene.company.id)).toEqual(seen)
  expect(await actions()).not.toContain('payments.account-changed')
})
