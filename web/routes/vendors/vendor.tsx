import { VendorPage } from '../../features/vendors/vendor-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { vendorId, tab } = usePathParams<'vendorId' | 'tab'>()
  return <VendorPage id={vendorId} {...(tab && { tab })} />
}
