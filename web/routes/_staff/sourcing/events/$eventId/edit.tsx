import { createFileRoute } from '@tanstack/react-router'
import { EditEvent } from '../../../../../features/requests/sourcing-events/index.ts'

const Page = () => {
  const { eventId } = Route.useParams()
  return <EditEvent key={eventId} id={eventId} />
}

export const Route = createFileRoute('/_staff/sourcing/events/$eventId/edit')({
  staticData: { access: 'sourcing.use' },
  component: Page,
})
