import { createFileRoute } from '@tanstack/react-router'
import { usePaymentsOfVendor } from '../../../../features/money/payments/index.ts'
import { useTransactionsOfVendor } from '../../../../features/planning/transactions/index.ts'
import { useSpendOfVendor } from '../../../../features/spend/spend-requests/index.ts'
import { VendorPage, vendorQuery } from '../../../../features/vendors/vendors/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'

const Page = () => {
  const { vendorId } = Route.useParams()
  return (
    <VendorPage
      id={vendorId}
      spend={useSpendOfVendor()}
      transactions={useTransactionsOfVendor()}
      payments={usePaymentsOfVendor()}
    />
  )
}

export const Route = createFileRoute('/_staff/vendors/$vendorId/')({
  staticData: { access: 'staff' },
  loader: ({ params, preload }) => readAhead(preload, vendorQuery(params.vendorId)),
  component: Page,
})
