import { createFileRoute } from '@tanstack/react-router'
import { NewVendorCategory } from '../../../../features/vendors/vendors/index.ts'

export const Route = createFileRoute('/_staff/settings/vendor-management/new-vendor-category')({
  staticData: { access: 'vendors.configure' },
  component: NewVendorCategory,
})
