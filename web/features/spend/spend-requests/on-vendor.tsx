import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useCompany } from '../../platform/session/index.ts'

const SpendOfVendor = lazy(async () => ({ default: (await import('./of-vendor.tsx')).SpendOfVendor }))

/** How the page of a vendor shows its spend requests, or undefined where there are none. */
export const useSpendOfVendor = (): ((vendorId: string) => ReactNode) | undefined => {
  const { enableSpendRequests } = useCompany()
  if (!enableSpendRequests) return undefined
  return (vendorId) => (
    <Suspense fallback={<Skeleton height={240} />}>
      <SpendOfVendor vendorId={vendorId} />
    </Suspense>
  )
}
