import { ACCESS_FLAGS, type AccessFlag } from '../shared/permissions.ts'

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
 * Who may change what of whom (specification 1 §6): the same for the Worker, which refuses, and the screens, which
 * do not offer it. Admins, super viewers and user admins manage everybody; leads the people whose department or
 * business unit overlaps with their own.
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

/** Why the manager may see the member but change nothing of them; null where they may. */
export const manageRefusal = (manager: Manager, member: Managed): string | null => {
  if (manager.flags.hasAdminAccess) return null
  if (manager.userId === member.userId) return 'Only an admin can change your own membership.'
  if (member.flags.hasAdminAccess) return 'Only an admin can change an admin.'
  const isAbove = member.flags.hasSuperViewerAccess || member.flags.hasUserAdminAccess
  if (isAbove && !managesEveryone(manager)) return 'Only someone who manages everyone can change this member.'
  return null
}

/** The flags that the manager may give and take: all of them for an admin, for others those that they have. */
export const grantableFlags = ({ flags }: Pick<Manager, 'flags'>): AccessFlag[] =>
  ACCESS_FLAGS.filter((flag) => flags.hasAdminAccess || (flags[flag] && flag !== 'hasAdminAccess'))

export const BEYOND_OWN = 'You can only grant or remove access you have yourself'

/** Whoever reads an address's mail can log in with its rights: changing it is for admins. */
export const mayChangeEmail = ({ flags }: Pick<Manager, 'flags'>): boolean => flags.hasAdminAccess

export type UnitField = 'departmentIds' | 'businessUnitIds' | 'groupIds'

/**
 * The units that the manager may put people into and take them out of; null is all of them. Workflows ask
 * departments, business units and groups for approval: a lead gives no say that is not their own.
 */
export const assignableUnits = (manager: Manager, field: UnitField): readonly string[] | null => {
  if (managesEveryone(manager)) return null
  if (field === 'departmentIds') return ledDepartments(manager)
  return field === 'businessUnitIds' ? ledBusinessUnits(manager) : manager.groupIds
}

/** Signs for the company: a say about the whole company, not of a lead. */
export const maySetSigner = managesEveryone
