import {
  ACCESS_FLAGS,
  type AccessFlag,
  COMPANY_FLAGS,
  LOCAL_FLAGS,
  type PolicySubject,
} from '../../schema/shared/permissions.ts'

const set = <K extends string>(keys: readonly K[], isOn: (key: K) => boolean) =>
  Object.fromEntries(keys.map((key) => [key, isOn(key)])) as Record<K, boolean>

export type Switch = (typeof COMPANY_FLAGS)[number] | (typeof LOCAL_FLAGS)[number]

/** Someone with these flags, in a company with everything except what is off. */
export const subject = (
  flags: AccessFlag[] = [],
  more: Partial<PolicySubject> = {},
  off: Switch[] = [],
): PolicySubject => ({
  flags: set(ACCESS_FLAGS, (flag) => flags.includes(flag)),
  company: set(COMPANY_FLAGS, (flag) => !off.includes(flag)),
  local: set(LOCAL_FLAGS, (flag) => !off.includes(flag)),
  isRequestCategoryOwner: false,
  isSourcingCategoryOwner: false,
  isVendorFormOwner: false,
  approvesRequestsForDepartment: false,
  approvesRequestsForBusinessUnit: false,
  isImpersonated: false,
  isInternalStaff: false,
  isApiKey: false,
  ...more,
})
