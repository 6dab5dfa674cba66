import type { AccessFlag } from '../../../../schema/shared/permissions.ts'

/** What each access flag allows, under its checkbox. */
export const FLAG_HELP: Record<AccessFlag, string> = {
  hasAdminAccess: 'Manages settings, members, requests and everything else.',
  hasSuperViewerAccess: 'Sees all requests and searches them; manages vendors and members.',
  hasDepartmentAccess: 'Manages the members of their departments.',
  hasDepartmentPayrollAccess: 'Sees payroll in the figures of their departments.',
  hasBusinessUnitAccess: 'Manages the members of their business units.',
  hasBusinessUnitPayrollAccess: 'Sees payroll in the figures of their business units.',
  hasPaymentsAccess: 'Works with bills and payments. Starts, confirms and releases payments a day after it was given.',
  hasVendorAdminAccess: 'Manages vendors and their settings.',
  hasUserAdminAccess: 'Manages members.',
  hasFinancialAnalysisAccess: 'Can see plans, actuals and transactions.',
  hasApprovalBypassAccess: 'Completes steps waiting for others, with a reason.',
  hasSpendRequestAccess: 'Files and sees spend requests.',
  submitsSpendRequestsForOthers: 'Files requests on behalf of other members.',
}

export const ROLE_FLAGS: AccessFlag[] = [
  'hasAdminAccess',
  'hasSuperViewerAccess',
  'hasDepartmentAccess',
  'hasBusinessUnitAccess',
]

export const countOf = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : many}`

/** Counts with an upper limit. */
export const countedUpTo = (count: number, most: number): string =>
  count < most ? count.toLocaleString('en-US') : `${most.toLocaleString('en-US')} or more`
