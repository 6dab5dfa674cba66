import { createFileRoute } from '@tanstack/react-router'
import { NewServicePage } from '../../../features/vendors/services/form-pages.tsx'

export const Route = createFileRoute('/_staff/services/add-new')({
  staticData: { access: 'staff' },
  component: NewServicePage,
})
