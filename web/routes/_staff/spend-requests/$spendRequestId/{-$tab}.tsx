import { createFileRoute } from '@tanstack/react-router'
import { whenAdmitted } from '../../../../features/platform/shell/index.ts'
import { SpendPage, spendRequestQuery } from '../../../../features/spend/spend-requests/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'

const Page = () => {
  const { spendRequestId, tab } = Route.useParams()
  return <SpendPage key={spendRequestId} id={spendRequestId} {...(tab ? { tab } : {})} />
}

export const Route = createFileRoute('/_staff/spend-requests/$spendRequestId/{-$tab}')({
  staticData: { access: 'spend-requests.read' },
  loader: ({ params, preload }) =>
    whenAdmitted('spend-requests.read', () => readAhead(preload, spendRequestQuery(params.spendRequestId))),
  component: Page,
})
