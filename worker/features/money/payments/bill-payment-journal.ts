import { paymentEntry, paymentSource, type Rate } from '../../../../schema/money/ledger/posting.ts'
import { ledgerRates } from '../../../../schema/money/ledger/values.ts'
import { PAYMENTS_CURRENCY } from '../../../../schema/money/payments/values.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { readCompanyDay } from '../../platform/members/index.ts'
import { paidStatement } from '../bills/index.ts'
import { postEntry, recordSync, reverseEntry, withdrawSync } from '../ledger/index.ts'
import { amountOf, billName, type PaymentRow } from './bill-payment-rows.ts'
import { rateToday } from './journal.ts'

/** What a payment is in the ledger, on its bill and for the accounting system, in the batch of what says so. */

interface Posted {
  rates: string
  baseCurrency: Currency
  dueDate: string
}

/** How the bill was posted, which a payment settles at the same rate. */
const postedBill = async ({ db }: BaseContext, { companyId, billId }: PaymentRow): Promise<Posted> => {
  const row = await db.first<Posted>(
    db.sql(
      `SELECT e.rates, e.base_currency AS baseCurrency, e.due_date AS dueDate
         FROM ledger_entries e INDEXED BY ledger_entries_bill
        WHERE e.company_id = ?1 AND e.bill_id = ?2 AND e.type = 'BILL' AND e.reverses_id IS NULL
          AND NOT EXISTS (SELECT 1 FROM ledger_entries r WHERE r.company_id = ?1 AND r.reverses_id = e.id)
        ORDER BY e.created_at DESC, e.id DESC LIMIT 1`,
      ...[companyId, billId],
    ),
  )
  if (!row) throw new Error(`Bill ${billId} isn't in the ledger`)
  return row
}

const titleOf = (row: PaymentRow): string => `Payment of ${billName(row)}`

/** @param from CLEARING if it was paid from the balance, BANK if outside */
const entryOf = async (context: BaseContext, row: PaymentRow, attempt: string, from: 'CLEARING' | 'BANK') => {
  const posted = await postedBill(context, row)
  const amount = amountOf(row)
  const billRate: Rate =
    ledgerRates
      .parse(JSON.parse(posted.rates))
      .find(({ base, quote }) => base === amount.currency && quote === posted.baseCurrency) ?? null
  const today = await rateToday(context, row.companyId, amount.currency)
  if (!today) throw new Error(`There is no rate of ${amount.currency} for payment ${row.id}`)
  const date = await readCompanyDay(context, row.companyId)
  const entry = paymentEntry({
    ...{ paymentId: row.id, attempt, date, memo: titleOf(row), billId: row.billId },
    ...{ erpVendorId: row.erpVendorId, dueDate: posted.dueDate, erpEntityId: row.erpEntityId, amount, billRate },
    ...{ paid: amount, paidRate: today.rate, from, baseCurrency: posted.baseCurrency },
    bankAccountId: from === 'CLEARING' ? row.paymentMethodId : null,
  })
  return { entry, date, paidRate: today.rate }
}

const paid = (context: BaseContext, row: PaymentRow, at: number | null): D1PreparedStatement =>
  paidStatement(context.db, { companyId: row.companyId, billId: row.billId, run: row.run }, at)

/** The money has left the balance. */
export const paidStatements = async (context: BaseContext, row: PaymentRow): Promise<D1PreparedStatement[]> => {
  const { companyId, amountMinor } = row
  const posted = await entryOf(context, row, String(row.attempt), 'CLEARING')
  const { date, paidRate } = posted
  return [
    ...postEntry(context, { companyId, by: null }, posted.entry),
    paid(context, row, context.clock.now()),
    ...recordSync(context, companyId, {
      ...{ type: 'BILL_PAYMENT', ownerId: row.id, billId: row.billId, erpEntityId: row.erpEntityId },
      ...{ date, currency: PAYMENTS_CURRENCY, totalMinor: amountMinor },
      ...{ title: titleOf(row), erpVendorId: row.erpVendorId, invoiceNumber: row.invoiceNumber },
      billTotalMinor: amountMinor,
      exchangeRate: paidRate?.rate ?? null,
      rateCurrency: paidRate?.quote ?? null,
    }),
  ]
}

/** The money came back. */
export const returnedStatements = async (context: BaseContext, row: PaymentRow): Promise<D1PreparedStatement[]> => {
  const source = paymentSource({ paymentId: row.id, attempt: String(row.attempt) })
  return [
    ...reverseEntry(
      context,
      { companyId: row.companyId, by: null },
      {
        ...{ source, date: await readCompanyDay(context, row.companyId), memo: `Returned: ${titleOf(row)}` },
      },
    ),
    paid(context, row, null),
    ...withdrawSync(context, row.companyId, { type: 'BILL_PAYMENT', ownerId: row.id }),
  ]
}

const outside = (version: number): string => `outside-${version}`

/** Paid from the company's bank, not by Outlay. The accounting system has it from there. */
export const paidOutsideStatements = async (
  context: BaseContext,
  row: PaymentRow,
  by: string,
): Promise<D1PreparedStatement[]> => [
  ...postEntry(
    ...([
      context,
      { companyId: row.companyId, by },
      (await entryOf(context, row, outside(row.version), 'BANK')).entry,
    ] as const),
  ),
  paid(context, row, context.clock.now()),
]

export const notPaidOutsideStatements = async (
  context: BaseContext,
  row: PaymentRow,
  by: string,
): Promise<D1PreparedStatement[]> => [
  ...reverseEntry(
    context,
    { companyId: row.companyId, by },
    {
      source: paymentSource({ paymentId: row.id, attempt: outside(row.outsideVersion ?? 0) }),
      date: await readCompanyDay(context, row.companyId),
      memo: `Not paid outside: ${titleOf(row)}`,
    },
  ),
  paid(context, row, null),
]
