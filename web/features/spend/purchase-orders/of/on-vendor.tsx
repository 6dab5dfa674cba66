import type { ReactNode } from 'react'
import { late } from '../../../../ui/settling/late.tsx'
import { useCan } from '../../../platform/session/index.ts'

const OrdersOfVendor = late(async () => (await import('./orders-of-vendor.tsx')).OrdersOfVendor, 240)

/** The tab of a vendor's page with its purchase orders. Undefined where the company has none. */
export const useOrdersOfVendor = (): ((vendorId: string) => ReactNode) | undefined => {
  const can = useCan()
  return can('purchase-orders.use') ? (vendorId) => <OrdersOfVendor vendorId={vendorId} /> : undefined
}
