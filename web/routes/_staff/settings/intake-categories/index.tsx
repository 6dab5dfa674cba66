import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '../../../../features/requests/categories/index.ts'

export const Route = createFileRoute('/_staff/settings/intake-categories/')({
  staticData: { access: 'requests.configure' },
  component: CategoriesPage,
})
