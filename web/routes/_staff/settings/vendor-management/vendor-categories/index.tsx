import { createFileRoute } from '@tanstack/react-router'
import { VendorCategories } from '../../../../../features/vendors/vendors/index.ts'

export const Route = createFileRoute('/_staff/settings/vendor-management/vendor-categories/')({
  staticData: { access: 'vendors.configure' },
  component: VendorCategories,
})
