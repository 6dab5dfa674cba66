import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import { LOGIN_MESSAGES } from '../../../../schema/platform/session/endpoints.ts'
import { usePageSearch } from '../../../lib/search-params.ts'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { landing, loginLinkQuery, type Portal, sessionQuery } from './api.ts'
import { LoginCard } from './login-card.tsx'
import { LoginForm } from './login-form.tsx'

const search = z.object({
  /** Anyone can make up the address, so only the product's own messages are shown. */
  message: z.enum(Object.values(LOGIN_MESSAGES)).optional().catch(undefined),
  email: z.string().max(254).optional().catch(undefined),
})

/** The login page of staff or of vendors, with the same methods and a link to the other one. */
export const LoginPage = ({ portal }: { portal: Portal }) => {
  const [{ message, email }] = usePageSearch(search)
  const session = useQuery(sessionQuery)
  const link = useQuery(loginLinkQuery)
  const { history } = useRouter()
  const signedIn = session.data
  useEffect(() => {
    if (signedIn) history.replace(landing(signedIn))
  }, [signedIn, history])
  if (session.isPending || link.isPending || signedIn) return <PageSpinner />
  return (
    <LoginCard>
      <LoginForm portal={portal} isOffered={link.data ?? true} failure={message} initialEmail={email ?? ''} />
    </LoginCard>
  )
}
