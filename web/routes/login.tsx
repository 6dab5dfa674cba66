import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { z } from 'zod'
import { sessionQuery } from '../features/session/api.ts'
import { LoginCard } from '../features/session/login-card.tsx'
import { LoginForm } from '../features/session/login-form.tsx'
import { PageSpinner } from '../features/shell/page-spinner.tsx'
import { takeRedirect } from '../lib/redirect.ts'
import { usePageSearch } from '../lib/search-params.ts'

const search = z.object({
  message: z.string().max(500).optional().catch(undefined),
  email: z.string().max(254).optional().catch(undefined),
})

export const Page = () => {
  const [{ message, email }] = usePageSearch(search)
  const session = useQuery(sessionQuery)
  const { history } = useRouter()
  const signedIn = Boolean(session.data)
  useEffect(() => {
    if (signedIn) history.replace(takeRedirect())
  }, [signedIn, history])
  if (session.isPending || signedIn) return <PageSpinner />
  return (
    <LoginCard>
      <LoginForm failure={message} initialEmail={email ?? ''} />
    </LoginCard>
  )
}
