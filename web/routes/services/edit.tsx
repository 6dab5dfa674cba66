import { EditServicePage } from '../../features/vendors/services/form-pages.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { serviceId } = usePathParams<'serviceId'>()
  return <EditServicePage id={serviceId} />
}
