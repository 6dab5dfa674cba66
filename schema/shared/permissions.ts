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
  // The report of one named company, switched on for it by platform staff.
  'spendReview',
] as const
export type CompanyFlag = (typeof COMPANY_FLAGS)[number]

/**
 * Without login links nobody of a new company could sign in and switch on another way. Vendor categories are switched
 * off for companies that want none.
 */
const FLAG_DEFAULTS: Partial<Record<CompanyFlag, boolean>> = {
  enableEmailLinkLogin: true,
  enableVendorCategories: true,
}

/** A company's switches from what is stored (JSON): unknown keys and values that are no booleans count for nothing. */
export const readCompanyFlags = (json: string): Record<CompanyFlag, boolean> => {
  const stored = JSON.parse(json) as Partial<Record<CompanyFlag, unknown>>
  const flagOf = (flag: CompanyFlag) =>
    typeof stored[flag] === 'boolean' ? stored[flag] : FLAG_DEFAULTS[flag] === true
  return Object.fromEntries(COMPANY_FLAGS.map((flag) => [flag, flagOf(flag)])) as Record<CompanyFlag, boolean>
}

/** Parts of the product that an installation switches on for itself (specification 1 §3): all are off unless named. */
export const LOCAL_FLAGS = ['headcount', 'createServiceFromDocument', 'assistant'] as const
export type LocalFlag = (typeof LOCAL_FLAGS)[number]

/** @param names as configured: `headcount,assistant`; names that are none of the flags count for nothing */
export const readLocalFlags = (names = ''): Record<LocalFlag, boolean> => {
  const on = names.split(',').map((name) => name.trim())
  return Object.fromEntries(LOCAL_FLAGS.map((flag) => [flag, on.includes(flag)])) as Record<LocalFlag, boolean>
}

/** Ways to sign in, each with the flag by which a company allows it (specification 1 §3). */
export const LOGIN_METHODS = {
  EMAIL_LINK: 'enableEmailLinkLogin',
  GOOGLE: 'enableGoogleLogin',
  MICROSOFT: 'enableMicrosoftLogin',
  OKTA: 'enableOktaLogin',
  OKTA_SAML: 'enableOktaSamlLogin',
} as const satisfies Record<string, CompanyFlag>
export type LoginMethod = keyof typeof LOGIN_METHODS

/** What a policy looks at: the same for the Worker (fresh at each request) and the web. */
export interface PolicySubject {
  flags: Record<AccessFlag, boolean>
  company: Record<CompanyFlag, boolean>
  local: Record<LocalFlag, boolean>
  /** Of a category that members file requests in. */
  isRequestCategoryOwner: boolean
  /** Of a public form. */
  isSourcingCategoryOwner: boolean
  /** Of a form that vendors fill in. */
  isVendorFormOwner: boolean
  approvesRequestsForDepartment: boolean
  approvesRequestsForBusinessUnit: boolean
  isImpersonated: boolean
  isInternalStaff: boolean
  /** A program calls with a key of the API, for the member who made the key. */
  isApiKey: boolean
}

const isAdmin = ({ flags }: PolicySubject) => flags.hasAdminAccess
const managesSettings = isAdmin
const managesEverything = ({ flags }: PolicySubject) => flags.hasAdminAccess || flags.hasSuperViewerAccess
const leads = ({ flags }: PolicySubject) => flags.hasDepartmentAccess || flags.hasBusinessUnitAccess
const usesPayments = ({ flags, company }: PolicySubject) =>
  company.paymentsEnabled && (flags.hasPaymentsAccess || flags.hasAdminAccess)
const managesVendorSettings = (s: PolicySubject) => managesSettings(s) || s.flags.hasVendorAdminAccess
/** Forms for vendors and sourcing forms run on the engine of requests, and are configured like their categories. */
const hasVendorForms = ({ company }: PolicySubject) => company.enableVendorIntake && company.enableIntakeRequests
const hasSourcing = ({ company }: PolicySubject) => company.enableSourcing && company.enableIntakeRequests
const configuresRequests = (s: PolicySubject) =>
  s.company.enableIntakeRequests && (managesSettings(s) || s.isRequestCategoryOwner)
