import { COMPANY_FLAGS, type PolicySubject } from '../../../schema/shared/permissions.ts'
import { AppError } from '../../../worker/core/errors.ts'
import { type Access, requireAccess } from '../../../worker/core/operation.ts'
import { type Switch, subject } from '../../support/policy-subject.ts'
import { FLAGS_OF, type Principal, WORLD_FLAGS } from '../../support/worker/matrix-world.ts'

/** Who the matrix's principals are to an access rule, as data: what an access alone tells them, without a call. */

/** What the tests' installation leaves off. */
const NOT_INSTALLED: Switch[] = ['headcount']
const without = (on: readonly string[]): Switch[] => [
  ...COMPANY_FLAGS.filter((flag) => !on.includes(flag)),
  ...NOT_INSTALLED,
]
const OF_EVERYONE = ['enableEmailLinkLogin', 'enableVendorCategories', 'enablePaymentsProcessing']
/** What the world's companies have off, and all that the third one has. Transactions come with accounting linked. */
const IN_WORLD = without([...OF_EVERYONE, ...WORLD_FLAGS, 'isErpLinked', 'paymentsOnboarded'])
const IN_BARE = without(OF_EVERYONE)

const MORE: Partial<Record<Principal, Partial<PolicySubject>>> = {
  categoryOwner: { isRequestCategoryOwner: true },
  otherOwner: { isRequestCategoryOwner: true },
  sourcingOwner: { isSourcingCategoryOwner: true },
  departmentLead: { approvesRequestsForDepartment: true },
  businessUnitLead: { approvesRequestsForBusinessUnit: true },
  adminAsMember: { isImpersonated: true },
  adminForMember: { isImpersonated: true },
  apiKey: { isApiKey: true },
  platformStaff: { isInternalStaff: true },
}
const ADMINS: Principal[] = ['admin', 'apiKey', 'otherAdmin', 'offAdmin']

/** Their policy. Null for those who are no one's staff. */
export const policyOf = (principal: Principal): PolicySubject | null => {
  if (/^(anonymous|disabled|provisioningKey|vendorUser|vendorElsewhere|vendorUnchosen|otherVendor)$/.test(principal))
    return null
  const flags = ADMINS.includes(principal)
    ? (['hasAdminAccess'] as const)
    : principal in FLAGS_OF
      ? FLAGS_OF[principal as keyof typeof FLAGS_OF]
      : []
  const isBare = principal.startsWith('off') || principal === 'platformStaff'
  return subject([...flags], MORE[principal], isBare ? IN_BARE : IN_WORLD)
}

type Caller = Parameters<typeof requireAccess>[1]

const callerOf = (principal: Principal): Caller => {
  const policy = policyOf(principal)
  const isVendor = !policy && principal.toLowerCase().includes('vendor')
  return {
    actor: policy ? ({ policy } as Caller['actor']) : null,
    vendor: isVendor ? ({ company: principal === 'vendorUnchosen' ? null : {} } as Caller['vendor']) : null,
  }
}

/** The code with which the access itself refuses them, or null if it lets them through. */
export const refusedBy = (access: Access, principal: Principal): string | null => {
  try {
    requireAccess(access, callerOf(principal))
    return null
  } catch (error) {
    if (error instanceof AppError) return error.code
    throw error
  }
}
