import { createFileRoute } from '@tanstack/react-router'
import { NewServicePage } from '../../../features/vendors/services/index.ts'

export const Route = createFileRoute('/_staff/services/add-new')({
  staticData: { access: 'staff' },
  component: NewServicePage,
})