const configuresSourcing = (s: PolicySubject) => hasSourcing(s) && (managesSettings(s) || s.isSourcingCategoryOwner)
const configuresVendorForms = (s: PolicySubject) =>
  hasVendorForms(s) && (managesVendorSettings(s) || s.isVendorFormOwner)
const configuresCategories = (s: PolicySubject) =>
  configuresRequests(s) || configuresSourcing(s) || configuresVendorForms(s)
/** Themselves, not somebody viewing as them and not a program. */
const inPerson = (s: PolicySubject) => !s.isImpersonated && !s.isApiKey

/**
 * The closed catalogue of what staff may be allowed to do (specification 1 §2 and §6, 3 §6). Whether a person may
 * see or act on one particular request, document or category is a further rule of its area, checked on the object.
 * `.use` shows an area's entry in the navigation and opens its pages.
 */
export const PERMISSIONS = {
  'staff.use': () => true,
  'search.use': managesEverything,

  'requests.use': (s) => s.company.enableIntakeRequests,
  'requests.see-all': managesEverything,
  'requests.configure': configuresRequests,
  'requests.create-category': (s) => s.company.enableIntakeRequests && managesSettings(s),
  /** Some category of any type, for the calls that they share: which, is decided on the category. */
  'categories.configure': configuresCategories,
  'categories.create': (s) =>
    s.company.enableIntakeRequests && (managesSettings(s) || (hasVendorForms(s) && managesVendorSettings(s))),
  'requests.submit-for-others': (s) =>
    s.company.enableIntakeRequests && (s.flags.submitsSpendRequestsForOthers || s.flags.hasAdminAccess),
  'spend-requests.use': (s) =>
    s.company.enableSpendRequests &&
    (!s.company.enableIntakeRequests || s.flags.hasSpendRequestAccess || s.flags.hasAdminAccess),
  /** Past the approvers goes nobody in another's name. */
  'approvals.bypass': (s) => !s.isImpersonated && (s.flags.hasApprovalBypassAccess || s.flags.hasAdminAccess),
  'approvals.configure': (s) => managesSettings(s) && (s.company.enableSpendRequests || s.company.enableIntakeRequests),
  /** Who configures workflows chooses from the matrices that settings managers keep. */
  'approver-matrices.read': (s) => managesSettings(s) || configuresCategories(s),

  'purchase-orders.use': (s) => s.company.enableNetsuitePurchaseOrder,
  /** Vendors are read by everybody; their owners, and who may edit them all, change them. */
  'vendors.use': () => true,
  'vendors.manage': managesEverything,
  'vendors.edit': (s) => managesEverything(s) || s.flags.hasVendorAdminAccess,
  /** A super viewer manages what is there, and adds nothing. */
  'vendors.create': (s) => isAdmin(s) || s.flags.hasVendorAdminAccess || leads(s),
  /** The fields and columns that a company adds to its vendors and services. */
  'vendors.configure': managesVendorSettings,
  'vendors.import': managesVendorSettings,
  /** Two vendors become one, with everything that hangs on them. */
  'vendors.merge': managesVendorSettings,
  'vendor-forms.use': (s) => s.company.enableVendorIntake,
  'vendor-forms.configure': configuresVendorForms,
  'vendor-forms.create-category': (s) => hasVendorForms(s) && managesVendorSettings(s),
  'sourcing.use': hasSourcing,
  'sourcing.configure': configuresSourcing,
  'sourcing.create-category': (s) => hasSourcing(s) && managesSettings(s),
  /** Services are read by everybody; their owners, and who may manage them all, change them. */
  'services.use': () => true,
  'services.create': (s) => isAdmin(s) || leads(s),
  /** A calendar link outlives the session: it is made in person. */
  'services.subscribe': inPerson,
  'services.create-from-document': (s) => s.local.createServiceFromDocument,

  'documents.summarize': (s) => s.company.enableDocumentSummary,

  'reports.use': managesEverything,
  'reports.spend-review': (s) =>
    managesEverything(s) && s.company.spendReview && (isAdmin(s) || s.flags.hasFinancialAnalysisAccess),
  'reports.request-analytics': (s) => managesEverything(s) && s.company.enableIntakeRequests,
  'assistant.use': (s) => s.local.assistant,

  'payments.use': usesPayments,
  'payments.accounting': (s) => usesPayments(s) && s.company.enablePaymentAccounting,
  'payments.configure': (s) => usesPayments(s) && managesSettings(s),

  'financial-analysis.use': (s) => isAdmin(s) || (s.company.isErpLinked && s.flags.hasFinancialAnalysisAccess),
  'plans.read': (s) => managesEverything(s) || leads(s),
  'plans.manage': managesEverything,
  'plan-tracking.read': (s) => isAdmin(s) || leads(s) || s.flags.hasFinancialAnalysisAccess,
  'plan-tracking.manage': isAdmin,
  'headcount.use': (s) => s.local.headcount,
  'headcount.manage': (s) => s.local.headcount && managesEverything(s),

  'settings.manage': managesSettings,
  'mappings.manage': isAdmin,
  'integrations.manage': isAdmin,
  'business-units.use': (s) => s.company.enableBusinessUnits,
  'business-units.manage': (s) => s.company.enableBusinessUnits && managesSettings(s),
  'entities.use': (s) => s.company.enableEntities,
  'entities.manage': (s) => s.company.enableEntities && managesSettings(s),
  /** Exchange rates, where amounts may be in other currencies. */
  'currencies.manage': (s) => s.company.enableCurrencies && managesSettings(s),
  'notifications.manage': isAdmin,
  'api-keys.manage': (s) => isAdmin(s) && inPerson(s),
  /** Whoever has it can pass for Outlay before the targets of the company's webhooks. */
  'webhook-secret.manage': (s) => isAdmin(s) && inPerson(s),

  'members.read': () => true,
  'members.create': (s) => isAdmin(s) || s.flags.hasUserAdminAccess || leads(s),
  /** The people of one's own departments and business units, or everybody: see schema/members/rules. */
  'members.manage': (s) => managesEverything(s) || s.flags.hasUserAdminAccess || leads(s),
  'members.view-as': (s) => (isAdmin(s) || s.isInternalStaff) && inPerson(s),
  'members.manage-delegates': isAdmin,
  'members.manage-notifications': isAdmin,

  'audit.read-company': isAdmin,
  'audit.verify': isAdmin,
  /** The platform's own staff, on any company. */
  'platform.administer': (s) => s.isInternalStaff && inPerson(s),
} satisfies Record<string, (subject: PolicySubject) => boolean>

