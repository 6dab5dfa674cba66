import { createFileRoute } from '@tanstack/react-router'
import { PayablesPage, payablesSearch } from '../../../../features/money/ledger/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/payments/ledger/payables')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(payablesSearch, tableSearch),
  component: PayablesPage,
})
