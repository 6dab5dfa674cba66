import { createFileRoute } from '@tanstack/react-router'
import { itemSearch, PlanMappingPage } from '../../../../../../features/planning/plans/index.ts'
import { pageSearch } from '../../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/settings/manage-mappings/budgets/business-units/$planId')({
  staticData: { access: 'plans.manage' },
  validateSearch: pageSearch(itemSearch),
  component: () => <PlanMappingPage planId={Route.useParams().planId} kind="BUSINESS_UNITS" />,
})
