import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useSession } from '../session/index.ts'
import { rememberVisit } from './visits.ts'

/** Remembers each object's page when it is left, because only then its title is certain. */
export const useVisits = (): void => {
  const router = useRouter()
  const session = useSession()
  useEffect(() => {
    // What someone sees as another member isn't theirs.
    if (session.impersonatorId !== null) return
    return router.subscribe('onBeforeNavigate', ({ fromLocation, pathChanged }) => {
      if (fromLocation && pathChanged) rememberVisit(session, fromLocation.pathname, document.title)
    })
  }, [router, session])
}
