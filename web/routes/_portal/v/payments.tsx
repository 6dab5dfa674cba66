import { createFileRoute } from '@tanstack/react-router'
import { VendorMoneyPage, vendorMoneySearch } from '../../../features/money/vendor-invoices/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'

const Page = () => <VendorMoneyPage />

export const Route = createFileRoute('/_portal/v/payments')({
  staticData: { access: 'vendor user' },
  validateSearch: pageSearch(vendorMoneySearch),
  component: Page,
})
