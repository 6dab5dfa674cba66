import { Alert, Button } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { z } from 'zod'
import { confirmAddress, readAddressChange } from '../../schema/platform/members/address-endpoints.ts'
import { announceSessionChange, loginClasses as classes, LoginCard } from '../features/platform/session/index.ts'
import { to } from '../lib/address.ts'
import { errorMessage } from '../lib/errors.ts'
import { call } from '../lib/rest.ts'
import { pageSearch, usePageSearch } from '../lib/search-params.ts'
import { searchText } from '../lib/search-text.ts'
import { AppLink } from '../ui/app-link.tsx'
import { PageSpinner } from '../ui/page-spinner.tsx'
import { usePageTitle } from '../ui/page-title.ts'

const search = z.object({ token: searchText })

/** Where the owner of a mailbox confirms it as a member's new address. */
const Page = () => {
  usePageTitle('Confirm new email')
  const [{ token = '' }] = usePageSearch(search)
  const change = useQuery({
    queryKey: ['email-change', token],
    queryFn: ({ signal }) => call(readAddressChange, { body: { token }, signal, anonymous: true }),
    enabled: token !== '',
    retry: false,
    refetchOnWindowFocus: false,
  })
  const confirm = useMutation({
    mutationFn: () => call(confirmAddress, { body: { token }, anonymous: true }),
    onSuccess: announceSessionChange,
  })
  const error = confirm.error ?? change.error
  if (change.isLoading) return <PageSpinner />
  return (
    <LoginCard>
      <div className={classes.form}>
        <h1 className={classes.title}>{confirm.data ? 'Email confirmed' : 'Confirm new email'}</h1>
        {(error || !token) && (
          <Alert color="red" variant="light" role="alert">
            {error ? errorMessage(error) : 'This link is incomplete. Open it from the email again.'}
          </Alert>
        )}
        {confirm.data ? (
          <>
            <p className={classes.text} role="status">
              You now log in with <strong>{confirm.data.email}</strong>.
            </p>
            <AppLink href={to('/login', {}, { email: confirm.data.email })} className={classes.other}>
              Log in
            </AppLink>
          </>
        ) : (
          change.data &&
          !error && (
            <>
              <p className={classes.text}>
                {change.data.by} changed the email of {change.data.name} at {change.data.companyName} from{' '}
                {change.data.oldEmail} to <strong>{change.data.newEmail}</strong>. Confirming logs you out everywhere.
              </p>
              <Button size="md" fullWidth loading={confirm.isPending} onClick={() => confirm.mutate()}>
                Confirm new email
              </Button>
            </>
          )
        )}
      </div>
    </LoginCard>
  )
}

export const Route = createFileRoute('/confirm-email')({
  staticData: { access: 'everyone' },
  validateSearch: pageSearch(search),
  component: Page,
})
