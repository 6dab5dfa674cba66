import { createFileRoute } from '@tanstack/react-router'
import { CategoryFormPage } from '../../../../../features/requests/categories/index.ts'

const Page = () => <CategoryFormPage {...Route.useParams()} />

export const Route = createFileRoute('/_staff/settings/sourcing-categories/$categoryId/form')({
  staticData: { access: 'sourcing.configure' },
  component: Page,
})
