import { createFileRoute } from '@tanstack/react-router'
import { WorkflowsPage } from '../../../../../../features/requests/categories/index.ts'

const Page = () => <WorkflowsPage {...Route.useParams()} />

export const Route = createFileRoute('/_staff/settings/vendor-intake-categories/$categoryId/workflows/')({
  staticData: { access: 'vendor-forms.configure' },
  component: Page,
})
