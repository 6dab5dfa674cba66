import { createFileRoute } from '@tanstack/react-router'
import { PlanMappingsPage, planListSearch } from '../../../../../../features/planning/plans/index.ts'
import { pageSearch } from '../../../../../../lib/search-params.ts'
import { tableSearch } from '../../../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/settings/manage-mappings/budgets/business-units/')({
  staticData: { access: 'plans.manage' },
  validateSearch: pageSearch(planListSearch, tableSearch),
  component: () => <PlanMappingsPage kind="BUSINESS_UNITS" />,
})
