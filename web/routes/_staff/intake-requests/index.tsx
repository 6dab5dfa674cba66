import { createFileRoute } from '@tanstack/react-router'
import { listSearch, RequestList } from '../../../features/requests/lists/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

const Page = () => <RequestList title="Requests" />

export const Route = createFileRoute('/_staff/intake-requests/')({
  staticData: { access: 'requests.use' },
  validateSearch: pageSearch(listSearch, tableSearch),
  component: Page,
})
