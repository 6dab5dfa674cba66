import { listErpVendors } from '../../../../schema/planning/actuals/erp-lookup-endpoints.ts'
import { planList } from '../../../../schema/planning/plans/endpoints.ts'
import { type TransactionRow, transactionList } from '../../../../schema/planning/transactions/endpoints.ts'
import { monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { to } from '../../../lib/address.ts'
import { todayIn } from '../../../lib/format.ts'
import { call } from '../../../lib/rest.ts'
import { MOST_RECORDS, type UseCommands, useRecords } from '../../platform/search/index.ts'
import { useCan } from '../../platform/session/index.ts'
import { planHref } from './address.ts'

const MONTHS = 12

/** The list at the transaction's month, with the transaction open. */
const addressOf = ({ id, transactionType, transactionDate }: TransactionRow) => ({
  ...(transactionType === 'revenue' && { type: 'revenue' as const }),
  from: monthOf(transactionDate),
  to: monthOf(transactionDate),
  transaction: id,
})

/** Plans, the accounting system's vendors, and transactions of the last twelve months. */
export const useCommands: UseCommands = (text) => {
  const can = useCan()
  const last = monthOf(todayIn())
  const plans = useRecords({
    kind: 'Plan',
    text,
    enabled: can('plans.read'),
    read: async (search, signal) =>
      (await call(planList.list, { query: { search, first: MOST_RECORDS }, signal })).edges.map(({ node }) => node),
    command: ({ id, name }) => ({ label: name, href: planHref(id) }),
  })
  const vendors = useRecords({
    kind: 'Accounting vendor',
    text,
    enabled: can('financial-analysis.use'),
    read: async (search, signal) =>
      (await call(listErpVendors, { query: { search, first: MOST_RECORDS }, signal })).edges.map(({ node }) => node),
    command: ({ name, vendorId }) => ({
      label: name,
      href: to('/budget-tracking/actuals/transactions', {}, vendorId ? { inVendorIds: [vendorId] } : { search: name }),
      context: 'Transactions',
    }),
  })
  const transactions = useRecords({
    kind: 'Transaction',
    text,
    enabled: can('transactions.read'),
    read: async (search, signal) => {
      const query = { search, startYearMonth: shiftMonth(last, 1 - MONTHS), endYearMonth: last, first: MOST_RECORDS }
      const pages = await Promise.all(
        (['expense', 'revenue'] as const).map((type) =>
          call(transactionList.list, { query: { ...query, type }, signal }),
        ),
      )
      return pages.flatMap(({ edges }) => edges.map(({ node }) => node))
    },
    command: (row) => ({
      label: [row.erpVendor?.name, row.documentNumber].filter(Boolean).join(' ') || row.memo || row.description,
      href: to('/budget-tracking/actuals/transactions', {}, addressOf(row)),
      context: formatMoney(row.amount),
    }),
  })
  return [...plans, ...vendors, ...transactions]
}
