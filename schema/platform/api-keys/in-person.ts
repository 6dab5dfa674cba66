import {
  ACCESS_FLAGS,
  COMPANY_FLAGS,
  can,
  LOCAL_FLAGS,
  type Permission,
  type PolicySubject,
} from '../../shared/permissions.ts'

const all = <K extends string>(flags: readonly K[]) =>
  Object.fromEntries(flags.map((flag) => [flag, true])) as Record<K, boolean>

/** Someone who has every right there is. */
const EVERYONE: PolicySubject = {
  flags: all(ACCESS_FLAGS),
  company: all(COMPANY_FLAGS),
  local: all(LOCAL_FLAGS),
  isRequestCategoryOwner: true,
  isSourcingCategoryOwner: true,
  isVendorFormOwner: true,
  approvesRequestsForDepartment: true,
  approvesRequestsForBusinessUnit: true,
  isImpersonated: false,
  isInternalStaff: true,
  isApiKey: false,
}

/** Whether only a person may, so that no key can even read it. */
export const isOnlyInPerson = (permission: Permission): boolean =>
  can(EVERYONE, permission) && !can({ ...EVERYONE, isApiKey: true }, permission)
