import { createFileRoute } from '@tanstack/react-router'
import { PaymentsPage } from '../../../features/money/payments/gatekeeper.tsx'

export const Route = createFileRoute('/_staff/payments/$')({
  staticData: { access: 'staff' },
  component: PaymentsPage,
})
