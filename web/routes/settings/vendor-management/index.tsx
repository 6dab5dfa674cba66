import { Navigate } from '@tanstack/react-router'

/** Vendor management opens its fields. */
export const Page = () => <Navigate to="/settings/vendor-management/fields" replace />
