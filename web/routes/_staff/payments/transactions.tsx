import { createFileRoute } from '@tanstack/react-router'
import { OnboardedPaymentsPage } from '../../../features/money/payments/gatekeeper.tsx'

export const Route = createFileRoute('/_staff/payments/transactions')({
  staticData: { access: 'staff' },
  component: OnboardedPaymentsPage,
})
