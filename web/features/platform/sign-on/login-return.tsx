import { Alert, Button, Loader } from '@mantine/core'
import { IconAlertCircle } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { finishSignOn } from '../../../../schema/platform/sign-on/endpoints.ts'
import { to } from '../../../lib/address.ts'
import { ApiError, UNKNOWN_ERROR } from '../../../lib/errors.ts'
import { call, newCommandId } from '../../../lib/rest.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { usePageTitle } from '../../../ui/page-title.ts'
import { loginClasses as classes, LoginCard, sessionQuery } from '../session/index.ts'
import { keepLinkResult } from './own/link-result.ts'
import { keepTestResult } from './test-result.ts'

/** Where people see their own ways to sign in. */
const HOME_OF_METHODS = { STAFF: '/user/settings/sessions', VENDOR: '/v/sign-in' } as const

/** Where a provider sends the browser back to. What it answered is exchanged once, by the browser that began. */
export const LoginReturn = ({ provider }: { provider: string }) => {
  usePageTitle('Log in')
  const navigate = useNavigate()
  const isSent = useRef(false)
  const [failure, setFailure] = useState<string | null>(null)
  // Someone who is signed in was linking another way to sign in, and still is who they were.
  const { data: session } = useQuery({ ...sessionQuery, enabled: failure !== null })
  const there = session ? HOME_OF_METHODS[session.kind === 'VENDOR_USER' ? 'VENDOR' : 'STAFF'] : null
  // biome-ignore lint/correctness/useExhaustiveDependencies: an answer is exchanged once
  useEffect(() => {
    if (isSent.current) return
    isSent.current = true
    const answer = window.location.search.slice(1)
    call(finishSignOn, { body: { provider, answer }, commandId: newCommandId(), anonymous: true }).then(
      ({ loginTokenId, test, link }) => {
        if (test) keepTestResult(test)
        if (link) {
          keepLinkResult(link)
          return navigate({ to: HOME_OF_METHODS[link.portal], replace: true })
        }
        return test
          ? navigate({ to: '/settings/integrations', replace: true })
          : navigate({ to: '/login-with-token', search: { token: loginTokenId ?? '' }, replace: true })
      },
      (error: unknown) => setFailure(error instanceof ApiError ? error.message : UNKNOWN_ERROR),
    )
  }, [])
  return (
    <LoginCard>
      <div className={classes.form}>
        {failure === null ? (
          <div className={classes.actions} role="status">
            <Loader size="sm" aria-hidden />
            <span>Logging you in…</span>
          </div>
        ) : (
          <>
            <h1 className={classes.title}>{there ? 'That didn’t work' : 'You’re not logged in'}</h1>
            <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
              {failure}
            </Alert>
            <Button component={AppLink} href={to(there ?? '/login')} size="md" fullWidth>
              {there ? 'Sign-in and devices' : 'Back to login'}
            </Button>
          </>
        )}
      </div>
    </LoginCard>
  )
}
