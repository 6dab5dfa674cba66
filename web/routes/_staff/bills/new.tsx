import { createFileRoute } from '@tanstack/react-router'
import { NewBill } from '../../../features/money/bills/index.ts'

export const Route = createFileRoute('/_staff/bills/new')({
  staticData: { access: 'staff' },
  component: () => <NewBill />,
})
