import { ServicePage } from '../../features/vendors/services/service-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { serviceId } = usePathParams<'serviceId'>()
  return <ServicePage id={serviceId} />
}
