import { z } from 'zod'
import * as endpoints from '../../../../schema/money/payments/bill-payment-endpoints.ts'
import type { BillPaymentEvent } from '../../../../schema/money/payments/bill-payment-states.ts'
import type { Due } from '../../../../schema/money/payments/schedule.ts'
import { STAY_REASONS } from '../../../../schema/money/payments/stay-reasons.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import { type Hand, handsIn, type Identities, mayTake } from '../../../../schema/platform/hands/rule.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { id } from '../../../../schema/shared/values.ts'
import { AppError, invalidField, notFound } from '../../../core/errors.ts'
import { handList, handRows, identitiesOf } from '../../../core/hands.ts'
import { command, inputOf, type StaffContext } from '../../../core/operation.ts'
import { cancelPayment } from '../../../integrations/stripe/payments.ts'
import { type AccountRow, accountStatement, readAccountRow, refOf, requireActive } from './account.ts'
import { type Alone, aloneStatement, aloneStatements, requireAlone } from './alone.ts'
import { bankName, requireVerified } from './bank-accounts.ts'
import { changePayment, notAllowed } from './bill-payment-change.ts'
import { notPaidOutsideStatements, paidOutsideStatements } from './bill-payment-journal.ts'
import {
  amountOf,
  billName,
  PAYMENT_VENDOR,
  type PaymentRow,
  paymentStatement,
  requirePayment,
} from './bill-payment-rows.ts'
import { applyPayment } from './bill-payment-send.ts'
import { HELD_BY, heldFault, refreshHolds } from './holds.ts'
import { tried } from './tried.ts'

/** What people do with payments of bills. Nothing here sends money: a start is stored, and sent by what follows. */

const ENDED = ['FAILED', 'RETURNED', 'CANCELLED']

/** What decides whether a payment may be started, besides its state. */
export interface StartFacts {
  billStatus: string
  billRun: number
  detailsState: string | null
  /** New details of the vendor wait for confirmation or for their time. */
  isHeld: number
  /** JSON: who is behind its bill and the bank details that it pays (core/hands.ts). */
  hands: string
  /** What else holds it: holds.ts. Null while nothing does. */
  heldBy: string | null
  /** Smaller payments may be started by anyone who pays. */
  freeBelowMinor: number
}

/** SQL of who is behind payment `p`. Of those who confirmed its bank details, the last counts. */
const HANDS_BEHIND = `json_array(json_array('BILL', 'ENTERED', p.bill_created_by_user_id),
  json((SELECT json_array(json_array('BILL', 'ENTERED', b.created_by_user_id), json_array('BILL', 'NAMED', b.requestor_user_id))
          FROM bills b WHERE b.id = p.bill_id AND +b.company_id = p.company_id)),
  json((SELECT json_array(json_array('BANK_DETAILS', 'ENTERED', d.created_by_user_id),
                          json_array('BANK_DETAILS', 'CONFIRMED', d.confirmed_by_user_id))
          FROM vendor_bank_details d WHERE d.id = p.details_id)),
  json(${handList(`${handRows('p.company_id', 'p.bill_id, p.details_id')} AND h.act IN ('ENTERED', 'NAMED', 'CHANGED')`)}))`

/** SQL of them, of payment `p`. */
export const START_FACTS = (now: string): string => `
  (SELECT b.shown_status FROM bills b WHERE b.id = p.bill_id AND +b.company_id = p.company_id AND b.deleted_at IS NULL) AS billStatus,
  (SELECT b.run FROM bills b WHERE b.id = p.bill_id AND +b.company_id = p.company_id) AS billRun,
  (SELECT d.state FROM vendor_bank_details d WHERE d.id = p.details_id) AS detailsState,
  ${HANDS_BEHIND} AS hands,
  (EXISTS (SELECT 1 FROM vendor_bank_details d INDEXED BY vendor_bank_details_entered
            WHERE d.company_id = p.company_id AND d.erp_vendor_id = p.erp_vendor_id AND d.state = 'WAITING' AND d.is_change)
   OR EXISTS (SELECT 1 FROM vendor_bank_details d INDEXED BY vendor_bank_details_in_force
            WHERE d.company_id = p.company_id AND d.erp_vendor_id = p.erp_vendor_id AND d.state = 'CONFIRMED'
              AND d.is_change AND d.held_until > ${now})) AS isHeld,
  ${HELD_BY()} AS heldBy,
  coalesce((SELECT l.free_below_minor FROM payment_limits l WHERE l.company_id = p.company_id), 0) AS freeBelowMinor`

