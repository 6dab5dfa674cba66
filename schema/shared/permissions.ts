import { z } from 'zod'

/** The access flags of a company user (specification 1 §6). */
export const ACCESS_FLAGS = [
  'hasAdminAccess',
  'hasSuperViewerAccess',
  'hasDepartmentAccess',
  'hasDepartmentPayrollAccess',
  'hasBusinessUnitAccess',
  'hasBusinessUnitPayrollAccess',
  'hasPaymentsAccess',
  'hasVendorAdminAccess',
  'hasUserAdminAccess',
  'hasFinancialAnalysisAccess',
  'hasApprovalBypassAccess',
  'hasSpendRequestAccess',
  'submitsSpendRequestsForOthers',
] as const
export type AccessFlag = (typeof ACCESS_FLAGS)[number]

/** The company's switches (specification 1 §3 and 3 §9). All are off unless set, but for those of FLAG_DEFAULTS. */
export const COMPANY_FLAGS = [
  'enableAutoCompanyLogos',
  'enableIntakeRequests',
  'enableSpendRequests',
  'enableVendorIntake',
  'enableVendorCategories',
  'enableN12mServiceSpend',
  'enableNetsuitePurchaseOrder',
  'enableEditWithApprovalBypass',
  'enableCurrencies',
  'enableSourcing',
  'enableBusinessUnits',
  'enableDocumentSummary',
  'enableRequestAnalyticsChat',
  'paymentsEnabled',
  'paymentsOnboarded',
  'enablePaymentAccounting',
  'enablePaymentsProcessing',
  'enforceIntakeApprovalOrder',
  'netsuiteSoapEnabled',
  'enableEntities',
  'restrictSubmissionEditToAdmins',
  'isErpLinked',
  // Product-level flags, kept on the company record too: ways to sign in, …
  'enableEmailLinkLogin',
  'enableGoogleLogin',
  'enableMicrosoftLogin',
  'enableOktaLogin',
  'enableOktaSamlLogin',
  // … inbound mail: confirmations of a mail provider's forwarding go to the admins; a mail without a usable file
  // becomes a PDF of its text; …
  'enableForwardConfirmationEmail',
  'enableEmailBodyPdfCreation',
  // … and transactions.
  'enableAllocationTransactions',
  'forceBusinessUnits',
] as const
export type CompanyFlag = (typeof COMPANY_FLAGS)[number]

/** Without it nobody of a new company could sign in and switch on another way. */
const FLAG_DEFAULTS: Partial<Record<CompanyFlag, boolean>> = { enableEmailLinkLogin: true }

/** A company's switches from what is stored (JSON): unknown keys and values that are no booleans count for nothing. */
export const readCompanyFlags = (json: string): Record<CompanyFlag, boolean> => {
  const stored = JSON.parse(json) as Partial<Record<CompanyFlag, unknown>>
  const flagOf = (flag: CompanyFlag) =>
    typeof stored[flag] === 'boolean' ? stored[flag] : FLAG_DEFAULTS[flag] === true
  return Object.fromEntries(COMPANY_FLAGS.map((flag) => [flag, flagOf(flag)])) as Record<CompanyFlag, boolean>
}

/** What a policy looks at: the same for the Worker (fresh at each request) and the web. */
export interface PolicySubject {
  flags: Record<AccessFlag, boolean>
  company: Record<CompanyFlag, boolean>
  isRequestCategoryOwner: boolean
  approvesRequestsForDepartment: boolean
  approvesRequestsForBusinessUnit: boolean
  isImpersonated: boolean
  isInternalStaff: boolean
  /** A program calls with a key of the API, for the member who made the key. */
  isApiKey: boolean
}

const managesSettings = (s: PolicySubject) => s.flags.hasAdminAccess
const managesMembers = ({ flags }: PolicySubject) =>
  flags.hasAdminAccess ||
  flags.hasSuperViewerAccess ||
  flags.hasUserAdminAccess ||
  flags.hasDepartmentAccess ||
  flags.hasBusinessUnitAccess

