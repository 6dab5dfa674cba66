import { createFileRoute } from '@tanstack/react-router'
import { BillPage, billQuery } from '../../../../../features/money/bills/index.ts'
import { whenAdmitted } from '../../../../../features/platform/shell/index.ts'
import { readAhead } from '../../../../../lib/read-ahead.ts'

const Page = () => {
  const { billId, tab } = Route.useParams()
  return <BillPage key={billId} id={billId} {...(tab ? { tab } : {})} />
}

export const Route = createFileRoute('/_staff/payments/bills/$billId/{-$tab}')({
  staticData: { access: 'staff' },
  loader: ({ params, preload }) => whenAdmitted('bills.read', () => readAhead(preload, billQuery(params.billId))),
  component: Page,
})
