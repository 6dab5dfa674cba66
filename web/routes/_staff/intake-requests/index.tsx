import { createFileRoute } from '@tanstack/react-router'
import { RequestList } from '../../../features/requests/lists/index.ts'

const Page = () => <RequestList title="Requests" />

export const Route = createFileRoute('/_staff/intake-requests/')({
  staticData: { access: 'requests.use' },
  component: Page,
})
