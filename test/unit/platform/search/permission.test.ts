import { expect, it } from 'vitest'
import {
  ACCESS_FLAGS,
  COMPANY_FLAGS,
  can,
  LOCAL_FLAGS,
  type PolicySubject,
} from '../../../../schema/shared/permissions.ts'

const set = <K extends string>(keys: readonly K[], on: (key: K, index: number) => boolean) =>
  Object.fromEntries(keys.map((key, i) => [key, on(key, i)])) as Record<K, boolean>

/** Search doesn't check single requests, which is right only while this is true. */
it('people who can search can see every request of the company', () => {
  const wrong: PolicySubject[] = []
  for (let bits = 0; bits < 2 ** ACCESS_FLAGS.length; bits++) {
    const subject: PolicySubject = {
      flags: set(ACCESS_FLAGS, (_, i) => ((bits >> i) & 1) === 1),
      company: set(COMPANY_FLAGS, () => true),
      local: set(LOCAL_FLAGS, () => true),
      isRequestCategoryOwner: true,
      isSourcingCategoryOwner: false,
      isVendorFormOwner: false,
      approvesRequestsForDepartment: true,
      approvesRequestsForBusinessUnit: true,
      isImpersonated: false,
      isInternalStaff: true,
      isApiKey: false,
    }
    if (can(subject, 'search.use') && !can(subject, 'requests.see-all')) wrong.push(subject)
  }
  expect(wrong).toEqual([])
})
