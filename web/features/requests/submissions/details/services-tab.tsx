import { ActionIcon, Button, Group, Skeleton } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import {
  addIntakeServices,
  listLinkedServices,
  listServicesFromAnswers,
  type RequestService,
  removeIntakeService,
} from '../../../../../schema/requests/submissions/service-endpoints.ts'
import { to } from '../../../../lib/address.ts'
import { formatCalendarDate } from '../../../../lib/format.ts'
import { call } from '../../../../lib/rest.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { AppLink } from '../../../../ui/app-link.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { requestKeys } from '../api.ts'
import classes from './services-tab.module.css'

/** The services of the request: those in its answers, and those linked since. */
export const ServicesTab = ({ id }: { id: string }) => {
  const key = [...requestKeys.one(id), 'services']
  const linked = useQuery({
    queryKey: [...key, 'linked'],
    queryFn: ({ signal }) => call(listLinkedServices, { params: { id }, signal }),
  })
  const answered = useQuery({
    queryKey: [...key, 'answered'],
    queryFn: ({ signal }) => call(listServicesFromAnswers, { params: { id }, signal }),
  })
  const [chosen, setChosen] = useState<string[]>([])
  const add = useCommand({
    run: (serviceIds: string[], { commandId }) =>
      call(addIntakeServices, { params: { id }, body: { serviceIds }, commandId }),
    success: (_, { length }) => (length === 1 ? 'Service linked' : 'Services linked'),
    invalidates: [requestKeys.one(id)],
    onSuccess: () => setChosen([]),
  })
  const remove = useCommand({
    run: (serviceId: string, { commandId }) => call(removeIntakeService, { params: { id, serviceId }, commandId }),
    success: 'Service removed',
    invalidates: [requestKeys.one(id)],
  })
  const error = linked.error ?? answered.error
  if (linked.data && answered.data) {
    const isEmpty = linked.data.length + answered.data.length === 0
    return (
      <div className={classes.tab}>
        {isEmpty ? (
          <EmptyState
            compact
            title="No services yet"
            text="Link services this request is about, such as the one it renews."
          />
        ) : (
          <ul className={classes.list} aria-label="Services on this request">
            {answered.data.map((service) => (
              <li key={`answer ${service.id}`}>
                <Service service={service} from={service.question} />
              </li>
            ))}
            {linked.data.map((service) => (
              <li key={service.id}>
                <Service service={service} />
                {service.canRemove && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${service.name}`}
                    disabled={remove.isPending}
                    onClick={() => remove.send(service.id)}
                  >
                    <IconX size={16} />
                  </ActionIcon>
                )}
              </li>
            ))}
          </ul>
        )}
        <Group align="flex-end" gap="xs" wrap="nowrap">
          <div className={classes.choice}>
            <AsyncOptionSelect
              kind="service"
              multiple
              label="Link services"
              placeholder="Search by name"
              value={chosen}
              onChange={setChosen}
            />
          </div>
          <Button
            variant="default"
            disabled={chosen.length === 0}
            loading={add.isPending}
            onClick={() => add.send(chosen)}
          >
            Link
          </Button>
        </Group>
      </div>
    )
  }
  const retry = () => {
    void linked.refetch()
    void answered.refetch()
  }
  return error ? <ErrorState error={error} onRetry={retry} compact /> : <Skeleton height={120} radius="lg" />
}

const Service = ({ service, from }: { service: RequestService; from?: string }) => {
  const facts = [
    service.vendor.name,
    service.endDate && `until ${formatCalendarDate(service.endDate)}`,
    service.archived && 'archived',
    from && `answer to “${from}”`,
  ]
  return (
    <div className={classes.service}>
      <AppLink className="ol-link" href={to('/services/$serviceId', { serviceId: service.id })}>
        {service.name}
      </AppLink>
      <span className={classes.dim}>{facts.filter(Boolean).join(' · ')}</span>
    </div>
  )
}
