import { createFileRoute } from '@tanstack/react-router'
import { figureSearch, PlanPage } from '../../../../../features/planning/plans/index.ts'
import { pageSearch } from '../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/budget-tracking/budgets/$planId/')({
  staticData: { access: 'plans.use' },
  validateSearch: pageSearch(figureSearch),
  component: () => <PlanPage planId={Route.useParams().planId} />,
})
