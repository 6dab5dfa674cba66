import { createFileRoute } from '@tanstack/react-router'
import { PaymentsInbox } from '../../../features/money/bills/index.ts'
import { LaneList, Lanes, worklistSearch } from '../../../features/money/worklist/index.ts'
import { pageSearch, usePageSearch } from '../../../lib/search-params.ts'
import { tableSearch } from '../../../ui/table/table-search.ts'

const Page = () => {
  const [{ lane }] = usePageSearch(worklistSearch)
  return <PaymentsInbox lanes={<Lanes current={lane} />} lane={lane ? <LaneList key={lane} lane={lane} /> : null} />
}

export const Route = createFileRoute('/_staff/payments/')({
  staticData: { access: 'staff' },
  validateSearch: pageSearch(worklistSearch, tableSearch),
  component: Page,
})
