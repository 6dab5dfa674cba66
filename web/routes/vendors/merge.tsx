import { MergePage } from '../../features/vendor-merges/merge-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { vendorId } = usePathParams<'vendorId'>()
  return <MergePage key={vendorId} vendorId={vendorId} />
}
