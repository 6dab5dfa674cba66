import type { BillPaymentEvent } from '../../../../schema/money/payments/bill-payment-states.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import type { AccountHolderType, BankAccountType } from '../../../../schema/vendors/portal/values.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { unseal } from '../../../core/vault.ts'
import { StripeRefusal } from '../../../integrations/stripe/errors.ts'
import { findPayment, readPayment, type SentPayment, sendPayment } from '../../../integrations/stripe/payments.ts'
import { type AccountRow, accountStatement, refOf, requireActive } from './account.ts'
import { mayBeThere } from './asking.ts'
import { changePayment, type PaymentChange } from './bill-payment-change.ts'
import { paidStatements, returnedStatements } from './bill-payment-journal.ts'
import { amountOf, attemptId, billName, failReason, type PaymentRow, paymentStatement } from './bill-payment-rows.ts'
import { placeOfDetails } from './details.ts'

/**
 * Sending a payment, and bringing it to where the provider is. Invariants: an attempt is stored before the provider is
 * called; whether it was sent before is asked before it is sent again; what the provider says of an earlier attempt, or
 * what is older than what is known, changes nothing.
 */

export type PaymentSaid = Pick<SentPayment, 'state' | 'arrivesAt' | 'returnCode'> & { transferId: string | null }

const DONE: Record<Exclude<PaymentSaid['state'], 'PROCESSING'>, [type: string, verb: string]> = {
  POSTED: ['payment.paid', 'Paid'],
  FAILED: ['payment.failed', 'Could not pay'],
  CANCELLED: ['payment.cancelled', 'Canceled paying'],
  RETURNED: ['payment.returned', 'The bank returned'],
}

const FOLLOWS = { PROCESSING: ['POSTED', 'FAILED', 'CANCELLED', 'RETURNED'], PAID: ['RETURNED'] } as const

/**
 * Writes what the provider says, unless something later is known already.
 * @param by who asked the provider for it. Null for Outlay
 */
export const applyPayment = async (
  context: BaseContext,
  row: PaymentRow,
  said: PaymentSaid,
  by: string | null = null,
): Promise<void> => {
  const { db, clock } = context
  const { state, transferId, arrivesAt } = said
  const now = clock.now()
  const after = row.status === 'PROCESSING' || row.status === 'PAID' ? FOLLOWS[row.status] : []
  if (state === 'PROCESSING' || !after.some((each) => each === state)) {
    await db.batch([
      db.sql(
        `UPDATE bill_payments SET provider_id = coalesce(provider_id, ?3), arrives_at = coalesce(?4, arrives_at)
          WHERE id = ?1 AND attempt = ?2 AND status IN ('PROCESSING', 'PAID')`,
        ...[row.id, row.attempt, transferId, arrivesAt],
      ),
    ])
    return
  }
  const events: BillPaymentEvent[] = [{ type: 'PROVIDER_SAID', attempt: row.attempt, state }]
  const [type, verb] = DONE[state]
  const providerId = transferId ?? row.providerId
  const reason = failReason({ status: state === 'POSTED' ? 'PAID' : state, failCode: said.returnCode, providerId })
  // One that came back was paid, also if no one heard of that.
  const isNewlyPaid = row.status === 'PROCESSING' && (state === 'POSTED' || state === 'RETURNED')
  const posted = [
    ...(isNewlyPaid ? await paidStatements(context, row) : []),
    ...(state === 'RETURNED' ? await returnedStatements(context, row) : []),
  ]
  await changePayment(context, row, {
    ...{ events, type, by, statements: () => posted },
    body: { attempt: row.attempt, providerId, ...(reason && { reason }) },
    message: `${verb} ${formatMoney(amountOf(row))} for ${billName(row)}${reason ? `: ${reason}` : ''}`,
    set: {
      ...{ providerId, failCode: said.returnCode, arrivesAt: arrivesAt ?? row.arrivesAt },
      ...(isNewlyPaid && { paidAt: now }),
      ...(state === 'RETURNED' && { returnedAt: now }),
    },
    outbox: effectsOf(row, state),
  })
}

/** What is sent to whom: the advice to the vendor, or an alarm to the company's people. */
const effectsOf = ({ id, attempt }: PaymentRow, state: PaymentSaid['state']): PaymentChange['outbox'] => {
  if (state === 'POSTED') return [{ topic: 'payments.remittance', payload: { billPaymentId: id, attempt } }]
  if (state === 'FAILED' || state === 'RETURNED') return [{ topic: 'payments.alarm', payload: { what: state, id } }]
  return []
}

