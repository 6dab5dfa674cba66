import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '../../../features/requests/categories/index.ts'

export const Route = createFileRoute('/_staff/settings/sourcing')({
  staticData: { access: 'sourcing.configure' },
  component: CategoriesPage,
})
