import { createFileRoute } from '@tanstack/react-router'
import { BillPaymentPage, OnboardedPaymentsPage } from '../../../../features/money/payments/index.ts'

const Page = () => {
  const { billPaymentId } = Route.useParams()
  return (
    <OnboardedPaymentsPage>
      <BillPaymentPage key={billPaymentId} id={billPaymentId} />
    </OnboardedPaymentsPage>
  )
}

export const Route = createFileRoute('/_staff/payments/bill-payments/$billPaymentId')({
  staticData: { access: 'staff' },
  component: Page,
})
