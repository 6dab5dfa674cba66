import { createFileRoute } from '@tanstack/react-router'
import { RequestList } from '../../../../features/requests/lists/index.ts'

/** Requests from the public forms of sourcing categories. */
const Page = () => <RequestList title="Sourcing" source="PUBLIC" />

export const Route = createFileRoute('/_staff/sourcing/forms/')({
  staticData: { access: 'sourcing.use' },
  component: Page,
})
