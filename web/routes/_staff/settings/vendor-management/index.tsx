import { createFileRoute, Navigate } from '@tanstack/react-router'

/** Vendor management opens its fields. */
const Page = () => <Navigate to="/settings/vendor-management/fields" replace />

export const Route = createFileRoute('/_staff/settings/vendor-management/')({
  staticData: { access: 'vendors.configure' },
  component: Page,
})
