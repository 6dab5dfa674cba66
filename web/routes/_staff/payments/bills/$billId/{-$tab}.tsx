import { createFileRoute } from '@tanstack/react-router'
import { PaymentsPage } from '../../../../../features/money/payments/index.ts'

export const Route = createFileRoute('/_staff/payments/bills/$billId/{-$tab}')({
  staticData: { access: 'staff' },
  component: PaymentsPage,
})
