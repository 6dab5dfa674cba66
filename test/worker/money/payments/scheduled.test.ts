import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { systemContext } from '../../../../worker/core/system-context.ts'
import { startScheduled } from '../../../../worker/features/money/payments/bill-payment-due.ts'
import { setClock } from '../../../support/clock.ts'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { Breaker, brokenOff } from '../../../support/worker/faulty-database.ts'
import { deliver, passAtStripe, settled, stripeThere } from '../../../support/worker/payments.ts'
import { mailAbout, rows, run } from '../../../support/worker/sessions.ts'
import type { Client } from '../../../support/worker/world.ts'

/** Payments that start by themselves on their day. */

let scene: PaidScene
let paymentId: string
let billId: string
beforeEach(async () => {
  scene = await makePaidScene()
  const made = await approvedPayment(scene)
  ;[paymentId, billId] = [made.paymentId, made.billId]
})

// A Wednesday, and the Friday after Thanksgiving.
setClock('2026-11-18T15:00:00Z')
const TODAY = '2026-11-18'
const LATER = '2026-11-27'

const schedule = (client: Client, payOn: string | null = null, id = paymentId) =>
  client.post(`/api/payments/bill-payments/${id}/schedule`, { paymentMethodId: scene.bank, payOn })
const unschedule = (client: Client) => client.call('DELETE', `/api/payments/bill-payments/${paymentId}/schedule`)
const read = async () => (await scene.clerk.get(`/api/payments/bill-payments/${paymentId}`)).body

/** The scheduled job at noon of a day, by a database that may break off. What it leaves is due now. */
const onDay = async (day: string, db: D1Database = env.DB): Promise<void> => {
  const job = { name: 'cron.payments-scheduled', companyId: null, may: ['system.maintain' as const] }
  const context = {
    ...{ env, db: new Database(db, 'first-primary'), log: createLogger({}, 'error') },
    clock: { now: () => Date.parse(`${day}T17:00:00Z`) },
  }
  try {
    await startScheduled(systemContext(context, job))
  } finally {
    // Also what other companies' payments left for that day.
    await run(
      'UPDATE outbox SET available_at = 0 WHERE (company_id = ?1 OR created_at > ?2) AND done_at IS NULL',
      ...[scene.company.id, Date.now()],
    )
  }
}

