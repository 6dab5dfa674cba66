import { EditVendorPage } from '../../features/vendors/vendors/form-pages.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { vendorId } = usePathParams<'vendorId'>()
  return <EditVendorPage id={vendorId} />
}
