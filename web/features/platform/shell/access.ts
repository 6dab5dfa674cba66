import type { CurrentCompany } from '../../../../schema/platform/shell/endpoints.ts'
import type { Permission } from '../../../../schema/shared/permissions.ts'

/** Who may see a page. Each route says it. */
export type Access = 'everyone' | 'vendor user' | 'staff' | Permission

/** HOME: the page is none of theirs, and the home page is shown instead. */
export type Admission = 'OPEN' | 'FORBIDDEN' | 'NOT_FOUND' | 'HOME'

/** Pages of features that the company hasn't turned on don't exist for it. */
const FEATURES = {
  'requests.use': 'enableIntakeRequests',
  'requests.configure': 'enableIntakeRequests',
  'sourcing.use': 'enableSourcing',
  'sourcing.configure': 'enableSourcing',
  'vendor-forms.configure': 'enableVendorIntake',
  'business-units.manage': 'enableBusinessUnits',
  'entities.manage': 'enableEntities',
  'actuals.map': 'isErpLinked',
} as const satisfies Partial<Record<Permission, keyof CurrentCompany>>

const isPermission = (access: Access): access is Permission => access.includes('.')

/** Whether someone with a session may see a page of the frame. */
export const admission = (
  access: Access,
  company: CurrentCompany,
  can: (permission: Permission) => boolean,
): Admission => {
  if (!isPermission(access)) return 'OPEN'
  const feature = FEATURES[access as keyof typeof FEATURES] as (typeof FEATURES)[keyof typeof FEATURES] | undefined
  if (feature && !company[feature]) return 'NOT_FOUND'
  if (can(access)) return 'OPEN'
  // The platform's desk is for its staff only (specification 1 §7).
  return access === 'platform.administer' ? 'HOME' : 'FORBIDDEN'
}
