import { createFileRoute } from '@tanstack/react-router'
import { EventList, eventSearch } from '../../../../features/requests/sourcing-events/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/sourcing/events/')({
  staticData: { access: 'sourcing.use' },
  validateSearch: pageSearch(eventSearch, tableSearch),
  component: EventList,
})
