import { createFileRoute } from '@tanstack/react-router'
import { RenewalReport } from '../../../features/vendors/renewals/index.ts'

export const Route = createFileRoute('/_staff/reports/services-renewal')({
  staticData: { access: 'staff' },
  component: RenewalReport,
})
