import { useQuery } from '@tanstack/react-query'
import type { SessionData } from '../../../schema/session/endpoints.ts'
import { sessionQuery } from './api.ts'

/** The signed-in person; pages under the staff layout always have one. */
export const useSession = (): SessionData => {
  const { data } = useQuery(sessionQuery)
  if (!data) throw new Error('Not signed in')
  return data
}
