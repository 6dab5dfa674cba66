import { createFileRoute } from '@tanstack/react-router'
import { CategoryPage } from '../../../../../features/requests/categories/index.ts'

const Page = () => <CategoryPage {...Route.useParams()} />

export const Route = createFileRoute('/_staff/settings/sourcing-categories/$categoryId/')({
  staticData: { access: 'sourcing.configure' },
  component: Page,
})
