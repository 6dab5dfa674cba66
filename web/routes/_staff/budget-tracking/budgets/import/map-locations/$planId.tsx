import { createFileRoute } from '@tanstack/react-router'
import { itemSearch, LinkStepPage } from '../../../../../../features/planning/plans/index.ts'
import { pageSearch } from '../../../../../../lib/search-params.ts'

export const Route = createFileRoute('/_staff/budget-tracking/budgets/import/map-locations/$planId')({
  staticData: { access: 'plans.manage' },
  validateSearch: pageSearch(itemSearch),
  component: () => <LinkStepPage planId={Route.useParams().planId} kind="LOCATIONS" />,
})
