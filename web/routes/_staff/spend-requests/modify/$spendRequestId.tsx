import { createFileRoute } from '@tanstack/react-router'
import { ModifySpendRequest } from '../../../../features/spend/spend-requests/index.ts'

const Page = () => {
  const { spendRequestId } = Route.useParams()
  return <ModifySpendRequest key={spendRequestId} id={spendRequestId} />
}

export const Route = createFileRoute('/_staff/spend-requests/modify/$spendRequestId')({
  staticData: { access: 'spend-requests.read' },
  component: Page,
})
