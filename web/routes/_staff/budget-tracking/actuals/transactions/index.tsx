import { createFileRoute } from '@tanstack/react-router'
import { TransactionsPage, transactionSearch } from '../../../../../features/planning/transactions/index.ts'
import { pageSearch } from '../../../../../lib/search-params.ts'
import { tableSearch } from '../../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/budget-tracking/actuals/transactions/')({
  staticData: { access: 'transactions.read' },
  validateSearch: pageSearch(transactionSearch, tableSearch),
  component: TransactionsPage,
})
