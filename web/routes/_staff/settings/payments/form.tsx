import { createFileRoute } from '@tanstack/react-router'
import { BillFormPage } from '../../../../features/money/bill-settings/index.ts'

export const Route = createFileRoute('/_staff/settings/payments/form')({
  staticData: { access: 'payments.configure' },
  component: BillFormPage,
})
