import { createFileRoute } from '@tanstack/react-router'
import { useCompany } from '../../../../features/platform/session/index.ts'
import { SpendOfService } from '../../../../features/spend/spend-requests/index.ts'
import { ServicePage, serviceQuery } from '../../../../features/vendors/services/index.ts'
import { readAhead } from '../../../../lib/read-ahead.ts'

const Page = () => {
  const { serviceId } = Route.useParams()
  const { enableSpendRequests } = useCompany()
  return (
    <ServicePage
      id={serviceId}
      {...(enableSpendRequests && {
        further: (service) => ({ title: 'Spend requests', content: <SpendOfService service={service} /> }),
      })}
    />
  )
}

export const Route = createFileRoute('/_staff/services/$serviceId/')({
  staticData: { access: 'staff' },
  loader: ({ params, preload }) => readAhead(preload, serviceQuery(params.serviceId)),
  component: Page,
})
