import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { bodyOf, decide as decideBill, follow, readBill } from '../../../support/worker/bills.ts'
import { findings } from '../../../support/worker/checks.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import { settled } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { addDetails } from '../../../support/worker/vendor-bank-details.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** The same person behind a bill in each way, at each door that pays it. */

let scene: PaidScene
let otto: Client
beforeEach(async () => {
  scene = await makePaidScene()
  // An admin may do all that is asked here, so that only the hands decide.
  const person = await scene.company.addPerson({ name: 'Otto Other', flags: ['hasAdminAccess', 'hasPaymentsAccess'] })
  scene.people.colleague = person
  otto = await signIn(scene.company, person)
})

/** Otto in Clara's name. */
const forClara = () => signIn(scene.company, scene.people.clerk, scene.people.colleague.userId, 'She is on leave')

const paymentOf = async (billId: string): Promise<string> => {
  await decideBill(scene.approver, billId)
  await follow(scene)
  const { billPayment } = await readBill(scene.clerk, billId)
  return billPayment.id as string
}
const enterBill = async (client: Client, more: Record<string, unknown> = {}): Promise<string> => {
  const { body, status } = await client.post('/api/payments/bills', await bodyOf(scene, more))
  expect([status, body.id]).toEqual([200, expect.any(String)])
  return body.id
}

const change = async (client: Client, billId: string) => {
  const lines = [{ amount: 90_000, erpAccountId: scene.accountId, erpDepartmentMappingId: scene.departmentObjectId }]
  const body = await bodyOf(scene, { totalAmount: 90_000, lines })
  const answer = await client.call('PUT', `/api/payments/bills/${billId}`, { body })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
}

/** How Otto came to be behind the bill, and what he is told at every door. */
const WAYS: [string, () => Promise<string>, string][] = [
  ['entered it', () => enterBill(otto), 'You entered this bill'],
  ['entered it for someone else', async () => enterBill(await forClara()), 'You entered this bill'],
  [
    'is named as having entered it',
    () => enterBill(scene.admin, { createdById: scene.people.colleague.userId }),
    'This bill was entered in your name',
  ],
  [
    'changed its amount',
    async () => {
      const billId = await enterBill(scene.clerk)
      await change(otto, billId)
      return billId
    },
    'You changed this bill',
  ],
  [
    'changed its amount for someone else',
    async () => {
      const billId = await enterBill(scene.clerk)
      await change(await forClara(), billId)
      return billId
    },
    'You changed this bill',
  ],
  [
    'entered the bank details it is paid to',
    async () => {
      await run('UPDATE vendor_bank_details SET created_by_user_id = ?', scene.people.colleague.userId)
      return enterBill(scene.clerk)
    },
    'You entered these bank details',
  ],
  [
    'confirmed the bank details it is paid to',
    async () => {
      await run('UPDATE vendor_bank_details SET confirmed_by_user_id = ?', scene.people.colleague.userId)
      return enterBill(scene.clerk)
    },
    'You confirmed these bank details',
  ],
]

