import { createFileRoute } from '@tanstack/react-router'
import { NewVendorPage } from '../../../features/vendors/vendors/index.ts'

export const Route = createFileRoute('/_staff/vendors/add-new')({
  staticData: { access: 'staff' },
  component: NewVendorPage,
})
