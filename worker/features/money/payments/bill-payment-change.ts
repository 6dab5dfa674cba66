import {
  afterEvent,
  type BillPaymentEvent,
  type BillPaymentState,
} from '../../../../schema/money/payments/bill-payment-states.ts'
import { billPayments } from '../../../../schema/money/payments/bill-payment-tables.ts'
import { type Change, commit } from '../../../core/commit.ts'
import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { updateRow } from '../../../core/record.ts'
import { askingFrom } from './asking.ts'
import { type PaymentRow, stateOf } from './bill-payment-rows.ts'

/** One change of a payment: its next state by the pure rules, an event, the bill's history, and what goes with it. */

export interface PaymentChange {
  events: readonly BillPaymentEvent[]
  /** "payment.started", and what is known of it. */
  type: string
  body?: Record<string, unknown>
  /** In the history of the bill. */
  message: string
  set?: Partial<typeof billPayments.$inferInsert>
  statements?: (next: BillPaymentState) => D1PreparedStatement[]
  outbox?: Change<unknown>['outbox']
  by: string | null
}

const CHECKED = new Set<PaymentRow['status']>(['PAID', 'PAID_OUTSIDE', 'RETURNED'])

/** The state after several events. Null if one of them isn't allowed. */
export const afterEvents = (from: BillPaymentState, events: readonly BillPaymentEvent[]): BillPaymentState | null =>
  events.reduce<BillPaymentState | null>((state, event) => state && afterEvent(state, event), from)

const WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    PENDING: 'waits for confirmed bank details and a bank account to pay from',
    APPROVED: 'is ready, and wasn’t started',
    REJECTED: 'has rejected bank details',
    PROCESSING: 'is on its way',
    PAID: 'is paid',
    PAID_OUTSIDE: 'was paid outside Outlay',
    FAILED: 'failed',
    CANCELLED: 'was canceled',
    RETURNED: 'was returned by the bank',
  }),
)

/** For what the state doesn't allow. */
export const notAllowed = ({ status }: Pick<PaymentRow, 'status'>): AppError =>
  new AppError('RULE_BROKEN', `This payment ${WORDS.get(status)}, so this can’t be done.`, { reason: 'NOT_ALLOWED' })

/** Throws RULE_BROKEN for what the state doesn't allow, CONFLICT if someone else was faster. */
export const changePayment = async <More extends object = object>(
  context: BaseContext,
  row: PaymentRow,
  { events, type, body = {}, message, set = {}, statements, outbox, by }: PaymentChange,
  /** What is answered besides its id. */
  more: More = {} as More,
): Promise<{ id: string } & More> => {
  const { db, clock } = context
  const next = afterEvents(stateOf(row), events)
  if (!next) throw notAllowed(row)
  const now = clock.now()
  const { id, companyId } = row
  // Who scheduled it did so for the payment as it was.
  const isStillAsScheduled = next.status === 'APPROVED' && next.detailsId === row.detailsId
  const version = row.version + 1
  return commit(context, {
    subject: 'The payment',
    ...(by === null && { as: { companyId, userId: null } }),
    statements: [
      ...updateRow(
        db,
        billPayments,
        { id, companyId, version: row.version },
        {
          ...{ status: next.status, statusBefore: next.before, attempt: next.attempt, detailsId: next.detailsId },
          ...{ paymentMethodId: next.paymentMethodId, updatedAt: now },
          ...askingFrom(next.status, now),
          ...(!isStillAsScheduled && { payOn: null, payOnByUserId: null }),
          ...set,
        },
      ),
      db.sql(
        `INSERT INTO bill_payment_events (company_id, payment_id, version, event_type, event_body, created_by_user_id,
           created_at) VALUES (?, ?, ?, ?, ?, ?, ?)`,
        ...[companyId, id, version, type, JSON.stringify(body), by, now],
      ),
      ...(statements?.(next) ?? []),
    ],
    audit: [
      {
        changeKey: `bill-payment:${id}:v${version}`,
        action: `bill.${type.replace('.', '-')}`,
        targetType: 'BILL',
        targetId: row.billId,
        message,
        changeData: null,
      },
    ],
    outbox: [
      ...(outbox ?? []),
      // What the vendor was paid before, and what still waits, decides about other bills.
      ...(CHECKED.has(next.status) && next.status !== row.status
        ? [{ topic: 'checks.run' as const, payload: { what: 'BILL' as const, id: row.billId } }]
        : []),
    ],
    result: { id, ...more },
  })
}
