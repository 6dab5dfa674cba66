import { createFileRoute } from '@tanstack/react-router'
import { PaymentsPage } from '../../../../../features/money/payments/index.ts'

export const Route = createFileRoute('/_staff/settings/payments/bill-rules/$ruleSetId')({
  staticData: { access: 'staff' },
  component: PaymentsPage,
})
