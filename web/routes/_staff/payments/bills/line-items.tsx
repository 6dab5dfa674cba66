import { createFileRoute } from '@tanstack/react-router'
import { BillLinesPage, billLinesSearch } from '../../../../features/money/bill-lines/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/payments/bills/line-items')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(billLinesSearch, tableSearch),
  component: BillLinesPage,
})