describe('a payment', () => {
  it.each(WAYS)(
    'a person who %s can’t start the payment at any door, and the reason is the same everywhere',
    async (_, make, words) => {
      const paymentId = await paymentOf(await make())
      const { bank } = scene
      const reason = `${words}, so someone else has to start the payment.`
      const page = await otto.get(`/api/payments/bill-payments/${paymentId}`)
      expect(page.body).toMatchObject({ startFault: reason, can: { start: false, schedule: false } })
      const single = await otto.post(`/api/payments/start-bill-payment-process/${paymentId}/${bank}`)
      expect(single).toMatchObject({ status: 422, body: { message: reason } })
      const scheduled = await otto.post(`/api/payments/bill-payments/${paymentId}/schedule`, {
        ...{ paymentMethodId: bank, payOn: '2026-12-16' },
      })
      expect(scheduled).toMatchObject({ status: 422, body: { message: reason } })
      const together = { billPaymentIds: [paymentId], paymentMethodId: bank }
      const preview = await otto.post('/api/payments/payment-runs/preview', together)
      expect(preview.body.faults).toMatchObject([{ fault: reason }])
      expect((await otto.post('/api/payments/payment-runs', together)).body.fields.billPaymentIds).toContain(reason)
      // What someone else's run left to a job is asked again in the name of who scheduled it.
      await run(
        "UPDATE bill_payments SET pay_on = '2020-01-02', pay_on_by_user_id = ?, payment_method_id = ? WHERE id = ?",
        ...[scene.people.colleague.userId, bank, paymentId],
      )
      await follow(scene)
      await runTicks(env)
      const [left] = await rows<{ body: string }>(
        "SELECT event_body AS body FROM bill_payment_events WHERE payment_id = ? AND event_type = 'payment.not-started'",
        paymentId,
      )
      expect(left?.body).toContain(words)
    },
  )

  it('an API key of someone who has nothing to do with a payment can’t start it', async () => {
    const { paymentId } = await approvedPayment(scene)
    const { body: key } = await otto.post('/api/api-keys', { name: 'robot' })
    const answer = await otto.call('POST', `/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`, {
      headers: { authorization: `Bearer ${key.key}`, cookie: '' },
    })
    expect(answer.status).toBe(403)
    expect((await otto.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`)).status).toBe(200)
  })
})

describe('the limit of a person and a day', () => {
  const LIMIT = 30_000
  const start = (paymentId: string) => otto.post(`/api/payments/start-bill-payment-process/${paymentId}/${scene.bank}`)
  const runOf = (billPaymentIds: string[]) =>
    otto.post('/api/payments/payment-runs', { billPaymentIds, paymentMethodId: scene.bank })
  let ids: string[]
  const [a, b, c, d] = [() => ids[0] ?? '', () => ids[1] ?? '', () => ids[2] ?? '', () => ids[3] ?? '']
  beforeEach(async () => {
    // Each is a little above $100.
    ids = await morePayments(scene, await approvedPayment(scene), 4)
    await run(
      `INSERT INTO payment_limits (company_id, run_limit_minor, free_below_minor, updated_at) VALUES (?, ${LIMIT}, 0, 0)`,
      scene.company.id,
    )
  })

  it('a payment at the limit is not started singly, and a second person confirms it', async () => {
    await run('UPDATE bill_payments SET amount_minor = 30000 WHERE id = ?', a())
    expect((await otto.get(`/api/payments/bill-payments/${a()}`)).body).toMatchObject({
      ...{ needsSecondPerson: true, can: { start: true } },
    })
    expect(await start(a())).toMatchObject({
      status: 422,
      body: { reason: 'SECOND_PERSON', message: expect.stringContaining('a second person confirms') },
    })
    const asked = await runOf([a()])
    expect(asked.body.status).toBe('WAITING')
    const confirmed = await scene.admin.post(`/api/payments/payment-runs/${asked.body.id}/decide`, {
      shouldConfirm: true,
    })
    expect(confirmed.body.status).toBe('STARTED')
    // What two have confirmed leaves the person's own day as it was.
    expect((await start(b())).status).toBe(200)
  })

  it('payments started singly, in runs and scheduled count together', async () => {
    expect((await start(a())).status).toBe(200)
    expect((await runOf([b()])).body.status).toBe('STARTED')
    expect((await runOf([c()])).body.status).toBe('WAITING')
    expect((await start(c())).body.reason).toBe('SECOND_PERSON')
    const scheduled = await otto.post(`/api/payments/bill-payments/${c()}/schedule`, {
      ...{ paymentMethodId: scene.bank, payOn: '2026-12-16' },
    })
    expect(scheduled.body.reason).toBe('SECOND_PERSON')
    const preview = await otto.post('/api/payments/payment-runs/preview', { billPaymentIds: [d()] })
    expect(preview.body).toMatchObject({ needsSecondPerson: true })
    // Another person has their own day.
    expect((await scene.admin.post(`/api/payments/start-bill-payment-process/${c()}/${scene.bank}`)).status).toBe(200)
    // The next day, Otto has a new one.
    await run("UPDATE hands SET at = at - 100000000 WHERE company_id = ? AND act = 'STARTED'", scene.company.id)
    expect((await start(d())).status).toBe(200)
  })

  it('runs side by side are not both started', async () => {
    const answers = await Promise.all([runOf([a(), b()]), runOf([c(), d()])])
    const begun = await rows<{ n: number }>(
      "SELECT count(*) AS n FROM bill_payments WHERE company_id = ? AND status = 'PROCESSING'",
      scene.company.id,
    )
    expect(begun[0]?.n).toBeLessThanOrEqual(2)
    expect(answers.filter(({ body }) => body.status === 'STARTED')).toHaveLength(1)
  })
})

describe('a quarantine', () => {
  it('only approvers who did not enter the details lift a quarantine', async () => {
    await approvedPayment(scene)
    const waiting = await addDetails(scene.company.id, scene.erpVendorId, { createdBy: scene.people.clerk.userId })
    await run('UPDATE vendor_bank_details SET is_change = 1 WHERE id = ?', waiting)
    const remove = async (client: Client) => {
      const query = `mutation { deleteErpVendorPaymentInformation(id: "${waiting}") { id } }`
      const { body } = await client.post('/graphql', { query })
      return (body.errors?.[0].message as string | undefined) ?? 'OK'
    }
    expect(await remove(scene.clerk)).toContain('Only approvers of payment details')
    await run(
      'UPDATE vendor_bank_details SET created_by_user_id = ? WHERE id = ?',
      scene.people.colleague.userId,
      waiting,
    )
    expect(await remove(otto)).toBe('You entered these bank details, so someone else has to decide.')
    const [shown] = (await otto.get(`/api/erp-vendors/${scene.erpVendorId}/payment-methods`)).body.paymentInformation
    expect(shown).toMatchObject({ id: waiting, canDelete: false })
    expect(await remove(scene.admin)).toBe('OK')
  })
})

describe('a hold', () => {
  it('no one behind the bill or the bank details it is paid to releases a hold', async () => {
    const lines = [
      { amount: 1_000_000, erpAccountId: scene.accountId, erpDepartmentMappingId: scene.departmentObjectId },
    ]
    await approvedPayment(scene, { totalAmount: 1_000_000, lines })
    await settled()
    const [found] = await findings(scene.clerk, '&rule=FIRST_PAYMENT&filter=ALL')
    await run(
      'UPDATE vendor_bank_details SET confirmed_by_user_id = ? WHERE id = ?',
      ...[scene.people.colleague.userId, scene.details],
    )
    const release = (client: Client) =>
      client.post(`/api/payments/checks/${found?.id}/decide`, { decision: 'RELEASED', note: 'Called them' })
    expect(await release(otto)).toMatchObject({
      ...{
        status: 422,
        body: { message: 'You confirmed the bank details that this is about, so someone else has to decide.' },
      },
    })
    expect((await release(scene.admin)).status).toBe(200)
    const [written] = await rows<{ act: string }>(
      "SELECT act FROM hands WHERE matter = 'FINDING' AND matter_id = ?",
      found?.id ?? '',
    )
    expect(written).toEqual({ act: 'RELEASED' })
  })
})
