import { STAY_REASONS } from '../../../../schema/money/payments/stay-reasons.ts'
import type { Identities } from '../../../../schema/platform/hands/rule.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import type { Audit, Change } from '../../../core/commit.ts'
import { guardRows } from '../../../core/database.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { askingFrom } from './asking.ts'
import { START_FACTS, type StartFacts, startFault } from './bill-payment-act.ts'
import { amountOf, billName, type PaymentRow } from './bill-payment-rows.ts'

/** Several payments that change in one batch: they are started, or scheduled for a day. All of them, or none. */

export type Startable = PaymentRow & StartFacts

/** Why it can't be started by this person, in words. */
export const faultOf = (row: Startable, starter: Identities): string | null => {
  if (row.status !== 'APPROVED' && !(row.status === 'PENDING' && row.detailsId !== null))
    return row.status === 'PENDING' ? STAY_REASONS.NO_DETAILS : STAY_REASONS.NOT_READY
  return startFault(row, row, starter)
}

interface Together {
  companyId: string
  rows: readonly Startable[]
  paymentMethodId: string
  starterUserId: string
}

type Writing = Pick<BaseContext, 'db' | 'clock'>

const eventsStatement = (
  { db, clock }: Writing,
  { companyId, rows, starterUserId }: Together,
  type: string,
  body: string,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO bill_payment_events (company_id, payment_id, version, event_type, event_body, created_by_user_id, created_at)
     SELECT p.company_id, p.id, p.version + 1, ?5, ${body}, ?3, ?4
       FROM json_each(?2) j CROSS JOIN bill_payments p ON p.id = j.value ->> 0 AND p.company_id = ?1`,
    ...[companyId, JSON.stringify(rows.map(({ id, version }) => [id, version])), starterUserId, clock.now(), type],
  )

/** SQL for the payments ?2 at ?3: those that were not changed, and whose vendors aren't held, since they were read. */
const UNCHANGED = (): string => `company_id = ?1 AND status IN ('PENDING', 'APPROVED') AND details_id IS NOT NULL
  AND (id, version) IN (SELECT value ->> 0, value ->> 1 FROM json_each(?2))
  AND EXISTS (SELECT 1 FROM (SELECT p.run, ${START_FACTS('?3')} FROM bill_payments p WHERE p.id = bill_payments.id) f
               WHERE f.billStatus = 'APPROVED' AND f.billRun = f.run AND f.isHeld = 0
                 AND f.heldBy IS NULL AND f.detailsState IN ('CONFIRMED', 'REPLACED'))`

const versionsOf = ({ rows }: Together): string => JSON.stringify(rows.map(({ id, version }) => [id, version]))

/** Starts all of them, or aborts the batch if one was changed or its vendor held meanwhile. */
export const startStatements = (context: Writing, together: Together): D1PreparedStatement[] => {
  const { db, clock } = context
  const { companyId, rows, paymentMethodId, starterUserId } = together
  if (rows.length === 0) return []
  const now = clock.now()
  return [
    eventsStatement(context, together, 'payment.started', "json_object('attempt', p.attempt + 1)"),
    db.sql(
      `UPDATE bill_payments SET status = 'PROCESSING', attempt = attempt + 1, payment_method_id = ?4, provider_id = NULL,
              fail_code = NULL, arrives_at = NULL, pay_on = NULL, pay_on_by_user_id = NULL, started_by_user_id = ?5,
              started_at = ?3, ask_at = ?6, asks = 0, updated_at = ?3, version = version + 1
        WHERE ${UNCHANGED()}`,
      ...[companyId, versionsOf(together), now, paymentMethodId, starterUserId, askingFrom('PROCESSING', now).askAt],
    ),
    guardRows(db, rows.length),
  ]
}

/**
 * Schedules all of them, or aborts the batch like the above.
 * @param days by payment
 */
export const scheduleStatements = (
  context: Writing,
  together: Together,
  days: ReadonlyMap<string, string>,
): D1PreparedStatement[] => {
  const { db, clock } = context
  const { companyId, rows, paymentMethodId, starterUserId } = together
  if (rows.length === 0) return []
  const byPayment = JSON.stringify(Object.fromEntries(rows.map(({ id }) => [id, days.get(id)])))
  return [
    eventsStatement(context, together, 'payment.scheduled', "'{}'"),
    db.sql(
      `UPDATE bill_payments SET status = 'APPROVED', payment_method_id = ?4, pay_on = ?6 ->> id, pay_on_by_user_id = ?5,
              updated_at = ?3, version = version + 1
        WHERE ${UNCHANGED()}`,
      ...[companyId, versionsOf(together), clock.now(), paymentMethodId, starterUserId, byPayment],
    ),
    guardRows(db, rows.length),
  ]
}

/** One entry for each bill. */
export const togetherAudit = (rows: readonly PaymentRow[], verb: string, action: string, how: string): Audit[] =>
  rows.map((row) => ({
    changeKey: `bill-payment:${row.id}:v${row.version + 1}`,
    action: `bill.payment-${action}`,
    targetType: 'BILL',
    targetId: row.billId,
    message: `${verb} ${formatMoney(amountOf(row))} for ${billName(row)}, ${how}`,
    changeData: null,
  }))

export const sendEach = (rows: readonly PaymentRow[]): NonNullable<Change<unknown>['outbox']> =>
  rows.map(({ id }) => ({ topic: 'payments.follow' as const, payload: { what: 'BILL_PAYMENT' as const, id } }))
