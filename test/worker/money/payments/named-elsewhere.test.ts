import { beforeEach, describe, expect, it } from 'vitest'
import { approvedPayment, makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { confirmGuarded } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

/** What payments name elsewhere stays: their bank account, and the groups that confirm bank details. */

let scene: PaidScene

beforeEach(async () => {
  scene = await makePaidScene()
})

describe('a bank account', () => {
  it('one that a payment uses can’t be removed; without the payment it can', async () => {
    await approvedPayment(scene)
    const remove = () => scene.admin.call('DELETE', `/api/payments/payment-methods/${scene.bank}`)
    const refused = await remove()
    expect(refused.status).toBe(422)
    expect(refused.body.message).toContain('A payment that isn’t done uses it.')
    expect(refused.body.details).toEqual([
      { kind: 'PAYMENT', text: 'A payment that isn’t done uses it', href: '/payments/bill-payments' },
    ])
    await run("UPDATE bill_payments SET status = 'PAID' WHERE company_id = ?", scene.company.id)
    expect((await remove()).status).toBe(200)
  })
})

describe('a group that confirms bank details', () => {
  const groupsOf = async () =>
    (
      await rows<{ id: string }>(
        'SELECT group_id AS id FROM payment_information_approvers WHERE company_id = ?',
        scene.company.id,
      )
    ).map(({ id }) => id)

  it('the group can’t be deleted, and a merge takes its place', async () => {
    const [from, into] = [await scene.company.add('groups'), await scene.company.add('groups')]
    await run(
      'INSERT INTO payment_information_approvers (company_id, group_id) VALUES (?, ?)',
      ...[scene.company.id, from],
    )
    const refused = await scene.admin.call('DELETE', `/api/groups/${from}`)
    expect(refused.body.details).toEqual([
      { kind: 'APPROVAL_SETTING', text: 'Its people confirm bank details of vendors', href: '/settings/payments' },
    ])
    expect(await groupsOf()).toEqual([from])
    const merged = await scene.admin.post(`/api/groups/${from}/merge`, { intoId: into })
    expect(merged.status, JSON.stringify(merged.body)).toBe(200)
    expect(await groupsOf()).toEqual([from])
    await confirmGuarded(scene.company)
    expect(await groupsOf()).toEqual([into])
  })
})
