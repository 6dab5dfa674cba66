import { createFileRoute } from '@tanstack/react-router'
import { CategoriesPage } from '../../../../features/requests/categories/pages/list.tsx'

export const Route = createFileRoute('/_staff/settings/vendor-intake-categories/')({
  staticData: { access: 'vendor-forms.configure' },
  component: CategoriesPage,
})
