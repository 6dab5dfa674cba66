import { type Address, to } from '../../../lib/address.ts'

interface Linked {
  transactionId: string
  transactionType: 'expense' | 'revenue'
  transactionDetails: { date: string }
}

/** The list at the transaction's month, with the transaction open. */
export const transactionHref = ({ transactionId, transactionType, transactionDetails: { date } }: Linked): Address =>
  to(
    '/budget-tracking/actuals/transactions',
    {},
    {
      ...(transactionType === 'revenue' && { type: 'revenue' as const }),
      ...{ from: date.slice(0, 7), to: date.slice(0, 7), transaction: transactionId },
    },
  )
