import { createFileRoute } from '@tanstack/react-router'
import { CategoryPage } from '../../../../../features/requests/categories/index.ts'

const Page = () => <CategoryPage {...Route.useParams()} />

export const Route = createFileRoute('/_staff/settings/vendor-intake-categories/$categoryId/')({
  staticData: { access: 'vendor-forms.configure' },
  component: Page,
})
