import { ACCESS_FLAGS, type AccessFlag } from '../../shared/permissions.ts'

/** As people read them. */
export const FLAG_LABELS: Record<AccessFlag, string> = {
  hasAdminAccess: 'Admin',
  hasSuperViewerAccess: 'Super viewer',
  hasDepartmentAccess: 'Department lead',
  hasDepartmentPayrollAccess: 'Department payroll',
  hasBusinessUnitAccess: 'Business unit lead',
  hasBusinessUnitPayrollAccess: 'Business unit payroll',
  hasPaymentsAccess: 'Payments',
  hasVendorAdminAccess: 'Vendor admin',
  hasUserAdminAccess: 'User admin',
  hasFinancialAnalysisAccess: 'Financial analysis',
  hasApprovalBypassAccess: 'Approval bypass',
  hasSpendRequestAccess: 'Spend requests',
  submitsSpendRequestsForOthers: 'Submits requests for others',
}

/**
 * Who can change what about whom (specification 1 §6). The Worker enforces it, and the screens hide what isn't
 * possible. Admins, super viewers and user admins manage everyone. Leads manage people whose department or business
 * unit overlaps with theirs.
 */
export type Flags = Record<AccessFlag, boolean>

export interface Manager {
  userId: string
  flags: Flags
  departmentIds: readonly string[]
  businessUnitIds: readonly string[]
  groupIds: readonly string[]
}

export interface Managed {
  userId: string
  flags: Flags
  departmentIds: readonly string[]
  businessUnitIds: readonly string[]
}

export const managesEveryone = ({ flags }: Pick<Manager, 'flags'>): boolean =>
  flags.hasAdminAccess || flags.hasSuperViewerAccess || flags.hasUserAdminAccess

export const ledDepartments = ({ flags, departmentIds }: Manager): readonly string[] =>
  flags.hasDepartmentAccess ? departmentIds : []
export const ledBusinessUnits = ({ flags, businessUnitIds }: Manager): readonly string[] =>
  flags.hasBusinessUnitAccess ? businessUnitIds : []

const overlap = (a: readonly string[], b: readonly string[]): boolean => a.some((id) => b.includes(id))

/** Whether the manager sees the member at all. */
export const isInScope = (manager: Manager, member: Pick<Managed, 'departmentIds' | 'businessUnitIds'>): boolean =>
  managesEveryone(manager) ||
  overlap(ledDepartments(manager), member.departmentIds) ||
  overlap(ledBusinessUnits(manager), member.businessUnitIds)

/** Why the manager can see the member but change nothing, or null. */
export const manageRefusal = (manager: Manager, member: Managed): string | null => {
  if (manager.flags.hasAdminAccess) return null
  if (manager.userId === member.userId) return 'Only an admin can change your own membership.'
  if (member.flags.hasAdminAccess) return 'Only an admin can change an admin.'
  const isAbove = member.flags.hasSuperViewerAccess || member.flags.hasUserAdminAccess
  if (isAbove && !managesEveryone(manager)) return 'Only someone who manages everyone can change this member.'
  return null
}

/** The flags that the manager can grant and remove: all of them for an admin, for others those they have. */
export const grantableFlags = ({ flags }: Pick<Manager, 'flags'>): AccessFlag[] =>
  ACCESS_FLAGS.filter((flag) => flags.hasAdminAccess || (flags[flag] && flag !== 'hasAdminAccess'))

export const BEYOND_OWN = 'You can only grant or remove access you have yourself'

/** Anyone who reads an address's emails can log in with its rights, so only admins can change it. */
export const mayChangeEmail = ({ flags }: Pick<Manager, 'flags'>): boolean => flags.hasAdminAccess

export type UnitField = 'departmentIds' | 'businessUnitIds' | 'groupIds'

/**
 * The units that the manager can add people to and remove them from, or null for all. Workflows ask departments,
 * business units and groups for approval, so a lead can't grant an approval right they don't have.
 */
export const assignableUnits = (manager: Manager, field: UnitField): readonly string[] | null => {
  if (managesEveryone(manager)) return null
  if (field === 'departmentIds') return ledDepartments(manager)
  return field === 'businessUnitIds' ? ledBusinessUnits(manager) : manager.groupIds
}

/** Signing for the company affects the whole company, so a lead can't grant it. */
export const maySetSigner = managesEveryone
