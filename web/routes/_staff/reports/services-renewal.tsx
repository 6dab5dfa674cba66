import { createFileRoute } from '@tanstack/react-router'
import { RenewalReport, renewalSearch } from '../../../features/vendors/renewals/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/reports/services-renewal')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(renewalSearch, tableSearch),
  component: RenewalReport,
})
