import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useCan } from '../../platform/session/index.ts'

/** Most visits of a vendor's page don't open it. */
const BankDetailsOfVendor = lazy(async () => ({
  default: (await import('./vendor-page-details.tsx')).BankDetailsOfVendor,
}))

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
