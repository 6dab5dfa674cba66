import { createFileRoute } from '@tanstack/react-router'
import { createVendor } from '../../../../../../schema/vendors/vendors/endpoints.ts'
import { useCan, useSession } from '../../../../../features/platform/session/index.ts'
import { whenAdmitted } from '../../../../../features/platform/shell/index.ts'
import { type CreateVendor, EventPage, eventQuery } from '../../../../../features/requests/sourcing-events/index.ts'
import { readAhead } from '../../../../../lib/read-ahead.ts'
import { call } from '../../../../../lib/rest.ts'

const Page = () => {
  const { eventId, tab } = Route.useParams()
  const can = useCan()
  const { userId } = useSession()
  const create: CreateVendor = async (name, commandId) => {
    const { id } = await call(createVendor, { body: { name, owners: [userId], paymentMethod: 'UNKNOWN' }, commandId })
    return id
  }
  return (
    <EventPage
      key={eventId}
      id={eventId}
      {...(tab ? { tab } : {})}
      createVendor={can('vendors.create') ? create : null}
    />
  )
}

export const Route = createFileRoute('/_staff/sourcing/events/$eventId/{-$tab}')({
  staticData: { access: 'sourcing.use' },
  loader: ({ params, preload }) => whenAdmitted('sourcing.use', () => readAhead(preload, eventQuery(params.eventId))),
  component: Page,
})
