import { createFileRoute } from '@tanstack/react-router'
import { BillTabs } from '../../../features/money/bills/index.ts'
import {
  BillPaymentList,
  billPaymentSearch,
  OnboardedPaymentsPage,
  runSearch,
} from '../../../features/money/payments/index.ts'
import { pageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/payments/transactions')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(billPaymentSearch, runSearch, tableSearch),
  component: () => (
    <OnboardedPaymentsPage>
      <BillPaymentList tabs={<BillTabs current="payments" />} />
    </OnboardedPaymentsPage>
  ),
})
