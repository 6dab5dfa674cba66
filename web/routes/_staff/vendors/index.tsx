import { createFileRoute } from '@tanstack/react-router'
import { listSearch, VendorList } from '../../../features/vendors/vendors/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/vendors/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(listSearch, tableSearch),
  component: VendorList,
})
