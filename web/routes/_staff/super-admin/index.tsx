import { createFileRoute, redirect } from '@tanstack/react-router'
import { isAdmitted } from '../../../features/platform/shell/index.ts'
import { CompanyList, companyListSearch } from '../../../features/platform/super-admin/index.ts'
import { to } from '../../../lib/address.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/super-admin/')({
  staticData: { access: 'platform.administer' },
  validateSearch: pageSearch(companyListSearch, tableSearch),
  beforeLoad: async () => {
    if (!(await isAdmitted('platform.administer'))) throw redirect({ href: to('/'), replace: true })
  },
  component: CompanyList,
})
