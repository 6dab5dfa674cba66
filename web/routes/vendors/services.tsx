import { VendorPage } from '../../features/vendors/vendors/vendor-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { vendorId } = usePathParams<'vendorId'>()
  return <VendorPage id={vendorId} tab="services" />
}
