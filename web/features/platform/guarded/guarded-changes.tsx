import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import * as endpoints from '../../../../schema/platform/guarded/endpoints.ts'
import { call } from '../../../lib/rest.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { DateText } from '../../../ui/date-text.tsx'
import { useNotYet } from '../../../ui/settling/not-yet.ts'
import { useCan } from '../session/index.ts'

/** What changes with them is read again, too. */
const PAYMENTS = ['payments'] as const
const SIGN_ON = ['sign-on'] as const
/** What a form reads again that can leave a change waiting. */
export const GUARDED_KEYS = [...PAYMENTS, 'guarded'] as const

/** Changes of limits, checks and approvers that wait for a second person, on each page of these settings. */
export const GuardedChanges = () => {
  const can = useCan()
  const { data = [], isLoading } = useQuery({
    queryKey: GUARDED_KEYS,
    queryFn: ({ signal }) => call(endpoints.listGuardedChanges, { signal }),
    enabled: can('settings.manage'),
  })
  useNotYet(isLoading)
  if (data.length === 0) return null
  return (
    <Alert color="yellow" title="Waiting for a second person" mb="md">
      <Stack gap="sm">
        {data.map((change) => (
          <Waiting key={change.id} change={change} />
        ))}
      </Stack>
    </Alert>
  )
}

const Waiting = ({ change }: { change: endpoints.GuardedChange }) => {
  const { id, words, askedBy, askedAt, effectiveAt, confirmFault } = change
  const decide = useCommand({
    run: (shouldConfirm: boolean, { commandId }) =>
      call(endpoints.decideGuardedChange, { params: { guardedChangeId: id }, body: { shouldConfirm }, commandId }),
    success: (_, shouldConfirm) => (shouldConfirm ? 'Change confirmed' : 'Change canceled'),
    invalidates: [PAYMENTS, SIGN_ON],
  })
  return (
    <div>
      <Text size="sm">
        {words}. Asked by {askedBy.name} <DateText instant={askedAt} />.{' '}
        {effectiveAt === null ? (
          confirmFault && 'Another admin can confirm it.'
        ) : (
          <>
            No one else can confirm it, so it takes effect <DateText instant={effectiveAt} />.
          </>
        )}
      </Text>
      <Group gap="xs" mt={4}>
        {confirmFault === null && (
          <Button size="xs" loading={decide.isPending} onClick={() => decide.send(true)}>
            Confirm change
          </Button>
        )}
        <Button size="xs" variant="subtle" color="red" loading={decide.isPending} onClick={() => decide.send(false)}>
          Cancel change
        </Button>
      </Group>
    </div>
  )
}
