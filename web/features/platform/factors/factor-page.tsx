import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { CompanyUserSession } from '../../../../schema/platform/session/endpoints.ts'
import { useCommand } from '../../../lib/use-command.ts'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import {
  announceSessionChange,
  loginClasses as classes,
  LoginCard,
  landing,
  sessionQuery,
  signOut,
} from '../session/index.ts'
import { GiveFactor } from './give-factor.tsx'

/** After an email link, where a second factor is owed: nothing else opens before it was given. */
export const FactorPage = () => {
  usePageTitle('Second factor')
  const { data: session } = useQuery(sessionQuery)
  const owes = session?.kind === 'COMPANY_USER' && session.owesFactor !== undefined ? session : null
  const goesTo = session === undefined || owes ? null : session ? landing(session) : '/login'
  useEffect(() => {
    if (goesTo !== null) window.location.replace(goesTo)
  }, [goesTo])
  return owes ? <Asked session={owes} /> : <PageSpinner />
}

const LOST = 'Lost it? Use one of your recovery codes, or ask an admin of your company to reset your second factor.'

const Asked = ({ session }: { session: CompanyUserSession }) => {
  const leave = useCommand({
    run: (_: undefined, { commandId }) => signOut(commandId),
    onSuccess: () => window.location.assign('/login'),
  })
  const proceed = () => {
    const { owesFactor: _, ...paid } = session
    announceSessionChange()
    window.location.replace(landing(paid))
  }
  return (
    <LoginCard>
      <div className={classes.form}>
        <h1 className={classes.title}>Confirm that it’s you</h1>
        <p className={classes.text}>
          You’re logging in as <strong>{session.email}</strong> at {session.companyName}.
        </p>
        <GiveFactor onGiven={proceed} passkeyOnly={session.owesFactor === 'PASSKEY'} whenLost={LOST} />
      </div>
      <div className={classes.leave}>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          loading={leave.isPending}
          onClick={() => leave.send(undefined)}
        >
          Log in another way
        </Button>
      </div>
    </LoginCard>
  )
}
