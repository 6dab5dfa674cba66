import { createFileRoute } from '@tanstack/react-router'
import { EditServicePage } from '../../../../features/vendors/services/index.ts'

const Page = () => {
  const { serviceId } = Route.useParams()
  return <EditServicePage id={serviceId} />
}

export const Route = createFileRoute('/_staff/services/$serviceId/edit')({
  staticData: { access: 'staff' },
  component: Page,
})
