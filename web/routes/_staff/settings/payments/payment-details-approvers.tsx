import { createFileRoute } from '@tanstack/react-router'
import { ApproversPage, PaymentsGatekeeper } from '../../../../features/money/payments/index.ts'

export const Route = createFileRoute('/_staff/settings/payments/payment-details-approvers')({
  staticData: { access: 'payments.configure' },
  component: () => (
    <PaymentsGatekeeper need="ENABLED">
      <ApproversPage />
    </PaymentsGatekeeper>
  ),
})
