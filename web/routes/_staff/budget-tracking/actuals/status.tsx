import { createFileRoute } from '@tanstack/react-router'
import { StatusPage } from '../../../../features/platform/accounting/index.ts'

export const Route = createFileRoute('/_staff/budget-tracking/actuals/status')({
  staticData: { access: 'financial-analysis.use' },
  component: StatusPage,
})
