import { env } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import { approvedPayment, makePaidScene } from '../../../support/worker/bill-payments.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { settled } from '../../../support/worker/payments.ts'
import { rows } from '../../../support/worker/sessions.ts'

/** Account numbers of vendors: whatever goes wrong with one, nothing repeats it. Which number is written nowhere else. */

const CANARY = '90471183550013'

afterEach(() => void vi.restoreAllMocks())

const heard = (): unknown[] => {
  const logged: unknown[] = []
  for (const level of ['log', 'warn', 'error', 'info', 'debug'] as const)
    vi.spyOn(console, level).mockImplementation((...given) => void logged.push(given))
  return logged
}

const DETAILS = {
  ...{ accountHolderName: 'Acme', accountHolderType: 'COMPANY', accountNumber: CANARY, routingNumber: '110000000' },
}

it('no error repeats the account number that was entered', async () => {
  const logged = heard()
  const scene = await makePaidScene()
  const path = `/api/erp-vendors/${scene.erpVendorId}/payment-information`
  const put = async (change: object) => {
    const { status, body } = await scene.clerk.call('PUT', path, { body: { ...DETAILS, ...change } })
    expect({ change, status }).toEqual({ change, status: 400 })
    return body
  }
  const { paymentId } = await approvedPayment(scene)
  const mutate = (input: object) =>
    scene.clerk.post('/graphql', {
      query: `mutation ($i: AddManualPaymentInformationInput!) {
        addManualPaymentInformation(input: $i, billPaymentId: "${paymentId}") { id } }`,
      variables: { i: { ...DETAILS, ...input } },
    })
  const answers = [
    await put({ routingNumber: '123456789' }),
    await put({ accountNumber: Number(CANARY) }),
    await put({ accountNumber: `${CANARY}-DE89` }),
    await put({ accountNumber: { is: CANARY } }),
    await put({ accountHolderType: 'NOBODY' }),
    ...(await Promise.all(
      [
        { routingNumber: '123456789' },
        { accountNumber: Number(CANARY) },
        { accountNumber: `${CANARY}-DE89` },
        { accountHolderType: 'NOBODY' },
        { unknown: CANARY },
      ].map(async (change) => {
        const { body } = await mutate(change)
        expect({ change, has: Boolean(body.errors) }).toEqual({ change, has: true })
        return body
      }),
    )),
  ]
  for (const answer of answers) expect(JSON.stringify(answer)).not.toContain(CANARY)
  expect(JSON.stringify(logged)).not.toContain(CANARY)
})

it('a refusal of the bank, the search, the history and the commands that were sent know no account number', async () => {
  const logged = heard()
  const scene = await makePaidScene({ cash: 0, accountNumber: CANARY })
  const { paymentId } = await approvedPayment(scene)
  await scene.colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`)
  await settled()
  await scene.clerk.call('PUT', `/api/erp-vendors/${scene.erpVendorId}/payment-information`, {
    ...{ body: DETAILS, commandId: `canary-${paymentId}` },
  })
  await runTicks(env)
  const seen = [
    (await scene.clerk.get(`/api/payments/bill-payments/${paymentId}`)).body,
    (await scene.clerk.get(`/api/erp-vendors/${scene.erpVendorId}/payment-methods`)).body,
    (await scene.clerk.get('/api/payments/attention')).body,
    (await scene.admin.get(`/api/search?query=${CANARY}`)).body,
    (await scene.admin.get(`/api/payments/bill-payments?search=${CANARY}`)).body.edges,
    await rows('SELECT * FROM audit_log WHERE company_id = ?', scene.company.id),
    await rows('SELECT * FROM command_results WHERE company_id = ?', scene.company.id),
    await rows('SELECT * FROM outbox WHERE company_id = ?', scene.company.id),
    await rows('SELECT * FROM bill_payment_events WHERE company_id = ?', scene.company.id),
    ...[sentMails(), logged],
  ]
  for (const each of seen) expect(JSON.stringify(each)).not.toContain(CANARY)
  expect(seen[0]).toMatchObject({ status: 'FAILED' })
})
