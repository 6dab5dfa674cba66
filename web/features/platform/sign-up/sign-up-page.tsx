import { Alert } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { to } from '../../../lib/address.ts'
import { errorMessage } from '../../../lib/errors.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { loginClasses as classes, LoginCard, offersQuery } from '../session/index.ts'
import { linkQuery } from './api.ts'
import { AskForm } from './ask-form.tsx'
import { StartForm } from './start-form.tsx'

/** Asks for an address, and with the emailed link for the company. */
export const SignUpPage = ({ token }: { token: string | undefined }) => {
  usePageTitle('Start your company')
  const offers = useQuery(offersQuery)
  const link = useQuery({ ...linkQuery(token ?? ''), enabled: Boolean(token) })
  const [isStarting, setStarting] = useState(false)
  if (offers.isPending || link.isLoading) return <PageSpinner />
  const signUp = offers.data?.signUp
  return (
    <LoginCard>
      {offers.error || !signUp ? (
        <Closed error={offers.error} />
      ) : link.data && token && (!link.error || isStarting) ? (
        <StartForm token={token} preview={link.data} onStarting={() => setStarting(true)} />
      ) : (
        <AskForm personCheck={signUp.personCheck} failure={link.error ? errorMessage(link.error) : undefined} />
      )}
    </LoginCard>
  )
}

const Closed = ({ error }: { error: Error | null }) => (
  <div className={classes.form}>
    <h1 className={classes.title}>Start your company</h1>
    {error ? (
      <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
        {errorMessage(error)}
      </Alert>
    ) : (
      <p className={classes.text}>New companies can’t be started here. Ask who runs this Outlay.</p>
    )}
    <AppLink href={to('/login')} className={classes.other}>
      Log in
    </AppLink>
  </div>
)
