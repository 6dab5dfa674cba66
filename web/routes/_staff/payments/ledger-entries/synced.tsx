import { createFileRoute } from '@tanstack/react-router'
import { EntriesPage, entriesSearch } from '../../../../features/money/ledger/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/payments/ledger-entries/synced')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(entriesSearch, tableSearch),
  component: () => <EntriesPage state="SYNCED" />,
})