/** When its bill is due, besides its own date. */
export type DueFacts = Pick<Due, 'invoiceDate' | 'paymentTerm'>

/** SQL of that, of payment `p` and its vendor `o`. */
export const DUE_FACTS = `
  (SELECT b.invoice_date FROM bills b WHERE b.id = p.bill_id AND +b.company_id = p.company_id) AS invoiceDate,
  CASE WHEN p.due_date IS NULL THEN (
    SELECT s.payment_term FROM services s INDEXED BY services_of_vendor
     WHERE s.company_id = p.company_id AND s.vendor_id = o.vendor_id AND s.payment_term <> 'UNKNOWN'
       AND s.archived_at IS NULL ORDER BY s.created_at DESC LIMIT 1) END AS paymentTerm`

/** Why this person can't start it now, in words. Null if they can. */
export const startFault = (row: PaymentRow, facts: StartFacts, starter: Identities): string | null => {
  if (row.currency !== PAYMENTS_CURRENCY) return STAY_REASONS.OTHER_CURRENCY
  if (facts.billStatus !== 'APPROVED' || facts.billRun !== row.run) return STAY_REASONS.BILL_NOT_APPROVED
  if (row.amountMinor <= 0) return STAY_REASONS.NOTHING_TO_PAY
  if (row.detailsId === null) return STAY_REASONS.NO_DETAILS
  if (facts.detailsState !== 'CONFIRMED' && facts.detailsState !== 'REPLACED') return STAY_REASONS.DETAILS_DELETED
  if (facts.isHeld === 1) return STAY_REASONS.QUARANTINE
  const held = heldFault(facts.heldBy)
  if (held) return held
  return mayTake('START_PAYMENT', handsBehind(row, facts), starter)
}

/** Small payments are free of duties, not of being started by a person. */
export const handsBehind = ({ amountMinor }: PaymentRow, { freeBelowMinor, hands }: StartFacts): Hand[] =>
  amountMinor < freeBelowMinor ? [] : handsIn(hands)

export const startFactsStatement = ({ db, clock }: StaffContext, row: { id: string; companyId: string }) =>
  db.sql(
    `SELECT ${START_FACTS('?3')}, ${DUE_FACTS} FROM bill_payments p ${PAYMENT_VENDOR} WHERE p.id = ?1 AND p.company_id = ?2`,
    ...[row.id, row.companyId, clock.now()],
  )

