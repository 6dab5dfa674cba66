import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { VendorPage } from '../../features/vendors/vendors/vendor-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

const MergePage = lazy(async () => ({
  default: (await import('../../features/vendors/merges/merge-page.tsx')).MergePage,
}))

export const Page = () => {
  const { vendorId, tab } = usePathParams<'vendorId' | 'tab'>()
  if (tab !== 'merge') return <VendorPage id={vendorId} {...(tab && { tab })} />
  return (
    <Suspense fallback={<Skeleton height={320} />}>
      <MergePage key={vendorId} vendorId={vendorId} />
    </Suspense>
  )
}
