import { createFileRoute } from '@tanstack/react-router'
import { ActualsPage } from '../../../../features/planning/actuals/index.ts'

export const Route = createFileRoute('/_staff/budget-tracking/actuals/')({
  staticData: { access: 'financial-analysis.use' },
  component: ActualsPage,
})
