import { useQuery } from '@tanstack/react-query'
import type { CompanyUserSession } from '../../../../schema/platform/session/endpoints.ts'
import { sessionQuery } from './api.ts'

/** The signed-in person. Pages under the staff layout always have one. */
export const useSession = (): CompanyUserSession => {
  const { data } = useQuery(sessionQuery)
  if (data?.kind !== 'COMPANY_USER') throw new Error('Not signed in')
  return data
}
