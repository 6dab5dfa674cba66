import { createFileRoute } from '@tanstack/react-router'
import { PlansPage, planListSearch } from '../../../../features/planning/plans/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/budget-tracking/budgets/')({
  staticData: { access: 'plans.use' },
  validateSearch: pageSearch(planListSearch, tableSearch),
  component: PlansPage,
})
