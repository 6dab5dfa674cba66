import { createFileRoute } from '@tanstack/react-router'
import { DuplicateSpendRequest } from '../../../../features/spend/spend-requests/index.ts'

const Page = () => {
  const { spendRequestId } = Route.useParams()
  return <DuplicateSpendRequest key={spendRequestId} id={spendRequestId} />
}

export const Route = createFileRoute('/_staff/spend-requests/duplicate/$spendRequestId')({
  staticData: { access: 'spend-requests.use' },
  component: Page,
})
