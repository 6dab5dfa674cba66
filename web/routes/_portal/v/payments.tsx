import { createFileRoute } from '@tanstack/react-router'
import { VendorPaymentsPage } from '../../../features/money/payments/index.ts'

export const Route = createFileRoute('/_portal/v/payments')({
  staticData: { access: 'vendor user' },
  component: VendorPaymentsPage,
})
