import { useQuery } from '@tanstack/react-query'
import type { CompanyUserSession } from '../../../../schema/platform/session/endpoints.ts'
import type { CurrentCompany, CurrentPermissions } from '../../../../schema/platform/shell/endpoints.ts'
import {
  ACCESS_FLAGS,
  type AccessFlag,
  can,
  type Permission,
  type PolicySubject,
} from '../../../../schema/shared/permissions.ts'
import { companyQuery, permissionsQuery } from './access.ts'
import { useSession } from './use-session.ts'

export const policySubject = (
  session: CompanyUserSession,
  permissions: CurrentPermissions,
  company: CurrentCompany,
): PolicySubject => ({
  flags: Object.fromEntries(ACCESS_FLAGS.map((flag) => [flag, permissions[flag]])) as Record<AccessFlag, boolean>,
  company,
  local: permissions.localFlags,
  isRequestCategoryOwner: permissions.isRequestCategoryOwner,
  isSourcingCategoryOwner: permissions.isSourcingCategoryOwner,
  isVendorFormOwner: permissions.isVendorFormOwner,
  approvesRequestsForDepartment: permissions.approvesRequestsForDepartment,
  approvesRequestsForBusinessUnit: permissions.approvesRequestsForBusinessUnit,
  isImpersonated: session.impersonatorId !== null,
  isInternalStaff: permissions.isInternalStaff,
  isApiKey: false,
})

/** The session's company with its flags. The frame waits for it, so pages always have it. */
export const useCompany = (): CurrentCompany => {
  const { data } = useQuery(companyQuery)
  if (!data) throw new Error('The company is not loaded')
  return data
}

/** `const can = useCan(); can('requests.configure')`: the same policy that the server uses. */
export const useCan = (): ((permission: Permission) => boolean) => {
  const session = useSession()
  const company = useCompany()
  const { data: permissions } = useQuery(permissionsQuery)
  if (!permissions) throw new Error('The permissions are not loaded')
  const subject = policySubject(session, permissions, company)
  return (permission) => can(subject, permission)
}
