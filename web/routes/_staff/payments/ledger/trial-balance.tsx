import { createFileRoute } from '@tanstack/react-router'
import { TrialBalancePage, trialBalanceSearch } from '../../../../features/money/ledger/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/payments/ledger/trial-balance')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(trialBalanceSearch, tableSearch),
  component: TrialBalancePage,
})
