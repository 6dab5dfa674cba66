import { createFileRoute } from '@tanstack/react-router'
import { usePaymentsOfVendor } from '../../../../features/money/payments/index.ts'
import { useTransactionsOfVendor } from '../../../../features/planning/transactions/index.ts'
import { useSpendOfVendor } from '../../../../features/spend/spend-requests/index.ts'
import { serviceSearch } from '../../../../features/vendors/services/index.ts'
import { VendorPage, vendorQuery } from '../../../../features/vendors/vendors/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

const Page = () => {
  const { vendorId } = Route.useParams()
  return (
    <VendorPage
      id={vendorId}
      tab="services"
      spend={useSpendOfVendor()}
      transactions={useTransactionsOfVendor()}
      payments={usePaymentsOfVendor()}
    />
  )
}

export const Route = createFileRoute('/_staff/vendors/$vendorId/services')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(serviceSearch, tableSearch),
  loader: ({ params, preload }) => readAhead(preload, vendorQuery(params.vendorId)),
  component: Page,
})
