import { createFileRoute } from '@tanstack/react-router'
import { PageSpinner } from '../features/platform/shell/page-spinner.tsx'
import { VendorLayout } from '../features/vendors/portal/vendor-layout.tsx'

/** A signed-in vendor user. */
export const Route = createFileRoute('/_portal')({
  staticData: { access: 'vendor user' },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: async ({ location, preload }) =>
    (await import('../features/vendors/portal/gate.ts')).loadVendor(location, preload),
  component: VendorLayout,
})
