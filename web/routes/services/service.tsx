import { ServicePage } from '../../features/services/service-page.tsx'
import { usePathParams } from '../../lib/path-params.ts'

export const Page = () => {
  const { serviceId } = usePathParams<'serviceId'>()
  return <ServicePage id={serviceId} />
}
