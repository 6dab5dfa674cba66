import { createFileRoute } from '@tanstack/react-router'
import { ServicePage, serviceQuery } from '../../../../features/vendors/services/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'

const Page = () => {
  const { serviceId } = Route.useParams()
  return <ServicePage id={serviceId} />
}

export const Route = createFileRoute('/_staff/services/$serviceId/')({
  staticData: { access: 'staff' },
  loader: ({ params, preload }) => readAhead(preload, serviceQuery(params.serviceId)),
  component: Page,
})
