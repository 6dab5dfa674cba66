import { createFileRoute } from '@tanstack/react-router'
import { BillsGate } from '../../../../features/money/bills/index.ts'
import { ChecksPage, checkDialogSearch, checkSearch } from '../../../../features/money/checks/index.ts'
import { pageSearch } from '../../../../lib/search-params.ts'
import { tableSearch } from '../../../../ui/table/table-search.ts'

export const Route = createFileRoute('/_staff/payments/checks/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(checkSearch, checkDialogSearch, tableSearch),
  component: () => (
    <BillsGate permission="payments.use">
      <ChecksPage />
    </BillsGate>
  ),
})
