import { createFileRoute } from '@tanstack/react-router'
import { AdvancedPage } from '../../../../../features/requests/categories/pages/advanced.tsx'

const Page = () => <AdvancedPage {...Route.useParams()} />

export const Route = createFileRoute('/_staff/settings/vendor-intake-categories/$categoryId/advanced')({
  staticData: { access: 'vendor-forms.configure' },
  component: Page,
})