describe('a scheduled payment', () => {
  it('a payment leaves early enough to arrive when its bill is due, and shows when', async () => {
    await run("UPDATE bill_payments SET due_date = '2027-01-20' WHERE id = ?", paymentId)
    const { status, body } = await schedule(scene.colleague)
    expect([status, body]).toEqual([200, { id: paymentId, payOn: '2027-01-15' }])
    expect(await read()).toMatchObject({
      ...{ status: 'APPROVED', payOn: body.payOn, scheduledBy: { name: 'Carl Colleague' } },
      suggestedPayOn: { day: body.payOn, due: '2027-01-20', isByTerms: false },
      can: { schedule: false, unschedule: true },
      paymentTransferEvents: [{ eventType: 'payment.scheduled' }],
    })
    const { body: list } = await scene.clerk.get('/api/payments/bill-payments')
    expect(list.edges[0].node.payOn).toBe(body.payOn)
  })

  it('without a due date it leaves by the payment terms of what the vendor sells, or on a chosen day', async () => {
    await run('UPDATE bill_payments SET due_date = NULL WHERE id = ?', paymentId)
    expect((await schedule(scene.colleague)).body.fields).toEqual({
      payOn: 'This bill has no due date, so choose a day',
    })
    await run(
      `INSERT INTO services (id, company_id, vendor_id, vendor_key, name, payment_term, created_at)
       VALUES (?1, ?2, ?3, 'acme', 'Hosting', 'NET_60', 1)`,
      ...[`service-${scene.vendorId}`, scene.company.id, scene.vendorId],
    )
    await run("UPDATE bills SET invoice_date = '2027-01-05' WHERE id = ?", billId)
    expect((await read()).suggestedPayOn).toMatchObject({ due: '2027-03-06', isByTerms: true })
    expect((await schedule(scene.colleague)).body.payOn).toBe('2027-03-03')
  })

  it.each([
    ['2020-01-02', 'today or a later day'],
    ['2026-12-25', 'Banks are closed that day. The next banking day is Dec 28, 2026'],
    ['2199-01-04', 'within a year'],
    ['2026-02-30', 'There is no February 30'],
  ])('%s is refused beside the field', async (day, words) => {
    const { status, body } = await schedule(scene.colleague, day)
    expect([status, body.fields.payOn]).toEqual([400, expect.stringContaining(words)])
  })

  it('the duties of starting hold for the person who schedules, admins included', async () => {
    expect((await schedule(scene.clerk, LATER)).body.message).toContain('You entered this bill')
    await run(
      'UPDATE vendor_bank_details SET confirmed_by_user_id = ? WHERE id = ?',
      scene.people.admin.userId,
      scene.details,
    )
    expect((await schedule(scene.admin, LATER)).body.message).toContain('You confirmed these bank details')
  })

  it('a payment is sent on its day once, although jobs overlap and the day passes again', async () => {
    const day = LATER
    await schedule(scene.colleague, day)
    await onDay(addDays(day, -1))
    expect((await read()).status).toBe('APPROVED')
    await Promise.all([onDay(day), onDay(day), onDay(day)])
    await onDay(addDays(day, 1))
    await settled()
    expect(await read()).toMatchObject({ status: 'PROCESSING', payOn: null, startedBy: { name: 'Carl Colleague' } })
    passAtStripe(60_000)
    await deliver(stripeThere())
    expect((await read()).status).toBe('PAID')
    expect(scene.flows()).toHaveLength(1)
    const started = await rows(
      "SELECT 1 FROM bill_payment_events WHERE payment_id = ? AND event_type = 'payment.started'",
      paymentId,
    )
    expect(started).toHaveLength(1)
  })

  it.each([1, 2, 3, 4])(
    'a job that breaks off at call %d leaves it scheduled or started, and the next one continues',
    async (at) => {
      const day = LATER
      await schedule(scene.colleague, day)
      for (const after of [false, true]) {
        await brokenOff(onDay(day, new Breaker(at, after).database(env.DB)))
        const { status, payOn } = await read()
        expect(['APPROVED', 'PROCESSING']).toContain(status)
        expect(payOn).toBe(status === 'APPROVED' ? day : null)
      }
      await onDay(day)
      await settled()
      expect((await read()).status).toBe('PROCESSING')
      expect(scene.flows()).toHaveLength(1)
    },
  )

  it('a payment that was taken off the schedule, cancelled or paid outside is not sent', async () => {
    const day = LATER
    expect((await unschedule(scene.clerk)).body.message).toContain('isn’t scheduled')
    await schedule(scene.colleague, day)
    expect((await unschedule(scene.clerk)).status).toBe(200)
    await onDay(day)
    expect(await read()).toMatchObject({ status: 'APPROVED', payOn: null })
    await schedule(scene.colleague, day)
    await scene.clerk.post('/graphql', {
      query: `mutation { cancelBillPayment(billPaymentId: "${paymentId}") { id } }`,
    })
    await onDay(day)
    expect(await read()).toMatchObject({ status: 'CANCELLED', payOn: null })
    await schedule(scene.colleague, day)
    await scene.clerk.post('/graphql', {
      query: `mutation { updateBillPaymentPaidOutside(id: "${paymentId}", isPaidOutside: true) { id } }`,
    })
    await onDay(day)
    expect(await read()).toMatchObject({ status: 'PAID_OUTSIDE', payOn: null })
    expect(scene.flows()).toEqual([])
  })

  it('changed to another day, it leaves on that one only', async () => {
    const [first, second] = [LATER, '2026-11-30']
    await schedule(scene.colleague, first)
    expect((await schedule(scene.colleague, second)).body.payOn).toBe(second)
    await onDay(first)
    expect((await read()).status).toBe('APPROVED')
    await onDay(second)
    expect((await read()).status).toBe('PROCESSING')
  })

  it.each([
    [
      'the vendor is held',
      async () => {
        await run(
          'UPDATE vendor_bank_details SET is_change = 1, held_until = ? WHERE id = ?',
          ...[Date.parse('2100-01-01'), scene.details],
        )
      },
      'quarantine',
    ],
    [
      'who scheduled it left',
      async () => {
        await run('UPDATE company_memberships SET disabled_at = 1 WHERE user_id = ?', scene.people.colleague.userId)
      },
      'may no longer make payments',
    ],
    [
      'the bank account was removed',
      async () => {
        await run("UPDATE payment_methods SET state = 'REMOVED' WHERE id = ?", scene.bank)
      },
      'was removed',
    ],
  ])('a payment is taken off the schedule and people are told if %s by then', async (_, change, words) => {
    const day = LATER
    await schedule(scene.colleague, day)
    await change()
    await onDay(day)
    await onDay(day)
    expect(await read()).toMatchObject({
      ...{ status: 'APPROVED', payOn: null },
      paymentTransferEvents: [
        { eventType: 'payment.not-started', eventBody: expect.stringContaining(words) },
        { eventType: 'payment.scheduled' },
      ],
    })
    await settled()
    const mail = await mailAbout(scene.people.clerk.email, 'was not started')
    expect(mail.text).toContain(words)
  })

  it('a changed bill takes it off the schedule', async () => {
    const day = LATER
    await schedule(scene.colleague, day)
    await run("UPDATE bills SET run = run + 1, status = 'PENDING' WHERE id = ?", billId)
    await onDay(day)
    expect((await read()).status).not.toBe('PROCESSING')
    expect(scene.flows()).toEqual([])
  })

  it('another company’s payment can’t be scheduled or taken off', async () => {
    const other = await makePaidScene()
    const path = `/api/payments/bill-payments/${paymentId}/schedule`
    const body = { paymentMethodId: other.bank, payOn: LATER }
    expect((await other.colleague.post(path, body)).status).toBe(404)
    expect((await other.colleague.call('DELETE', path)).status).toBe(404)
    expect((await scene.colleague.post(path, body)).status).toBe(404)
  })
})

