import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '../../../../features/requests/categories/pages/list.tsx'

export const Route = createFileRoute('/_staff/settings/intake-categories/')({
  staticData: { access: 'requests.configure' },
  component: CategoriesPage,
})
