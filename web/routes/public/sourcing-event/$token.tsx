import { createFileRoute } from '@tanstack/react-router'
import { BidderPage } from '../../../features/requests/sourcing-events/index.ts'

const Page = () => {
  const { token } = Route.useParams()
  return <BidderPage key={token} token={token} />
}

export const Route = createFileRoute('/public/sourcing-event/$token')({
  staticData: { access: 'everyone' },
  component: Page,
})