describe('a run that pays when bills are due', () => {
  it('starts what leaves today, schedules the rest, and a second person decides on both', async () => {
    const ids = await morePayments(scene, { billId, paymentId }, 3)
    await run("UPDATE bill_payments SET due_date = '2027-01-20' WHERE id = ?", ids[0])
    await run(
      "UPDATE bill_payments SET due_date = '2026-01-05' WHERE id <> ? AND company_id = ?",
      ids[0],
      scene.company.id,
    )
    await run(
      'INSERT INTO payment_limits (company_id, run_limit_minor, free_below_minor, updated_at) VALUES (?, 0, 0, 0)',
      scene.company.id,
    )
    const leaves = '2027-01-15'
    const preview = await scene.colleague.post('/api/payments/payment-runs/preview', {
      ...{ billPaymentIds: ids, payWhen: 'DUE' },
    })
    expect(preview.body.totals).toMatchObject([
      { leavesOn: TODAY, count: 2, amount: { value: 20_003 } },
      { leavesOn: leaves, count: 1, amount: { value: 10_000 } },
    ])
    const { body } = await scene.colleague.post('/api/payments/payment-runs', {
      ...{ billPaymentIds: ids, paymentMethodId: scene.bank, payWhen: 'DUE' },
    })
    expect(body.status).toBe('WAITING')
    await scene.clerk.post(`/api/payments/payment-runs/${body.id}/decide`, { shouldConfirm: true })
    const { body: seen } = await scene.clerk.get(`/api/payments/payment-runs/${body.id}`)
    expect(seen).toMatchObject({ payWhen: 'DUE', scheduledCount: 1 })
    await onDay(leaves)
    const { body: after } = await scene.clerk.get(`/api/payments/payment-runs/${body.id}`)
    expect(after).toMatchObject({ scheduledCount: 0, progress: [{ status: 'PROCESSING', count: 3 }] })
  })
})
