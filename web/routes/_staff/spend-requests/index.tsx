import { createFileRoute } from '@tanstack/react-router'
import { SpendList, spendSearch } from '../../../features/spend/spend-requests/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/spend-requests/')({
  staticData: { access: 'spend-requests.read' },
  validateSearch: pageSearch(spendSearch, tableSearch),
  component: SpendList,
})
