import { createFileRoute } from '@tanstack/react-router'
import { NewBill } from '../../../../../features/money/bills/index.ts'

const Page = () => {
  const { documentId } = Route.useParams()
  return <NewBill key={documentId ?? 'new'} {...(documentId ? { documentId } : {})} />
}

export const Route = createFileRoute('/_staff/payments/bills/new/{-$documentId}')({
  staticData: { access: 'staff' },
  component: Page,
})
