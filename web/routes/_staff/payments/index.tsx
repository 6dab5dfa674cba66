import { createFileRoute } from '@tanstack/react-router'
import { PaymentsInbox } from '../../../features/money/bills/index.ts'

export const Route = createFileRoute('/_staff/payments/')({
  staticData: { access: 'staff' },
  component: PaymentsInbox,
})
