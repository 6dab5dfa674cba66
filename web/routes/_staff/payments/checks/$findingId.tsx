import { createFileRoute } from '@tanstack/react-router'
import { BillsGate } from '../../../../features/money/bills/index.ts'
import { FindingPage } from '../../../../features/money/checks/index.ts'

const Page = () => {
  const { findingId } = Route.useParams()
  return (
    <BillsGate permission="payments.use">
      <FindingPage key={findingId} id={findingId} />
    </BillsGate>
  )
}

export const Route = createFileRoute('/_staff/payments/checks/$findingId')({
  staticData: { access: 'staff' },
  component: Page,
})
