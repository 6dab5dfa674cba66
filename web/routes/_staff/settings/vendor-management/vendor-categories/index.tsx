import { createFileRoute } from '@tanstack/react-router'
import { VendorCategories } from '../../../../../features/vendors/settings/vendor-categories.tsx'

export const Route = createFileRoute('/_staff/settings/vendor-management/vendor-categories/')({
  staticData: { access: 'vendors.configure' },
  component: VendorCategories,
})
