import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { bankDayAt, bankingDayAtOrAfter } from '../../../schema/money/payments/schedule.ts'
import { addDays } from '../../../schema/shared/calendar.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import { systemContext } from '../../../worker/core/system-context.ts'
import { startScheduled } from '../../../worker/features/money/payments/bill-payment-due.ts'
import { approvedPayment, makePaidScene, morePayments, type PaidScene } from './bill-payments.ts'
import { rows, run } from './sessions.ts'

/** A payment that is ready, and every door that starts one, each with what it says. */

export interface Made extends PaidScene {
  paymentId: string
  billId: string
}

/** The payment and its bill are copies, so that each test has its own. */
export const makeReadyPayment = async (): Promise<Made> => {
  const scene = await makePaidScene()
  const first = await approvedPayment(scene)
  const [paymentId = ''] = await morePayments(scene, first, 1)
  await run("UPDATE bill_payments SET status = 'CANCELLED' WHERE id = ?", first.paymentId)
  const [bill] = await rows<{ id: string }>('SELECT bill_id AS id FROM bill_payments WHERE id = ?', paymentId)
  return { ...scene, paymentId, billId: bill?.id ?? '' }
}

const nextBankingDay = () => bankingDayAtOrAfter(addDays(bankDayAt(Date.now()), 1))

/** What the job of a day says in the payment's history. */
const onItsDay = async ({ paymentId, bank, people }: Made): Promise<string> => {
  const day = nextBankingDay()
  await run(
    'UPDATE bill_payments SET pay_on = ?, pay_on_by_user_id = ?, payment_method_id = ? WHERE id = ?',
    ...[day, people.colleague.userId, bank, paymentId],
  )
  const job = { name: 'cron.payments-scheduled', companyId: null, may: ['system.maintain' as const] }
  const context = {
    ...{ env, db: new Database(env.DB, 'first-primary'), log: createLogger({}, 'error') },
    // Noon at the banks.
    clock: { now: () => Date.parse(`${day}T17:00:00Z`) },
  }
  await startScheduled(systemContext(context, job))
  const [said] = await rows<{ body: string }>(
    `SELECT event_body AS body FROM bill_payment_events WHERE payment_id = ? AND event_type = 'payment.not-started'
      ORDER BY version DESC`,
    paymentId,
  )
  return said ? JSON.parse(said.body).reason : 'It was started'
}

export const doors = {
  start: async ({ colleague, paymentId, bank }: Made): Promise<string> =>
    (await colleague.post(`/api/payments/start-bill-payment-process/${paymentId}/${bank}`)).body.message ?? 'Started',
  schedule: async ({ colleague, paymentId, bank }: Made): Promise<string> =>
    (
      await colleague.post(`/api/payments/bill-payments/${paymentId}/schedule`, {
        ...{ paymentMethodId: bank, payOn: nextBankingDay() },
      })
    ).body.message ?? 'Scheduled',
  preview: async ({ colleague, paymentId }: Made): Promise<string> => {
    const { body } = await colleague.post('/api/payments/payment-runs/preview', { billPaymentIds: [paymentId] })
    expect([body.count, body.amount.value, body.totals]).toEqual([0, 0, []])
    return body.faults[0]?.fault ?? 'Can be started'
  },
  run: async ({ colleague, paymentId, bank }: Made): Promise<string> =>
    (await colleague.post('/api/payments/payment-runs', { billPaymentIds: [paymentId], paymentMethodId: bank })).body
      .fields?.billPaymentIds ?? 'Started',
  page: async ({ colleague, paymentId }: Made): Promise<string> => {
    const { startFault, can } = (await colleague.get(`/api/payments/bill-payments/${paymentId}`)).body
    expect(can).toMatchObject({ start: false, schedule: false })
    return startFault
  },
  day: onItsDay,
}
export type Door = keyof typeof doors
export const ALL_DOORS: Door[] = ['start', 'schedule', 'preview', 'run', 'page', 'day']

export const set = (table: string, values: string, id: string) => run(`UPDATE ${table} SET ${values} WHERE id = ?`, id)

export const isAsItWas = async ({ paymentId, flows }: Made) => {
  const [row] = await rows<{ status: string; attempt: number; payOn: string | null; startedAt: number | null }>(
    'SELECT status, attempt, pay_on AS payOn, started_at AS startedAt FROM bill_payments WHERE id = ?',
    paymentId,
  )
  expect(row).toMatchObject({ attempt: 0, payOn: null, startedAt: null })
  expect(flows()).toEqual([])
}
