import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'
import { z } from 'zod'
import { TOKEN_EXCHANGE_FAILED, VENDOR_SECRET } from '../../schema/session/endpoints.ts'
import { exchangeLoginToken, landing } from '../features/session/api.ts'
import { LoginCard } from '../features/session/login-card.tsx'
import { TokenStatus } from '../features/session/token-status.tsx'
import { ApiError, UNKNOWN_ERROR } from '../lib/errors.ts'
import { usePageSearch } from '../lib/search-params.ts'
import { usePageTitle } from '../ui/page-title.ts'

const search = z.object({ token: z.string().optional().catch(undefined) })

const failureOf = (error: unknown): { message: string; email?: string } => {
  if (!(error instanceof ApiError)) return { message: TOKEN_EXCHANGE_FAILED }
  const email = (error.details as { email?: unknown } | null | undefined)?.email
  const message = !error.message || error.message === UNKNOWN_ERROR ? TOKEN_EXCHANGE_FAILED : error.message
  return typeof email === 'string' && email ? { message, email } : { message }
}

/** Only this script consumes the token: opening the address alone (a mail scanner) does not. */
export const Page = () => {
  usePageTitle('Log in')
  const [{ token }] = usePageSearch(search)
  const navigate = useNavigate()
  const started = useRef(false)
  useEffect(() => {
    if (!token || started.current) return
    started.current = true
    exchangeLoginToken(token).then(
      (session) => window.location.replace(landing(session)),
      (error: unknown) => {
        const to = token.startsWith(VENDOR_SECRET) ? '/v/login' : '/login'
        return navigate({ to, search: failureOf(error), replace: true })
      },
    )
  }, [token, navigate])
  return (
    <LoginCard>
      <TokenStatus missing={!token} />
    </LoginCard>
  )
}