export type Permission = keyof typeof PERMISSIONS

/** The one policy function: menus, buttons, REST, GraphQL and jobs all ask it. */
export const can = (subject: PolicySubject, permission: Permission): boolean => PERMISSIONS[permission](subject)

const booleans = <K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.boolean()])) as Record<K, z.ZodBoolean>)

export const accessFlags = booleans(ACCESS_FLAGS)
export const companyFlags = booleans(COMPANY_FLAGS)
export const localFlags = booleans(LOCAL_FLAGS)

/** Role chips of a member, in the order shown: those of specification 1 §6, then every further access. */
export const roleChips = (flags: Record<AccessFlag, boolean>): string[] => {
  const chips = [
    flags.hasAdminAccess && 'Admin',
    flags.hasSuperViewerAccess && 'Super Viewer',
    flags.hasDepartmentAccess && (flags.hasDepartmentPayrollAccess ? 'Dept. Lead with payroll' : 'Dept. Lead'),
    flags.hasBusinessUnitAccess && (flags.hasBusinessUnitPayrollAccess ? 'B.U. Lead with payroll' : 'B.U. Lead'),
    flags.hasUserAdminAccess && 'User Admin',
    flags.hasVendorAdminAccess && 'Vendor Admin',
    flags.hasPaymentsAccess && 'Payments',
    flags.hasFinancialAnalysisAccess && 'Financial Analysis',
    flags.hasApprovalBypassAccess && 'Approval Bypass',
    flags.hasSpendRequestAccess && 'Spend Requests',
    flags.submitsSpendRequestsForOthers && 'Submits for Others',
  ].filter((chip) => chip !== false)
  return chips.length ? chips : ['Member']
}
