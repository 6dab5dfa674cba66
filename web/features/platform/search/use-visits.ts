import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../session/index.ts'
import { rememberVisit } from './visits.ts'

/** Remembers each object's page when it is left, because only then its heading is certain. */
export const useVisits = (): void => {
  const router = useRouter()
  const session = useSession()
  useEffect(() => {
    // What someone sees as another member isn't theirs.
    if (session.impersonatorId !== null) return
    return router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      if (!fromLocation || !pathChanged) return
      rememberVisit(session, fromLocation.pathname, document.querySelector('main h1')?.textContent ?? '')
    })
  }, [router, session])
}
