import { createFileRoute } from '@tanstack/react-router'
import { NewBill, newBillSearch } from '../../../../../features/money/bills/index.ts'
import { pageSearch } from '../../../../../lib/search-params.ts'

const Page = () => {
  const { documentId } = Route.useParams()
  return <NewBill key={documentId ?? 'new'} {...(documentId ? { documentId } : {})} />
}

export const Route = createFileRoute('/_staff/payments/bills/new/{-$documentId}')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(newBillSearch),
  component: Page,
})
