import { can } from '../../../../schema/shared/permissions.ts'
import { queryClient } from '../../../lib/query-client.ts'
import { companyQuery, loadSession, permissionsQuery, policySubject } from '../session/index.ts'
import { type Access, admission } from './access.ts'

const isAdmitted = async (access: Access): Promise<boolean> => {
  const [session, permissions, company] = await Promise.all([
    loadSession(),
    queryClient.ensureQueryData(permissionsQuery),
    queryClient.ensureQueryData(companyQuery),
  ])
  if (session?.kind !== 'COMPANY_USER') return false
  const subject = policySubject(session, permissions, company)
  return admission(access, company, (permission) => can(subject, permission)) === 'OPEN'
}

/** Starts what a page reads once it is known that the person may see it. The frame says what prevents that. */
export const whenAdmitted = (access: Access, start: () => void): void => {
  isAdmitted(access).then(
    (admitted) => admitted && start(),
    () => undefined,
  )
}
