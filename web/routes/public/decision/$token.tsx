import { createFileRoute } from '@tanstack/react-router'
import { DecisionPage } from '../../../features/approvals/decision-links/index.ts'

const Page = () => {
  const { token } = Route.useParams()
  return <DecisionPage key={token} token={token} />
}

export const Route = createFileRoute('/public/decision/$token')({
  staticData: { access: 'everyone' },
  component: Page,
})
