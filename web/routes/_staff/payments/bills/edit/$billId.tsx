import { createFileRoute } from '@tanstack/react-router'
import { EditBill } from '../../../../../features/money/bills/index.ts'

const Page = () => {
  const { billId } = Route.useParams()
  return <EditBill key={billId} id={billId} />
}

export const Route = createFileRoute('/_staff/payments/bills/edit/$billId')({
  staticData: { access: 'staff' },
  component: Page,
})
