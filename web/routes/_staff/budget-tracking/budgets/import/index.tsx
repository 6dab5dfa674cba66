import { createFileRoute } from '@tanstack/react-router'
import { ImportPlanPage } from '../../../../../features/planning/plans/index.ts'

export const Route = createFileRoute('/_staff/budget-tracking/budgets/import/')({
  staticData: { access: 'plans.manage' },
  component: ImportPlanPage,
})
