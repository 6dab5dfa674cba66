import { createFileRoute } from '@tanstack/react-router'
import { ServicePage } from '../../../../features/vendors/services/index.ts'

const Page = () => {
  const { serviceId } = Route.useParams()
  return <ServicePage id={serviceId} />
}

export const Route = createFileRoute('/_staff/services/$serviceId/')({
  staticData: { access: 'staff' },
  component: Page,
})