interface Payee {
  accountHolderName: string
  accountHolderType: AccountHolderType
  bankAccountType: BankAccountType
  sealed: string
  keyId: string
  routingNumber: string
  remittanceEmail: string
  address1: string
  address2: string
  city: string
  addressState: string
  postalCode: string
  country: string
  billRun: number | null
  billStatus: string | null
}

const payeeStatement = ({ db }: BaseContext, companyId: string, id: string): D1PreparedStatement =>
  db.sql(
    `SELECT d.account_holder_name AS accountHolderName, d.account_holder_type AS accountHolderType,
            d.bank_account_type AS bankAccountType, d.account_number_sealed AS sealed,
            d.account_number_key_id AS keyId, d.routing_number AS routingNumber,
            d.remittance_email AS remittanceEmail, d.address1, d.address2, d.city, d.address_state AS addressState,
            d.postal_code AS postalCode, d.country, b.run AS billRun, b.status AS billStatus
       FROM bill_payments p CROSS JOIN vendor_bank_details d ON d.id = p.details_id AND d.company_id = p.company_id
       LEFT JOIN bills b ON b.id = p.bill_id AND b.company_id = p.company_id AND b.deleted_at IS NULL
      WHERE p.id = ? AND p.company_id = ?`,
    ...[id, companyId],
  )

/** ISO 3166 in two letters, which is what the provider takes. */
const countryOf = (country: string): string => (/^[A-Za-z]{2}$/.test(country) ? country.toUpperCase() : 'US')

const send = async (
  context: BaseContext,
  account: AccountRow & { financialAccountId: string },
  row: PaymentRow,
  payee: Payee,
): Promise<SentPayment> => {
  const place = placeOfDetails(row.companyId, row.detailsId ?? '')
  const accountNumber = await unseal(context.env, { sealed: payee.sealed, keyId: payee.keyId }, place)
  return sendPayment(refOf(context, account), {
    ...{ attemptId: attemptId(row), financialAccountId: account.financialAccountId, amountMinor: row.amountMinor },
    descriptor: row.invoiceNumber.replaceAll(/[^A-Za-z0-9 ]/g, '').trim() || 'Bill',
    payee: {
      ...{ accountHolderName: payee.accountHolderName, accountHolderType: payee.accountHolderType },
      ...{ bankAccountType: payee.bankAccountType, accountNumber, routingNumber: payee.routingNumber },
      email: payee.remittanceEmail,
      address: {
        ...{ line1: payee.address1, line2: payee.address2, city: payee.city, state: payee.addressState },
        ...{ postal_code: payee.postalCode, country: countryOf(payee.country) },
      },
    },
  })
}

const failed = (code: string): PaymentSaid => ({ state: 'FAILED', arrivesAt: null, returnCode: code, transferId: null })

/** Sends a payment that was started, or asks how one goes. It may run twice, and at any time. */
export const advancePayment = async (
  context: BaseContext,
  companyId: string,
  id: string,
  isRepeated: boolean,
): Promise<void> => {
  const [accounts, payments, payees] = await context.db.batch([
    accountStatement(context, companyId),
    paymentStatement(context, companyId, id),
    payeeStatement(context, companyId, id),
  ])
  const row = payments?.results[0] as unknown as PaymentRow | undefined
  const payee = payees?.results[0] as unknown as Payee | undefined
  if (!row || !payee || (row.status !== 'PROCESSING' && row.status !== 'PAID')) return
  const account = requireActive((accounts?.results[0] as unknown as AccountRow | undefined) ?? null)
  const ref = refOf(context, account)
  if (row.providerId !== null) return applyPayment(context, row, await readPayment(ref, row.providerId))
  const lookup = {
    ...{ financialAccountId: account.financialAccountId, attemptId: attemptId(row), since: row.startedAt ?? 0 },
  }
  const known = mayBeThere(isRepeated, row.startedAt ?? 0, context.clock.now()) ? await findPayment(ref, lookup) : null
  if (known) return applyPayment(context, row, known)
  // The bill was changed in the moment between.
  if (payee.billStatus !== 'APPROVED' || payee.billRun !== row.run)
    return applyPayment(context, row, { ...failed(''), state: 'CANCELLED', returnCode: null })
  try {
    await applyPayment(context, row, await send(context, account, row, payee))
  } catch (error) {
    if (!(error instanceof StripeRefusal && error.taken === 'NO' && error.isFinal)) throw error
    await applyPayment(context, row, failed(error.code || 'other'))
  }
}
