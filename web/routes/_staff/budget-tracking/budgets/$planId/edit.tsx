import { createFileRoute } from '@tanstack/react-router'
import { EditPlanPage } from '../../../../../features/planning/plans/index.ts'

export const Route = createFileRoute('/_staff/budget-tracking/budgets/$planId/edit')({
  staticData: { access: 'plans.manage' },
  component: () => <EditPlanPage planId={Route.useParams().planId} />,
})
