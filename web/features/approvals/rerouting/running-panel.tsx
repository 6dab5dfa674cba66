import { Alert, Button, Checkbox, Skeleton } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import { useState } from 'react'
import {
  type Changed,
  MOVED_AT_ONCE,
  type RunningDifference,
} from '../../../../schema/approvals/rerouting/endpoints.ts'
import { listOf } from '../../../../schema/shared/name-lists.ts'
import { readAddress } from '../../../lib/address.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { confirm } from '../../../ui/confirm.tsx'
import { DateText } from '../../../ui/date-text.tsx'
import { EmptyState, ErrorState } from '../../../ui/states.tsx'
import { ApprovalChanges } from '../engine/index.ts'
import { move, runningKeys, useRunning } from './api.ts'
import classes from './rerouting.module.css'

interface RunningPanelProps {
  changed: Changed
  /** The saved version. */
  version: number
  /** The builder has changes that no request can be moved to yet. */
  isDirty: boolean
}

const counted = (count: number): string => `${count} ${count === 1 ? 'request' : 'requests'}`

const restartText = ({ label, people }: RunningDifference['restarts'][number]): string =>
  people.length > 0 ? `${label} restarts, which ${listOf(people)} decided` : `${label} restarts`

const Differences = ({ request }: { request: RunningDifference }) => {
  const { gains, loses, restarts, changesSteps, problem } = request
  return (
    <ApprovalChanges gains={gains} loses={loses} problem={problem}>
      {restarts.map((restart) => (
        <li key={restart.id} data-kind="restart">
          <IconRefresh size={14} aria-hidden /> {restartText(restart)}
        </li>
      ))}
      {!problem && gains.length + loses.length + restarts.length === 0 && (
        <li data-kind="same">
          {changesSteps
            ? 'The same people are asked. Only the order or the texts change.'
            : 'Nothing changes now. Later edits follow the saved version.'}
        </li>
      )}
    </ApprovalChanges>
  )
}

/** Requests in progress that today's version would change, and moving those that the admin picks. */
export const RunningPanel = ({ changed, version, isDirty }: RunningPanelProps) => {
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useRunning(changed, version)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [refused, setRefused] = useState<ReadonlyMap<string, string>>(new Map())
  const command = useCommand<RunningDifference[], Awaited<ReturnType<typeof move>>>({
    run: (requests, { commandId }) =>
      move(
        { changed, requests: requests.map(({ targetType, id, sequence }) => ({ targetType, id, sequence })) },
        commandId,
      ),
    success: ({ results }) => {
      const moved = results.filter(({ ok }) => ok).length
      return moved > 0 ? `${counted(moved)} moved` : undefined
    },
    invalidates: [runningKeys.of(changed)],
    onSuccess: ({ results }) => {
      setChosen([])
      setRefused(new Map(results.flatMap(({ id, message }) => (message ? [[id, message]] : []))))
    },
  })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} compact />
  if (!data) return <Skeleton height={96} aria-hidden />
  const requests = data.pages.flatMap((page) => page.requests)
  const movable = requests.filter(({ problem }) => problem === null)
  const picked = movable.filter(({ id }) => chosen.includes(id))
  const tooMany = picked.length > MOVED_AT_ONCE
  const moveThem = async (): Promise<void> => {
    const agreed = await confirm({
      title: `Move ${counted(picked.length)}?`,
      text: 'Steps that stay the same keep their decisions. New approvers and those asked again get an email. You can’t approve requests you move.',
      confirmLabel: `Move ${counted(picked.length)}`,
    })
    if (agreed) command.send(picked)
  }
  return (
    <div className={classes.panel}>
      <p className={classes.hint}>
        Requests in progress keep the version they started with. These would change if you moved them to the saved
        version {version}.
      </p>
      {isDirty && <Alert color="yellow">Save your changes first. Requests move to the saved version.</Alert>}
      {requests.length === 0 && !hasNextPage ? (
        <EmptyState compact title="Nothing to move" text="No request in progress would change." />
      ) : (
        <>
          <Checkbox
            label="Select all shown"
            checked={movable.length > 0 && picked.length === movable.length}
            indeterminate={picked.length > 0 && picked.length < movable.length}
            disabled={movable.length === 0}
            onChange={(event) => setChosen(event.currentTarget.checked ? movable.map(({ id }) => id) : [])}
          />
          <ul className={classes.requests} aria-label="Requests in progress that would change">
            {requests.map((request) => (
              <li key={request.id}>
                <Checkbox
                  aria-label={`Select ${request.title}`}
                  checked={chosen.includes(request.id)}
                  disabled={request.problem !== null}
                  onChange={(event) => {
                    const isChosen = event.currentTarget.checked
                    setChosen((before) =>
                      isChosen ? [...before, request.id] : before.filter((other) => other !== request.id),
                    )
                  }}
                />
                <div className={classes.request}>
                  <AppLink className="ol-link" href={readAddress(request.href)}>
                    {request.title}
                  </AppLink>
                  <p className={classes.hint}>
                    {request.requestorName}, <DateText instant={request.submittedAt} />
                  </p>
                  <Differences request={request} />
                  {refused.has(request.id) && (
                    <p className={classes.refused} role="alert">
                      {refused.get(request.id)}
                    </p>
                  )}
                </div>
              </li>
            ))}
          </ul>
          {tooMany && <p className={classes.refused}>Move at most {MOVED_AT_ONCE} at a time.</p>}
          <div className={classes.actions}>
            <Button
              size="sm"
              disabled={picked.length === 0 || tooMany || isDirty}
              loading={command.isPending}
              onClick={() => void moveThem()}
            >
              {picked.length === 0 ? 'Move requests' : `Move ${counted(picked.length)}`}
            </Button>
            {hasNextPage && (
              <Button size="sm" variant="default" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                Look at older requests
              </Button>
            )}
          </div>
        </>
      )}
    </div>
  )
}
