import { lastDayLeft } from '../../../../schema/money/payments/schedule.ts'
import { STAY_REASONS } from '../../../../schema/money/payments/stay-reasons.ts'
import { livesHere } from '../../../core/cells.ts'
import { commit } from '../../../core/commit.ts'
import { personAlone } from '../../../core/hands.ts'
import { errorText } from '../../../core/log.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { START_FACTS } from './bill-payment-act.ts'
import { changePayment } from './bill-payment-change.ts'
import { billName, PAYMENT_COLUMNS, PAYMENT_VENDOR } from './bill-payment-rows.ts'
import { refreshHolds } from './holds.ts'
import { faultOf, type Startable, sendEach, startStatements, togetherAudit } from './start-together.ts'

/**
 * Starts what is scheduled for today, once: it is the same change as by hand, guarded by the payment's version. What can't
 * be started by then is taken off the schedule, and people are told.
 */

interface ScheduledRow extends Startable {
  payOnByUserId: string
  paymentMethodId: string
  mayPay: number
  isReady: number
  isVerified: number
}

const AT_ONCE = 100

const DUE = (): string => `SELECT ${PAYMENT_COLUMNS}, ${START_FACTS('?2')},
    EXISTS (SELECT 1 FROM company_memberships m WHERE m.company_id = p.company_id AND m.user_id = p.pay_on_by_user_id
      AND m.disabled_at IS NULL AND (m.has_payments_access OR m.has_admin_access)) AS mayPay,
    EXISTS (SELECT 1 FROM payments_accounts a CROSS JOIN companies c ON c.id = a.company_id
      WHERE a.company_id = p.company_id AND a.state = 'ACTIVE' AND c.flags ->> '$.paymentsEnabled'
        AND coalesce(c.flags ->> '$.enablePaymentsProcessing', 1)) AS isReady,
    EXISTS (SELECT 1 FROM payment_methods k WHERE k.id = p.payment_method_id AND k.company_id = p.company_id
      AND k.state = 'VERIFIED') AS isVerified
  FROM bill_payments p INDEXED BY bill_payments_scheduled ${PAYMENT_VENDOR}
 WHERE p.pay_on <= ?1 AND ${livesHere('p.company_id')} ORDER BY p.pay_on LIMIT ${AT_ONCE}`

const scheduledFault = (row: ScheduledRow): string | null => {
  if (row.mayPay === 0) return STAY_REASONS.NO_ACCESS
  if (row.isReady === 0) return STAY_REASONS.ACCOUNT_NOT_READY
  if (row.isVerified === 0) return STAY_REASONS.BANK_REMOVED
  return faultOf(row, personAlone(row.payOnByUserId))
}

const takeOff = (context: SystemContext, row: ScheduledRow, reason: string): Promise<unknown> =>
  changePayment(context, row, {
    ...{ events: [], type: 'payment.not-started', body: { reason }, by: null },
    message: `Could not start the scheduled payment of ${billName(row)}: ${reason}`,
    set: { payOn: null, payOnByUserId: null },
    outbox: [{ topic: 'payments.alarm', payload: { what: 'NOT_STARTED', id: row.id, reason } }],
  })

const start = (context: SystemContext, rows: readonly ScheduledRow[]): Promise<unknown> => {
  const [first] = rows
  if (!first) return Promise.resolve()
  const { companyId, paymentMethodId, payOnByUserId: starterUserId } = first
  return commit(context, {
    subject: 'The payments',
    as: { companyId, userId: null },
    statements: startStatements(context, { companyId, rows, paymentMethodId, starterUserId }),
    audit: togetherAudit(rows, 'Started paying', 'started', 'as scheduled'),
    outbox: sendEach(rows),
    result: null,
  })
}

export const startScheduled = async (context: SystemContext): Promise<void> => {
  const { db, clock, log } = context
  const now = clock.now()
  const readDue = () => db.all<ScheduledRow>(db.sql(DUE(), lastDayLeft(now), now))
  const due = await readDue()
  for (const [companyId, those] of Map.groupBy(due, (row) => row.companyId))
    await refreshHolds(
      context,
      companyId,
      those.map(({ id }) => id),
    )
  // With what holds them by now.
  const rows = due.length === 0 ? due : await readDue()
  /** Someone else was faster, or the next minute tries again. */
  const tried = (work: Promise<unknown>): Promise<unknown> =>
    work.catch((error) => log.error('payments.not-started', { error: errorText(error) }))
  const able: ScheduledRow[] = []
  for (const row of rows) {
    const fault = scheduledFault(row)
    if (fault) await tried(takeOff(context, row, fault))
    else able.push(row)
  }
  const groups = Map.groupBy(able, (row) => `${row.companyId} ${row.paymentMethodId} ${row.payOnByUserId}`)
  for (const group of groups.values())
    await start(context, group).catch(async () => {
      for (const row of group) await tried(start(context, [row]))
    })
}
