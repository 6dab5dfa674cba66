import { createFileRoute } from '@tanstack/react-router'
import { listSearch, RequestList } from '../../../../features/requests/lists/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

/** Requests from the public forms of sourcing categories. */
const Page = () => <RequestList title="Sourcing forms" source="PUBLIC" />

export const Route = createFileRoute('/_staff/sourcing/forms/')({
  staticData: { access: 'sourcing.use' },
  validateSearch: pageSearch(listSearch, tableSearch),
  component: Page,
})
