import { Button } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { z } from 'zod'
import {
  type LoginTokenPreview,
  TOKEN_EXCHANGE_FAILED,
  VENDOR_SECRET,
} from '../../schema/platform/session/endpoints.ts'
import {
  loginClasses as classes,
  exchangeLoginToken,
  LoginCard,
  landing,
  loginSearch,
  lookAtLoginToken,
  TokenStatus,
} from '../features/platform/session/index.ts'
import { ApiError, UNKNOWN_ERROR } from '../lib/errors.ts'
import { pageSearch, usePageSearch } from '../lib/search-params.ts'
import { searchText } from '../lib/search-text.ts'
import { usePageTitle } from '../ui/page-title.ts'

const search = z.object({ token: searchText })

const failureOf = (error: unknown): { message: string; email?: string } => {
  if (!(error instanceof ApiError)) return { message: TOKEN_EXCHANGE_FAILED }
  const email = (error.details as { email?: unknown } | null | undefined)?.email
  const message = !error.message || error.message === UNKNOWN_ERROR ? TOKEN_EXCHANGE_FAILED : error.message
  return typeof email === 'string' && email ? { message, email } : { message }
}

/**
 * Opening the page uses nothing up, even if its scripts run, as in mail scanners. Signing in takes a click, unless this
 * browser has just come from an identity provider.
 */
const Page = () => {
  usePageTitle('Log in')
  const [{ token }] = usePageSearch(search)
  const navigate = useNavigate()
  const [preview, setPreview] = useState<LoginTokenPreview | null>(null)
  const [isSigningIn, setSigningIn] = useState(false)
  const fail = (error: unknown) => {
    const to = token?.startsWith(VENDOR_SECRET) ? '/v/login' : '/login'
    return navigate({ to, search: loginSearch.parse(failureOf(error)), replace: true })
  }
  // biome-ignore lint/correctness/useExhaustiveDependencies: a token is looked at once
  useEffect(() => {
    if (!token) return
    lookAtLoginToken(token).then((looked) => {
      // Signing out someone else, or joining a company, still takes a click.
      const isSure = looked.isConfirmed && !looked.isInvitation && [null, looked.email].includes(looked.signedInAs)
      if (isSure) signIn()
      else setPreview(looked)
    }, fail)
  }, [token])
  const signIn = (): void => {
    if (!token) return
    setSigningIn(true)
    exchangeLoginToken(token).then((session) => window.location.replace(landing(session)), fail)
  }
  return (
    <LoginCard>
      {preview && !isSigningIn ? <Question preview={preview} onConfirm={signIn} /> : <TokenStatus missing={!token} />}
    </LoginCard>
  )
}

const Question = ({ preview, onConfirm }: { preview: LoginTokenPreview; onConfirm: () => void }) => {
  const { email, name, companyName, isInvitation, signedInAs } = preview
  return (
    <div className={classes.form}>
      <h1 className={classes.title}>{isInvitation ? `Join ${companyName}?` : `Sign in as ${name}?`}</h1>
      <p className={classes.text}>
        {isInvitation ? (
          <>
            You’ll join as {name}, with <strong>{email}</strong>. {companyName} will see your name.
          </>
        ) : (
          <>
            <strong>{email}</strong> at {companyName}
          </>
        )}
      </p>
      {signedInAs && signedInAs !== email && (
        <p className={classes.text}>You’re signed in as {signedInAs} now and will be signed out.</p>
      )}
      <Button size="md" fullWidth autoFocus onClick={onConfirm}>
        {isInvitation ? `Join ${companyName}` : 'Sign in'}
      </Button>
    </div>
  )
}

export const Route = createFileRoute('/login-with-token')({
  staticData: { access: 'everyone' },
  validateSearch: pageSearch(search),
  component: Page,
})
