import { Badge, Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { METHOD_WORDS } from '../../../../schema/platform/sign-on/methods.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { confirm } from '../../../ui/confirm.tsx'
import { DateTimeText } from '../../../ui/date-text.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { ErrorState } from '../../../ui/states.tsx'
import { ownSessionsQuery, signOutEverywhere } from './api.ts'
import classes from './sessions.module.css'

const FACTOR_WORDS = { PASSKEY: 'a passkey', APP: 'a code of an app', RECOVERY_CODE: 'a recovery code' }

/** Where the person is signed in, with the way to end it all. */
export const SessionList = ({ loginPath = '/login' }: { loginPath?: '/login' | '/v/login' }) => {
  const sessions = useQuery(ownSessionsQuery)
  const end = useCommand({
    run: (_: undefined, { commandId }) => signOutEverywhere(commandId),
    onSuccess: () => window.location.assign(loginPath),
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
            <p className={classes.device}>
              {session.device ?? 'Unknown device'}{' '}
              {session.isCurrent && (
                <Badge variant="light" tt="none">
                  This session
                </Badge>
              )}
            </p>
            <p className={classes.dim}>
              {session.companyName} · Signed in with {METHOD_WORDS[session.method]}
              {session.factor && ` and ${FACTOR_WORDS[session.factor]}`}
              {session.place && ` from ${session.place}`} <DateTimeText instant={session.createdAt} /> · Last active{' '}
              <DateTimeText instant={session.lastSeenAt} />
            </p>
          </li>
        ))}
      </ul>
      <Button variant="default" loading={end.isPending || end.isSuccess} onClick={() => void ask()}>
        Sign out everywhere
      </Button>
    </>
  )
}
