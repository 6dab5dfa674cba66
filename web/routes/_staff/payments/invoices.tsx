import { createFileRoute } from '@tanstack/react-router'
import { InvoiceList, invoiceSearch } from '../../../features/money/bills/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/payments/invoices')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(invoiceSearch, tableSearch),
  component: InvoiceList,
})
