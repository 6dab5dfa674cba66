import { createFileRoute } from '@tanstack/react-router'
import { SegmentsPage } from '../../../../features/money/bill-settings/index.ts'

export const Route = createFileRoute('/_staff/settings/payments/segments')({
  staticData: { access: 'payments.configure' },
  component: SegmentsPage,
})