/** Aborts the batch if the bill was changed, or its vendor held, since it was read. */
export const stillPayable = (
  { db, clock }: StaffContext,
  { id: paymentId, companyId }: PaymentRow,
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO write_guard (ok) SELECT CASE WHEN f.billStatus = 'APPROVED' AND f.billRun = f.run AND f.isHeld = 0
       AND f.heldBy IS NULL AND f.detailsState IN ('CONFIRMED', 'REPLACED') THEN 1 END
       FROM (SELECT p.run, ${START_FACTS('?3')} FROM bill_payments p WHERE p.id = ?1 AND p.company_id = ?2) f`,
    ...[paymentId, companyId, clock.now()],
  )

/** What has to be known before a payment is started or scheduled. Throws NOT_FOUND, or RULE_BROKEN for what isn't allowed. */
export const requireStartable = async (
  context: StaffContext,
  { paymentId, paymentMethodId, days }: { paymentId: string; paymentMethodId: string; days?: readonly string[] },
) => {
  const { db, actor } = context
  await refreshHolds(context, actor.companyId, [paymentId])
  const [payments, found, accounts, alone] = await db.batch([
    paymentStatement(context, actor.companyId, paymentId),
    startFactsStatement(context, { id: paymentId, companyId: actor.companyId }),
    accountStatement(context, actor.companyId),
    aloneStatement(context, { paymentIds: [paymentId], ...(days && { days }) }),
  ])
  const row = payments?.results[0] as unknown as PaymentRow | undefined
  const facts = found?.results[0] as unknown as (StartFacts & DueFacts) | undefined
  if (!row || !facts) throw notFound('The payment')
  requireActive((accounts?.results[0] as unknown as AccountRow | undefined) ?? null)
  const bank = await requireVerified(context, paymentMethodId)
  if (!['PENDING', 'APPROVED', ...ENDED].includes(row.status)) throw notAllowed(row)
  const fault = startFault(row, facts, identitiesOf(actor))
  if (fault) throw new AppError('RULE_BROKEN', fault, { reason: 'NOT_PAYABLE' })
  requireAlone(alone?.results[0] as unknown as Alone, row.amountMinor)
  const events: BillPaymentEvent[] = [
    ...(ENDED.includes(row.status) ? [{ type: 'RETRIED' } as const] : []),
    { type: 'METHOD_SET', paymentMethodId: bank.id },
  ]
  return { row, facts, bank, events }
}

export const startBillPayment = command({
  id: 'payments.start-bill-payment-process',
  access: 'payments.start',
  freshFactor: true,
  input: inputOf(endpoints.startBillPayment),
  run: async (context, { billPaymentId, paymentMethodId }): Promise<{ id: string }> => {
    const { row, bank, events } = await requireStartable(context, { paymentId: billPaymentId, paymentMethodId })
    return changePayment(context, row, {
      events: [...events, { type: 'STARTED' }],
      type: 'payment.started',
      body: { attempt: row.attempt + 1, paymentMethodId: bank.id },
      message: `Started paying ${formatMoney(amountOf(row))} for ${billName(row)}`,
      set: {
        ...{ providerId: null, failCode: null, arrivesAt: null, paidAt: null, returnedAt: null },
        ...{ startedByUserId: context.actor.userId, startedAt: context.clock.now() },
      },
      statements: () => [stillPayable(context, row), ...aloneStatements(context, { paymentIds: [row.id] })],
      outbox: [{ topic: 'payments.follow', payload: { what: 'BILL_PAYMENT', id: row.id } }],
      by: context.actor.userId,
    })
  },
})

export const updateBillPaymentMethod = command({
  id: 'payments.update-bill-payment-method',
  access: 'payments.use',
  input: z.object({ billPaymentId: id, paymentMethodId: id }),
  run: async (context, { billPaymentId, paymentMethodId }) => {
    const row = await requirePayment(context, billPaymentId)
    const bank = await requireVerified(context, paymentMethodId)
    if (row.currency !== PAYMENTS_CURRENCY)
      throw invalidField('paymentMethodId', 'Only bills in US dollars are paid from here')
    return changePayment(context, row, {
      events: [{ type: 'METHOD_SET', paymentMethodId: bank.id }],
      ...{ type: 'payment.method-set', body: { paymentMethodId: bank.id }, by: context.actor.userId },
      message: `Chose ${bankName(bank)} to pay ${billName(row)}`,
    })
  },
})

/** One that is on its way is cancelled at the provider, which says whether it still can be. */
export const cancelBillPayment = command({
  id: 'payments.cancel-bill-payment',
  access: 'payments.use',
  input: z.object({ billPaymentId: id }),
  run: async (context, { billPaymentId }): Promise<{ id: string }> => {
    const row = await requirePayment(context, billPaymentId)
    if (row.status !== 'PROCESSING')
      return changePayment(context, row, {
        ...{ events: [{ type: 'CANCELLED' }], type: 'payment.cancelled', by: context.actor.userId },
        message: `Canceled the payment of ${billName(row)}`,
      })
    const { providerId } = row
    if (providerId === null)
      throw new AppError('RULE_BROKEN', 'The payment is being sent. Try again in a minute.', { reason: 'SENDING' })
    const account = requireActive(await readAccountRow(context, row.companyId))
    const said = await tried(() => cancelPayment(refOf(context, account), providerId))
    await applyPayment(context, row, said, context.actor.userId)
    return { id: row.id }
  },
})

/** The id may be that of the bill. */
const paymentOf = async (context: StaffContext, of: string): Promise<PaymentRow> => {
  const { db, actor } = context
  const found = await db.first<{ id: string }>(
    db.sql(
      `SELECT p.id FROM bills b CROSS JOIN bill_payments p INDEXED BY bill_payments_bill
         ON p.company_id = b.company_id AND p.bill_id = b.id AND p.run = b.run WHERE b.id = ? AND b.company_id = ?`,
      ...[of, actor.companyId],
    ),
  )
  return requirePayment(context, found?.id ?? of)
}

export const updatePaidOutside = command({
  id: 'payments.update-bill-payment-paid-outside',
  access: 'payments.use',
  input: z.object({ id, isPaidOutside: z.boolean() }),
  run: async (context, { id: of, isPaidOutside }): Promise<{ id: string }> => {
    const { actor, db, clock } = context
    const row = await paymentOf(context, of)
    if ((row.status === 'PAID_OUTSIDE') === isPaidOutside) return { id: row.id }
    const by = actor.userId
    if (!isPaidOutside) {
      const back = await notPaidOutsideStatements(context, row, by)
      return changePayment(context, row, {
        ...{ events: [{ type: 'NOT_PAID_OUTSIDE' }], type: 'payment.not-paid-outside', by, statements: () => back },
        ...{ set: { outsideVersion: null, outsideByUserId: null, paidAt: null } },
        message: `Marked ${billName(row)} as not paid outside Outlay`,
      })
    }
    const [found] = await db.batch([startFactsStatement(context, row)])
    const facts = found?.results[0] as unknown as StartFacts
    if (!['PENDING', 'APPROVED', 'FAILED', 'RETURNED'].includes(row.status)) throw notAllowed(row)
    if (facts.billStatus !== 'APPROVED' || facts.billRun !== row.run)
      throw new AppError('RULE_BROKEN', STAY_REASONS.BILL_NOT_APPROVED, { reason: 'NOT_APPROVED' })
    const posted = await paidOutsideStatements(context, row, by)
    return changePayment(context, row, {
      ...{ events: [{ type: 'PAID_OUTSIDE' }], type: 'payment.paid-outside', by, statements: () => posted },
      ...{ set: { outsideVersion: row.version, outsideByUserId: by, paidAt: clock.now() } },
      message: `Marked ${billName(row)} as paid outside Outlay`,
    })
  },
})

/** Chooses confirmed details of the vendor, also in place of those that were confirmed for it before. */
export const addDetailsToPayment = command({
  id: 'payments.add-payment-information-to-bill-payment',
  access: 'payments.use',
  input: z.object({ billPaymentId: id, erpVendorPaymentInformationId: id }),
  run: async (context, { billPaymentId, erpVendorPaymentInformationId: detailsId }) => {
    const { db, actor } = context
    const row = await requirePayment(context, billPaymentId)
    const details = await db.first<{ state: string; erpVendorId: string; lastFour: string }>(
      db.sql(
        `SELECT state, erp_vendor_id AS erpVendorId, last_four AS lastFour FROM vendor_bank_details
          WHERE id = ? AND company_id = ? AND state <> 'DELETED'`,
        ...[detailsId, actor.companyId],
      ),
    )
    if (details?.erpVendorId !== row.erpVendorId) throw notFound('The bank account')
    if (details.state !== 'CONFIRMED')
      throw new AppError('RULE_BROKEN', 'These bank details aren’t confirmed.', { reason: 'NOT_CONFIRMED' })
    return changePayment(context, row, {
      events: [{ type: 'DETAILS_CONFIRMED', detailsId }],
      ...{ type: 'payment.details-chosen', body: { lastFourAccountNumber: details.lastFour }, by: actor.userId },
      message: `Chose the confirmed bank details ••••${details.lastFour} for the payment of ${billName(row)}`,
    })
  },
})
