import { createFileRoute } from '@tanstack/react-router'
import { OnboardedPaymentsPage } from '../../../../features/money/payments/index.ts'

export const Route = createFileRoute('/_staff/payments/bill-payments/$billPaymentId')({
  staticData: { access: 'staff' },
  component: OnboardedPaymentsPage,
})