/**
 * The closed catalogue of what staff may be allowed to do. Whether a person may see or act on one particular
 * request, document or category is a further rule of its area, checked on the object.
 */
export const PERMISSIONS = {
  'staff.use': () => true,
  'settings.manage': managesSettings,
  /** Who configures workflows chooses from the matrices that settings managers keep. */
  'approver-matrices.read': (s) => managesSettings(s) || s.isRequestCategoryOwner,
  'business-units.use': (s) => s.company.enableBusinessUnits,
  'business-units.manage': (s) => s.company.enableBusinessUnits && managesSettings(s),
  'entities.use': (s) => s.company.enableEntities,
  'entities.manage': (s) => s.company.enableEntities && managesSettings(s),
  'search.use': (s) => s.flags.hasAdminAccess || s.flags.hasSuperViewerAccess,
  'requests.use': (s) => s.company.enableIntakeRequests,
  'requests.see-all': (s) => s.flags.hasAdminAccess || s.flags.hasSuperViewerAccess,
  'requests.configure': (s) => s.company.enableIntakeRequests && (managesSettings(s) || s.isRequestCategoryOwner),
  'requests.create-category': (s) => s.company.enableIntakeRequests && managesSettings(s),
  'requests.submit-for-others': (s) =>
    s.company.enableIntakeRequests && (s.flags.submitsSpendRequestsForOthers || s.flags.hasAdminAccess),
  /** The fields and columns that a company adds to its vendors and services. */
  'vendors.configure': (s) => managesSettings(s) || s.flags.hasVendorAdminAccess,
  'approvals.bypass': (s) => s.flags.hasApprovalBypassAccess || s.flags.hasAdminAccess,
  'members.view-as': (s) => s.flags.hasAdminAccess && !s.isImpersonated && !s.isApiKey,
  'members.read': () => true,
  /** The people of one's own departments and business units, or everybody: see schema/members/rules. */
  'members.manage': managesMembers,
  'members.manage-delegates': (s) => s.flags.hasAdminAccess,
  'members.manage-notifications': (s) => s.flags.hasAdminAccess,
  'notifications.manage': (s) => s.flags.hasAdminAccess,
  'approvals.configure': (s) => managesSettings(s) && (s.company.enableSpendRequests || s.company.enableIntakeRequests),
  'api-keys.manage': (s) => s.flags.hasAdminAccess && !s.isImpersonated && !s.isApiKey,
  'audit.read-company': (s) => s.flags.hasAdminAccess,
  'audit.verify': (s) => s.flags.hasAdminAccess,
} satisfies Record<string, (subject: PolicySubject) => boolean>

export type Permission = keyof typeof PERMISSIONS

/** The one policy function: menus, buttons, REST, GraphQL and jobs all ask it. */
export const can = (subject: PolicySubject, permission: Permission): boolean => PERMISSIONS[permission](subject)

const booleans = <K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.boolean()])) as Record<K, z.ZodBoolean>)

export const accessFlags = booleans(ACCESS_FLAGS)
export const companyFlags = booleans(COMPANY_FLAGS)

/** Role chips of a member, in the order shown (specification 1 §6). */
export const roleChips = (flags: Record<AccessFlag, boolean>): string[] => {
  const chips = [
    flags.hasAdminAccess && 'Admin',
    flags.hasSuperViewerAccess && 'Super Viewer',
    flags.hasDepartmentAccess && (flags.hasDepartmentPayrollAccess ? 'Dept. Lead with payroll' : 'Dept. Lead'),
    flags.hasBusinessUnitAccess && (flags.hasBusinessUnitPayrollAccess ? 'B.U. Lead with payroll' : 'B.U. Lead'),
  ].filter((chip) => chip !== false)
  return chips.length ? chips : ['Member']
}
