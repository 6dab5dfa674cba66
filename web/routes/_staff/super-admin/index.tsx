import { createFileRoute } from '@tanstack/react-router'
import { CompanyList, companyListSearch } from '../../../features/platform/super-admin/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/super-admin/')({
  staticData: { access: 'platform.administer' },
  validateSearch: pageSearch(companyListSearch, tableSearch),
  component: CompanyList,
})
