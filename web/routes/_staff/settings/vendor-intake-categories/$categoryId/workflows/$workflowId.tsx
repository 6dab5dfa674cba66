import { createFileRoute } from '@tanstack/react-router'
import { WorkflowPage } from '../../../../../../features/requests/categories/index.ts'

const Page = () => <WorkflowPage {...Route.useParams()} />

export const Route = createFileRoute('/_staff/settings/vendor-intake-categories/$categoryId/workflows/$workflowId')({
  staticData: { access: 'vendor-forms.configure' },
  component: Page,
})
