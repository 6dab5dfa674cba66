import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { late } from '../../../ui/settling/late.tsx'
import { useCan } from '../../platform/session/index.ts'

/** Most visits of a vendor's page don't open it. */
const BankDetailsOfVendor = lazy(async () => ({
  default: (await import('./vendor-page-details.tsx')).BankDetailsOfVendor,
}))

const PaidToVendor = late(async () => (await import('./of/paid-to-vendor.tsx')).PaidToVendor, 240)

interface Shown {
  id: string
  name: string
  erpVendors: { id: string; name: string }[]
}

/** The tab of a vendor's page with its bank details. Undefined for people without payments access. */
export const usePaymentsOfVendor = (): ((vendor: Shown) => ReactNode) | undefined => {
  const can = useCan()
  if (!can('payments.use')) return undefined
  return (vendor) => (
    <Suspense fallback={<Skeleton height={240} />}>
      <BankDetailsOfVendor vendor={vendor} />
    </Suspense>
  )
}

/** The tab with the payments of its bills. Undefined for people without payments access. */
export const usePaidToVendor = (): ((vendorId: string) => ReactNode) | undefined => {
  const can = useCan()
  return can('payments.look') ? (vendorId) => <PaidToVendor vendorId={vendorId} /> : undefined
}
