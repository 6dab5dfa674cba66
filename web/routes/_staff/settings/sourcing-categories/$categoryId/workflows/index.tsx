import { createFileRoute } from '@tanstack/react-router'
import { WorkflowsPage } from '../../../../../../features/requests/categories/index.ts'

const Page = () => <WorkflowsPage {...Route.useParams()} />

export const Route = createFileRoute('/_staff/settings/sourcing-categories/$categoryId/workflows/')({
  staticData: { access: 'sourcing.configure' },
  component: Page,
})
