import { billEntry, billSource } from '../../../../schema/money/ledger/posting.ts'
import { dayIn } from '../../../../schema/shared/calendar.ts'
import { postEntry, reverseEntry } from '../ledger/index.ts'
import { type ApprovedBill, registerBillFollower } from './followers.ts'

/** The ledger: an approved bill is owed, and one whose approvals run again, or that is deleted, isn't. */

const memoOf = ({ content, vendorName }: ApprovedBill): string =>
  `${content.isCredit ? 'Credit' : 'Bill'} ${content.invoiceNumber} of ${vendorName}`

const factsOf = (bill: ApprovedBill) => {
  const { content, exchange } = bill
  const baseCurrency = exchange?.currency ?? content.currency
  return {
    ...{ billId: bill.id, approval: String(bill.run), date: content.invoiceDate, dueDate: content.dueDate },
    ...{ erpVendorId: content.erpVendorId, erpEntityId: content.erpEntityId, memo: memoOf(bill) },
    ...{ total: { value: content.totalAmount, currency: content.currency }, isCredit: content.isCredit, baseCurrency },
    rate: exchange?.rates.find(({ base, quote }) => base === content.currency && quote === baseCurrency) ?? null,
    lines: content.lines.map((line) => {
      const start = line.amortizationStartDate ?? content.amortizationStartDate
      const end = line.amortizationEndDate ?? content.amortizationEndDate
      return {
        ...{ id: line.id, amountMinor: line.amount, erpAccountId: line.erpAccountId },
        spread: start && end ? { start, end } : null,
      }
    }),
  }
}

registerBillFollower({
  name: 'ledger',
  approved: (context, bill) => ({
    statements: postEntry(context, { companyId: bill.companyId, by: null }, billEntry(factsOf(bill))),
  }),
  reopened: (context, { id, companyId, run }) => ({
    statements: reverseEntry(
      context,
      { companyId, by: null },
      {
        source: billSource({ billId: id, approval: String(run - 1) }),
        date: dayIn('UTC', context.clock.now()),
        memo: 'The bill is changed or deleted',
      },
    ),
  }),
})
