import { createFileRoute } from '@tanstack/react-router'
import { OnboardedPaymentsPage } from '../../../../features/money/payments/gatekeeper.tsx'

export const Route = createFileRoute('/_staff/payments/bill-payments/$billPaymentId')({
  staticData: { access: 'staff' },
  component: OnboardedPaymentsPage,
})
