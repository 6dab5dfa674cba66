import { Skeleton } from '@mantine/core'
import { lazy, type ReactNode, Suspense } from 'react'
import { useCan, useCompany } from '../../platform/session/index.ts'

const TransactionsOfVendor = lazy(async () => ({
  default: (await import('./of-vendor.tsx')).TransactionsOfVendor,
}))

interface Shown {
  id: string
  name: string
  archived: boolean
}

/** How the page of a vendor shows its transactions, or undefined where the person sees none. */
export const useTransactionsOfVendor = (): ((vendor: Shown) => ReactNode) | undefined => {
  const { isErpLinked } = useCompany()
  const can = useCan()
  if (!isErpLinked || !can('transactions.read')) return undefined
  return (vendor) => (
    <Suspense fallback={<Skeleton height={240} />}>
      <TransactionsOfVendor vendor={vendor} />
    </Suspense>
  )
}
