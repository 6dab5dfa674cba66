import { createFileRoute } from '@tanstack/react-router'
import { AdvancedPage } from '../../../../../features/requests/categories/index.ts'

const Page = () => <AdvancedPage {...Route.useParams()} />

export const Route = createFileRoute('/_staff/settings/intake-categories/$categoryId/advanced')({
  staticData: { access: 'requests.configure' },
  component: Page,
})
