import { createFileRoute } from '@tanstack/react-router'
import { CategoryFormPage } from '../../../../../features/requests/categories/index.ts'

const Page = () => <CategoryFormPage {...Route.useParams()} />

export const Route = createFileRoute('/_staff/settings/vendor-intake-categories/$categoryId/form')({
  staticData: { access: 'vendor-forms.configure' },
  component: Page,
})
