import { createFileRoute } from '@tanstack/react-router'
import { ServiceList, serviceSearch } from '../../../features/vendors/services/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/services/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(serviceSearch, tableSearch),
  component: ServiceList,
})
