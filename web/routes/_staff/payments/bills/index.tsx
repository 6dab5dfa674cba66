import { createFileRoute } from '@tanstack/react-router'
import { BillList, billSearch } from '../../../../features/money/bills/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/payments/bills/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(billSearch, tableSearch),
  component: BillList,
})
