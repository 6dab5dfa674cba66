import { createFileRoute } from '@tanstack/react-router'
import { ThreadPage, threadSearch } from '../../../../../features/planning/transactions/index.ts'
import { pageSearch } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/budget-tracking/actuals/transactions/comments')({
  staticData: { access: 'transactions.read' },
  validateSearch: pageSearch(threadSearch),
  component: ThreadPage,
})
