import { createFileRoute } from '@tanstack/react-router'
import { EditSpendRequest } from '../../../../features/spend/spend-requests/index.ts'

const Page = () => {
  const { spendRequestId } = Route.useParams()
  return <EditSpendRequest key={spendRequestId} id={spendRequestId} />
}

export const Route = createFileRoute('/_staff/spend-requests/$spendRequestId/edit')({
  staticData: { access: 'spend-requests.read' },
  component: Page,
})
