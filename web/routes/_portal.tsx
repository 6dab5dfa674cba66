import { createFileRoute } from '@tanstack/react-router'
import { loadPortalGate, VendorLayout } from '../features/vendors/portal/index.ts'
import { PageSpinner } from '../ui/page-spinner.tsx'

/** A signed-in vendor user. */
export const Route = createFileRoute('/_portal')({
  staticData: { access: 'vendor user' },
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: async ({ location, preload }) => (await loadPortalGate()).loadVendor(location, preload),
  component: VendorLayout,
})
