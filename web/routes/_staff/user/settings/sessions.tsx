import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import {
  sessionsClasses as classes,
  ownSessionsQuery,
  signOutEverywhere,
  useSession,
} from '../../../../features/platform/session/index.ts'
import { useCommand } from '../../../../lib/use-command.ts'
import { confirm } from '../../../../ui/confirm.tsx'
import { DateTimeText } from '../../../../ui/date-text.tsx'
import { PageHeader } from '../../../../ui/page-header.tsx'
import { PageSpinner } from '../../../../ui/page-spinner.tsx'
import { EmptyState, ErrorState } from '../../../../ui/states.tsx'

const Page = () => {
  const { impersonatorId } = useSession()
  return (
    <>
      <PageHeader title="My sessions" subtitle="Where you’re signed in to Outlay." />
      {impersonatorId === null ? (
        <Sessions />
      ) : (
        <EmptyState title="Only the member can see this" text="You’re viewing as someone else." />
      )}
    </>
  )
}

const Sessions = () => {
  const sessions = useQuery(ownSessionsQuery)
  const end = useCommand({
    run: (_: undefined, { commandId }) => signOutEverywhere(commandId),
    onSuccess: () => window.location.assign('/login'),
  })
  const ask = async (): Promise<void> => {
    const sure = await confirm({
      title: 'Sign out everywhere?',
      text: 'All your sessions end, this one too. Login links you haven’t used stop working.',
      confirmLabel: 'Sign out everywhere',
      danger: true,
    })
    if (sure) end.send(undefined)
  }
  if (sessions.error) return <ErrorState error={sessions.error} onRetry={() => void sessions.refetch()} />
  if (!sessions.data) return <PageSpinner />
  return (
    <>
      <ul className={classes.list} aria-label="Sessions">
        {sessions.data.map((session) => (
          <li key={`${session.companyName} ${session.createdAt}`} className={classes.session}>
            <div>
              <p className={classes.device}>
                {session.device ?? 'Unknown device'}{' '}
                {session.isCurrent && (
                  <Badge variant="light" tt="none">
                    This session
                  </Badge>
                )}
              </p>
              <p className={classes.dim}>
                {session.companyName} · Signed in <DateTimeText instant={session.createdAt} /> · Last active{' '}
                <DateTimeText instant={session.lastSeenAt} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <Button variant="default" loading={end.isPending || end.isSuccess} onClick={() => void ask()}>
        Sign out everywhere
      </Button>
    </>
  )
}

export const Route = createFileRoute('/_staff/user/settings/sessions')({
  staticData: { access: 'staff' },
  component: Page,
})
