import { useQuery } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { usePageSearch } from '../../../lib/search-params.ts'
import { PageSpinner } from '../../../ui/page-spinner.tsx'
import { landing, offersQuery, type Portal, sessionQuery } from './api.ts'
import { LoginCard } from './login-card.tsx'
import { LoginForm } from './login-form.tsx'
import { loginSearch } from './search.ts'

/** The login page of staff or of vendors, with the same methods and a link to the other one. */
export const LoginPage = ({ portal }: { portal: Portal }) => {
  const [{ message, email }] = usePageSearch(loginSearch)
  const session = useQuery(sessionQuery)
  const offers = useQuery(offersQuery)
  const { history } = useRouter()
  const signedIn = session.data
  useEffect(() => {
    if (signedIn) history.replace(landing(signedIn))
  }, [signedIn, history])
  if (session.isPending || offers.isPending || signedIn) return <PageSpinner />
  return (
    <LoginCard>
      {/* Without an answer a link is asked for, because then the Worker refuses. */}
      <LoginForm
        portal={portal}
        offered={offers.data?.methods ?? ['EMAIL_LINK']}
        startsCompanies={Boolean(offers.data?.signUp)}
        failure={message}
        initialEmail={email ?? ''}
      />
    </LoginCard>
  )
}
