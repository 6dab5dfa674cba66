import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '../../../features/requests/categories/pages/list.tsx'

export const Route = createFileRoute('/_staff/settings/sourcing')({
  staticData: { access: 'sourcing.configure' },
  component: CategoriesPage,
})
