import { Button, Group, Skeleton, Text } from '@mantine/core'
import { useState } from 'react'
import { type RequestViewer, setIntakeWatchers } from '../../../../../schema/requests/endpoints.ts'
import { fullName } from '../../../../../schema/shared/values.ts'
import { Dialog } from '../../../../ui/dialog.tsx'
import { useEndpointForm } from '../../../../ui/endpoint-form.ts'
import { PersonName } from '../../../../ui/person-name.tsx'
import { ErrorState } from '../../../../ui/states.tsx'
import { AsyncOptionSelect } from '../../../platform/lookups/index.ts'
import { requestKeys } from '../api.ts'
import { useViewers } from './actions-api.ts'
import classes from './details.module.css'

interface WatchersDialogProps {
  submissionId: string
  canChange: boolean
  onClose: () => void
}

const ROLE_WORDS: Record<RequestViewer['roles'][number], string> = {
  REQUESTOR: 'requester',
  SUBMITTER: 'filed it',
  ASSIGNEE: 'assignee',
  APPROVER: 'approver',
  WATCHER: 'watcher',
  STEP_WATCHER: 'watches a step',
  CATEGORY_OWNER: 'owner of the category',
}

/** Who sees the request, in what role, and who watches it. */
export const WatchersDialog = ({ submissionId, canChange, onClose }: WatchersDialogProps) => {
  const { data, error, refetch } = useViewers(submissionId)
  return (
    <Dialog opened onClose={onClose} title="Who can see this request">
      {error && !data ? (
        <ErrorState error={error} onRetry={() => void refetch()} compact />
      ) : data ? (
        <Loaded submissionId={submissionId} viewers={data} canChange={canChange} onClose={onClose} />
      ) : (
        <Skeleton height={160} radius="md" />
      )}
    </Dialog>
  )
}

const Loaded = ({ submissionId, viewers, canChange, onClose }: WatchersDialogProps & { viewers: RequestViewer[] }) => {
  const watching = viewers.filter(({ roles }) => roles.includes('WATCHER')).map(({ id }) => id)
  // Only changes made here are sent, so that other people's saves meanwhile stay.
  const [seenWatcherIds] = useState(watching)
  const { form, submit, isPending } = useEndpointForm(setIntakeWatchers, {
    params: { id: submissionId },
    initial: { watcherIds: watching },
    toBody: ({ watcherIds }) => ({ watcherIds, seenWatcherIds }),
    success: 'Watchers saved',
    invalidates: [requestKeys.one(submissionId)],
    onSuccess: onClose,
  })
  return (
    <form onSubmit={submit} noValidate>
      <ul className={classes.viewers}>
        {viewers.map((viewer) => (
          <li key={viewer.id}>
            <PersonName name={fullName(viewer)} />
            <span className={classes.dim}>{viewer.roles.map((role) => ROLE_WORDS[role]).join(', ')}</span>
          </li>
        ))}
      </ul>
      <Text size="sm" c="dimmed" mt="xs">
        Admins and super viewers see every request.
      </Text>
      {canChange && (
        <>
          <div className={classes.field}>
            <AsyncOptionSelect
              multiple
              kind="member"
              label="Watchers"
              description="They can see the request and get updates. They can’t approve."
              placeholder="Add people"
              {...form.getInputProps('watcherIds')}
            />
          </div>
          <Group justify="flex-end" mt="lg">
            <Button variant="default" onClick={onClose} disabled={isPending}>
              Cancel
            </Button>
            <Button type="submit" loading={isPending}>
              Save watchers
            </Button>
          </Group>
        </>
      )}
    </form>
  )
}
