import type { BillContent, BillLine } from '../../../../schema/money/bills/content.ts'
import { billEntry, billSource, type Rate } from '../../../../schema/money/ledger/posting.ts'
import type { SyncFactsOf } from '../../../../schema/money/ledger/sync-values.ts'
import { type Currency, DEFAULT_CURRENCY } from '../../../../schema/shared/money.ts'
import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { loadExchange } from '../../platform/currency-rates/index.ts'
import { readCompanyDay } from '../../platform/members/index.ts'
import {
  billOfSync,
  bookingOf,
  postEntry,
  recordSync,
  registerBillFacts,
  reverseBill,
  SYNC_OF_BILL,
  withdrawSync,
} from '../ledger/index.ts'
import { requireReadable } from './access.ts'
import { type ApprovedBill, type Following, registerBillFollower } from './followers.ts'
import { readApproved } from './settled.ts'

/**
 * An approved bill in the ledger, and what of it is to be in the accounting system. The only part of bills that knows the
 * ledger.
 */

type Writing = Pick<BaseContext, 'db' | 'clock' | 'newId'>

/** "Bill INV-12 of Acme". */
const titleOf = ({ content, vendorName }: ApprovedBill): string =>
  `${content.isCredit ? 'Credit' : 'Bill'} ${content.invoiceNumber} of ${vendorName}`

/** The rate of the bill's run. A company that had none then has today's. */
const rateOf = async (
  { db, clock }: Writing,
  { companyId, content, exchange }: ApprovedBill,
): Promise<{ baseCurrency: Currency; rate: Rate }> => {
  const company = await db.first<{ currency: Currency }>(
    db.sql('SELECT currency FROM companies WHERE id = ?', companyId),
  )
  const baseCurrency = company?.currency ?? DEFAULT_CURRENCY
  if (content.currency === baseCurrency) return { baseCurrency, rate: null }
  const isRate = ({ base, quote }: { base: string; quote: string }) =>
    base === content.currency && quote === baseCurrency
  const known = exchange?.rates.find(isRate)
  if (known) return { baseCurrency, rate: known }
  const today = await loadExchange(db, { id: companyId, currency: baseCurrency, allowsOthers: true }, clock.now())
  const rate = today.rates.find(isRate)
  if (!rate) throw new Error(`There is no exchange rate for ${content.currency}`)
  return { baseCurrency, rate }
}

type Spread = Pick<BillLine, 'erpAmortizationTemplateId' | 'amortizationStartDate' | 'amortizationEndDate'>

/** A line without its own months has those of the bill. */
const spreadOf = (line: Spread, content: BillContent) => {
  const given = line.amortizationStartDate ? line : content
  const { amortizationStartDate: start, amortizationEndDate: end, erpAmortizationTemplateId: templateId } = given
  return start && end ? { start, end, templateId } : null
}

/** @param approval the run, and what changed since in where it is booked */
const entryOf = async (context: Writing, bill: ApprovedBill, approval: string) => {
  const { id: billId, content } = bill
  const { baseCurrency, rate } = await rateOf(context, bill)
  return billEntry({
    ...{ billId, approval, date: content.invoiceDate, dueDate: content.dueDate, memo: titleOf(bill) },
    ...{
      erpVendorId: content.erpVendorId,
      erpEntityId: content.erpEntityId,
      isCredit: content.isCredit,
      baseCurrency,
      rate,
    },
    total: { value: content.totalAmount, currency: content.currency },
    lines: content.lines.map((line) => ({
      ...{ id: line.id, amountMinor: line.amount, erpAccountId: line.erpAccountId, spread: spreadOf(line, content) },
    })),
  })
}

const factsOf = async (context: Writing, bill: ApprovedBill): Promise<SyncFactsOf<'BILL'>> => {
  const { id, content, createdByUserId } = bill
  const { rate } = await rateOf(context, bill)
  return {
    ...{ type: 'BILL', ownerId: id, billId: id, erpEntityId: content.erpEntityId, date: content.invoiceDate },
    ...{ currency: content.currency, totalMinor: content.totalAmount, title: titleOf(bill) },
    ...{ erpVendorId: content.erpVendorId, isCredit: content.isCredit, invoiceNumber: content.invoiceNumber },
    ...{
      dueDate: content.dueDate,
      description: content.description,
      exchangeRate: rate?.rate ?? null,
      rateCurrency: rate?.quote ?? null,
      createdByUserId,
    },
    ...{ accountingPeriodId: content.accountingPeriodId, fields: content.fields },
    lines: content.lines.map((line) => ({
      ...{ lineId: line.id, amountMinor: line.amount, memo: line.memo, erpAccountId: line.erpAccountId },
      ...{ erpDepartmentId: line.erpDepartmentMappingId, erpClassificationId: line.erpBusinessUnitId },
      ...{ erpTaxCodeId: line.erpTaxCodeId ?? content.erpTaxCodeId, amortization: spreadOf(line, content) },
      fields: [...line.fields, ...line.segments],
    })),
  }
}

/** What was posted for other approvals is taken back, if that wasn't done yet. */
const booked = async (
  context: Writing,
  bill: ApprovedBill,
  { by, approval, except, date }: { by: string | null; approval: string; except: string | null; date: string },
): Promise<Following> => {
  const who = { companyId: bill.companyId, by }
  const memo = `Changed: ${titleOf(bill)}`
  return {
    statements: [
      ...reverseBill(context, who, { billId: bill.id, date, memo, except }),
      ...postEntry(context, who, await entryOf(context, bill, approval)),
      ...recordSync(context, bill.companyId, await factsOf(context, bill)),
    ],
  }
}

registerBillFollower({
  name: 'ledger',
  approved: async (context, bill) => {
    const approval = String(bill.run)
    const except = billSource({ billId: bill.id, approval })
    return booked(context, bill, { by: null, approval, except, date: await readCompanyDay(context, bill.companyId) })
  },
  reopened: async (context, { id, companyId }) => ({
    statements: [
      ...reverseBill(
        context,
        { companyId, by: null },
        { billId: id, date: await readCompanyDay(context, companyId), memo: 'The bill is changed or deleted' },
      ),
      ...withdrawSync(context, companyId, { type: 'BILL', ownerId: id }),
    ],
  }),
  entryModified: async (context, bill) => {
    const source = billSource({ billId: bill.id, approval: String(bill.run) })
    const { isBooked, isSending } = await bookingOf(context, { billId: bill.id, source })
    const later = (reason: string, message: string) => new AppError('RULE_BROKEN', message, { reason })
    // What the approval posts comes first, so that this takes it back.
    if (!isBooked) throw later('NOT_BOOKED', 'This bill was just approved. Try again in a moment.')
    if (isSending) throw later('SENDING', 'This bill is being sent to the accounting system. Try again in a moment.')
    return booked(context, bill, {
      ...{ by: context.actor.userId, approval: `${bill.run}:${context.newId()}`, except: null },
      // Each month stays as it was but for the accounts: nothing counts twice until today.
      date: bill.content.invoiceDate,
    })
  },
  billOfEntry: billOfSync,
  columns: { syncEntry: SYNC_OF_BILL },
})

registerBillFacts(async (context, billId) => {
  await requireReadable(context, billId)
  const bill = await readApproved(context, context.actor.companyId, billId)
  return bill && factsOf(context, bill)
})
