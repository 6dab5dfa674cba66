import { useQuery } from '@tanstack/react-query'
import type { CompanyUserSession } from '../../../../schema/platform/session/endpoints.ts'
import { sessionQuery } from './api.ts'

/** The signed-in person. Pages under the staff layout always have one. */
export const useSession = (): CompanyUserSession => {
  const { data } = useQuery(sessionQuery)
  if (data?.kind !== 'COMPANY_USER') throw new Error('Not signed in')
  return data
}

/** Whose text the forms keep. What is typed on a member's behalf stays apart from what the member types. */
export const textOwnerOf = ({ companyId, userId, impersonatorId }: CompanyUserSession): string =>
  [companyId, userId, impersonatorId].filter(Boolean).join('.')
