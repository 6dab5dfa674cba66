import type { ReactNode } from 'react'
import { late } from '../../../../ui/settling/late.tsx'
import { useCan } from '../../../platform/session/index.ts'

const BillsOfVendor = late(async () => (await import('./bills-of.tsx')).BillsOfVendor, 240)

/** The tab of a vendor's page with its bills. Undefined where the company has none. */
export const useBillsOfVendor = (): ((vendorId: string) => ReactNode) | undefined => {
  const can = useCan()
  return can('bills.read') ? (vendorId) => <BillsOfVendor vendorId={vendorId} /> : undefined
}
