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

/** The company's flags (specification 1 §3 and 3 §9). All are off unless set, except those in FLAG_DEFAULTS. */
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
  // Product flags that are also stored on the company: ways to sign in, …
  'enableEmailLinkLogin',
  'enableGoogleLogin',
  'enableMicrosoftLogin',
  'enableOktaLogin',
  'enableOktaSamlLogin',
  // … inbound email: email a provider's forwarding confirmation to the admins, turn an email without a usable file into
  // a PDF of its text, …
  'enableForwardConfirmationEmail',
  'enableEmailBodyPdfCreation',
  // … and transactions.
  'enableAllocationTransactions',
  'forceBusinessUnits',
  // A report for one company, turned on by platform staff.
  'spendReview',
] as const
export type CompanyFlag = (typeof COMPANY_FLAGS)[number]

/** Without login links no one in a new company could sign in to turn on another method. The others can be turned off. */
export const FLAG_DEFAULTS: Partial<Record<CompanyFlag, boolean>> = {
  enableEmailLinkLogin: true,
  enableVendorCategories: true,
  enablePaymentsProcessing: true,
}

/** A company's flags from the stored JSON. Unknown keys and values that aren't booleans are ignored. */
export const readCompanyFlags = (json: string): Record<CompanyFlag, boolean> => {
  const stored = JSON.parse(json) as Partial<Record<CompanyFlag, unknown>>
  const flagOf = (flag: CompanyFlag) =>
    typeof stored[flag] === 'boolean' ? stored[flag] : FLAG_DEFAULTS[flag] === true
  return Object.fromEntries(COMPANY_FLAGS.map((flag) => [flag, flagOf(flag)])) as Record<CompanyFlag, boolean>
}

/** Parts of the product that an installation turns on for itself (specification 1 §3). All are off unless named. */
export const LOCAL_FLAGS = ['headcount', 'createServiceFromDocument', 'assistant'] as const
export type LocalFlag = (typeof LOCAL_FLAGS)[number]

/** @param names as configured: `headcount,assistant`; unknown names are ignored */
export const readLocalFlags = (names = ''): Record<LocalFlag, boolean> => {
  const on = names.split(',').map((name) => name.trim())
  return Object.fromEntries(LOCAL_FLAGS.map((flag) => [flag, on.includes(flag)])) as Record<LocalFlag, boolean>
}

/** Sign-in methods, each with the flag by which a company allows it (specification 1 §3). */
export const LOGIN_METHODS = {
  EMAIL_LINK: 'enableEmailLinkLogin',
  GOOGLE: 'enableGoogleLogin',
  MICROSOFT: 'enableMicrosoftLogin',
  OKTA: 'enableOktaLogin',
  OKTA_SAML: 'enableOktaSamlLogin',
} as const satisfies Record<string, CompanyFlag>
export type LoginMethod = keyof typeof LOGIN_METHODS

/** What a policy checks. The Worker (on each request) and the web use the same. */
export interface PolicySubject {
  flags: Record<AccessFlag, boolean>
  company: Record<CompanyFlag, boolean>
  local: Record<LocalFlag, boolean>
  /** Owns a category that members file requests in. */
  isRequestCategoryOwner: boolean
  /** Owns a public form. */
  isSourcingCategoryOwner: boolean
  /** Owns a form that vendors fill in. */
  isVendorFormOwner: boolean
  approvesRequestsForDepartment: boolean
  approvesRequestsForBusinessUnit: boolean
  isImpersonated: boolean
  isInternalStaff: boolean
  /** A program is calling with an API key, for the member who created the key. */
  isApiKey: boolean
}

const isAdmin = ({ flags }: PolicySubject) => flags.hasAdminAccess
const managesSettings = isAdmin
const managesEverything = ({ flags }: PolicySubject) => flags.hasAdminAccess || flags.hasSuperViewerAccess
const leads = ({ flags }: PolicySubject) => flags.hasDepartmentAccess || flags.hasBusinessUnitAccess
/** Who may change all of something may also add to it, by hand or from a file (specification 1 §6). */
const editsVendors = (s: PolicySubject) => managesEverything(s) || s.flags.hasVendorAdminAccess
const managesEveryone = (s: PolicySubject) => managesEverything(s) || s.flags.hasUserAdminAccess
const usesPayments = ({ flags, company }: PolicySubject) =>
  company.paymentsEnabled && (flags.hasPaymentsAccess || flags.hasAdminAccess)
const managesVendorSettings = (s: PolicySubject) => managesSettings(s) || s.flags.hasVendorAdminAccess
/** Vendor forms and sourcing forms use the request engine and are configured like its categories. */
const hasVendorForms = ({ company }: PolicySubject) => company.enableVendorIntake && company.enableIntakeRequests
const hasSourcing = ({ company }: PolicySubject) => company.enableSourcing && company.enableIntakeRequests
const configuresRequests = (s: PolicySubject) =>
  s.company.enableIntakeRequests && (managesSettings(s) || s.isRequestCategoryOwner)
const configuresSourcing = (s: PolicySubject) => hasSourcing(s) && (managesSettings(s) || s.isSourcingCategoryOwner)
const configuresVendorForms = (s: PolicySubject) =>
  hasVendorForms(s) && (managesVendorSettings(s) || s.isVendorFormOwner)
const configuresCategories = (s: PolicySubject) =>
  configuresRequests(s) || configuresSourcing(s) || configuresVendorForms(s)
const asksAboutRequests = (s: PolicySubject) =>
  managesEverything(s) && s.company.enableIntakeRequests && s.company.enableRequestAnalyticsChat
/** The person, not someone viewing as them and not a program. */
const inPerson = (s: PolicySubject) => !s.isImpersonated && !s.isApiKey

/**
 * The closed catalog of what staff can be allowed to do (specification 1 §2 and §6, 3 §6). Whether a person can see or
 * change one particular request, document or category is a further rule of its area, checked on the object. `.use`
 * shows an area's menu item and opens its pages.
 */
export const PERMISSIONS = {
  'staff.use': () => true,
  /** Everyone finds what they can read. */
  'search.use': () => true,

  'requests.use': (s) => s.company.enableIntakeRequests,
  'requests.see-all': managesEverything,
  'requests.configure': configuresRequests,
  'requests.create-category': (s) => s.company.enableIntakeRequests && managesSettings(s),
  /** For shared calls: any category of any type. The particular category is checked afterwards. */
  'categories.configure': configuresCategories,
  'categories.create': (s) =>
    s.company.enableIntakeRequests && (managesSettings(s) || (hasVendorForms(s) && managesVendorSettings(s))),
  'requests.submit-for-others': (s) =>
    (s.company.enableIntakeRequests || s.company.enableSpendRequests) &&
    (s.flags.submitsSpendRequestsForOthers || s.flags.hasAdminAccess),
  'spend-requests.use': (s) =>
    s.company.enableSpendRequests &&
    (!s.company.enableIntakeRequests || s.flags.hasSpendRequestAccess || s.flags.hasAdminAccess),
  /** Which spend requests need which approvals. */
  'spend-rules.configure': (s) => s.company.enableSpendRequests && managesSettings(s),
  /** Approvers and watchers of spend requests need no further access. Which ones they can see is checked on each. */
  'spend-requests.read': (s) => s.company.enableSpendRequests,
  /** What is approved: requests, spend requests and bills. */
  'approvals.take-part': (s) =>
    s.company.enableIntakeRequests || s.company.enableSpendRequests || s.company.paymentsEnabled,
  /** No one can bypass approvers in someone else's name. */
  'approvals.bypass': (s) => !s.isImpersonated && (s.flags.hasApprovalBypassAccess || s.flags.hasAdminAccess),
  'approvals.configure': (s) =>
    managesSettings(s) &&
    (s.company.enableSpendRequests || s.company.enableIntakeRequests || s.company.paymentsEnabled),
  /** People who configure workflows choose from the matrices that settings managers maintain. */
  'approver-matrices.read': (s) => managesSettings(s) || configuresCategories(s),

  'purchase-orders.use': (s) => s.company.enableNetsuitePurchaseOrder,
  /** Everyone can read them. Owners, and people who can edit all of them, can change them. */
  'vendors.use': () => true,
  'vendors.manage': managesEverything,
  'vendors.edit': editsVendors,
  'vendors.create': (s) => editsVendors(s) || leads(s),
  'vendors.configure': managesVendorSettings,
  'vendors.import': managesVendorSettings,
  /** Bank accounts that vendors share, by their last four digits. */
  'vendors.read-payment-information': (s) =>
    managesEverything(s) || s.flags.hasVendorAdminAccess || s.flags.hasPaymentsAccess,
  'vendors.merge': managesVendorSettings,
  'vendor-forms.use': (s) => s.company.enableVendorIntake,
  'vendor-forms.configure': configuresVendorForms,
  'vendor-forms.create-category': (s) => hasVendorForms(s) && managesVendorSettings(s),
  'sourcing.use': hasSourcing,
  'sourcing.configure': configuresSourcing,
  'sourcing.create-category': (s) => hasSourcing(s) && managesSettings(s),
  'services.use': () => true,
  'services.create': (s) => editsVendors(s) || leads(s),
  /** A calendar link outlives the session, so only the person can create it. */
  'services.subscribe': inPerson,
  'services.create-from-document': (s) => s.local.createServiceFromDocument,

  'documents.summarize': (s) => s.company.enableDocumentSummary,

  'reports.use': managesEverything,
  /** What services will cost, of all of the company or of what one leads: worker/features/planning/pictures/units.ts. */
  'spend-picture.read': (s) => managesEverything(s) || s.flags.hasVendorAdminAccess || leads(s),
  'reports.spend-review': (s) =>
    managesEverything(s) && s.company.spendReview && (isAdmin(s) || s.flags.hasFinancialAnalysisAccess),
  'reports.request-analytics': (s) => managesEverything(s) && s.company.enableIntakeRequests,
  /** Asking about a document that one can read. */
  'assistant.use': (s) => s.local.assistant,
  'requests.ask': asksAboutRequests,
  /** For shared calls: asking about anything. What it is about is checked afterwards. */
  'chats.use': (s) => s.local.assistant || asksAboutRequests(s),
  'payments.use': usesPayments,
  'payments.look': (s) => usesPayments(s) && s.company.paymentsOnboarded, // specification 3 §2
  /** Paying and guarding payments is for people, not for API keys: schema/platform/hands/rule.ts, features/platform/guarded. */
  'payments.pay': (s) => usesPayments(s) && !s.isApiKey,
  'payments.start': (s) => usesPayments(s) && !s.isApiKey && s.company.enablePaymentsProcessing,
  'payments.accounting': (s) => usesPayments(s) && s.company.enablePaymentAccounting,
  /** Approvers and watchers of bills need no further access. Which ones they can see is checked on each. */
  'bills.read': (s) => s.company.paymentsEnabled,
  'bills.enter-for-others': (s) => usesPayments(s) && (s.flags.hasAdminAccess || s.flags.submitsSpendRequestsForOthers),
  'payments.configure': (s) => usesPayments(s) && managesSettings(s),
  'payments.guard': (s) => usesPayments(s) && managesSettings(s) && !s.isApiKey,
  /** Releasing what a check holds. Whether it is one's own is checked on each. */
  'checks.decide': (s) => usesPayments(s) && inPerson(s),

  'financial-analysis.use': (s) => isAdmin(s) || (s.company.isErpLinked && s.flags.hasFinancialAnalysisAccess),
  /** Which ones someone sees is a rule of its own: worker/features/planning/transactions/access.ts. */
  'transactions.read': (s) =>
    isAdmin(s) || (s.company.isErpLinked && (managesEverything(s) || leads(s) || s.flags.hasFinancialAnalysisAccess)),
  'plans.read': (s) => managesEverything(s) || leads(s),
  'plans.manage': managesEverything,
  /** Opening plans: those who may read them, and those who may read how they are tracked. Leads see their units’ part. */
  'plans.use': (s) => managesEverything(s) || leads(s) || s.flags.hasFinancialAnalysisAccess,
  'plan-tracking.read': (s) => isAdmin(s) || leads(s) || s.flags.hasFinancialAnalysisAccess,
  'plan-tracking.manage': isAdmin,
  'headcount.use': (s) => s.local.headcount,
  'headcount.manage': (s) => s.local.headcount && managesEverything(s),

  'settings.manage': managesSettings,
  /** Takes over a file of configuration, which changes everything at once. */
  'configuration.import': (s) => isAdmin(s) && inPerson(s),
  /** Loading and removing it is for the person alone: it fills the whole company. */
  'sample-data.manage': (s) => managesSettings(s) && inPerson(s),
  'mappings.manage': isAdmin,
  /** The mapping pages, which are of no use without an accounting system. */
  'actuals.map': (s) => isAdmin(s) && s.company.isErpLinked,
  'integrations.manage': isAdmin,
  'sign-on.manage': (s) => isAdmin(s) && inPerson(s), // it decides who can be anyone
  'business-units.use': (s) => s.company.enableBusinessUnits,
  'business-units.manage': (s) => s.company.enableBusinessUnits && managesSettings(s),
  'entities.use': (s) => s.company.enableEntities,
  'entities.manage': (s) => s.company.enableEntities && managesSettings(s),
  /** Exchange rates, if other currencies are allowed. */
  'currencies.manage': (s) => s.company.enableCurrencies && managesSettings(s),
  'notifications.manage': isAdmin,
  'api-keys.manage': (s) => isAdmin(s) && inPerson(s),
  /** The secret lets its holder impersonate Outlay to the company's webhook targets. */
  'webhook-secret.manage': (s) => isAdmin(s) && inPerson(s),

  'members.read': () => true,
  'members.create': (s) => managesEveryone(s) || leads(s),
  /** Files of members, whose rows everyone who imports can read. */
  'members.import': managesEveryone,
  /** People in one's own departments and business units, or everyone. See schema/members/rules. */
  'members.manage': (s) => managesEveryone(s) || leads(s),
  'members.view-as': (s) => (isAdmin(s) || s.isInternalStaff) && inPerson(s),
  'members.manage-delegates': isAdmin,
  'members.manage-notifications': isAdmin,

  /** Admins, auditors and people in finance. What each pack is about has to be readable for them, too. */
  'evidence.make': (s) => managesEverything(s) || usesPayments(s) || s.flags.hasFinancialAnalysisAccess,
  'audit.read-company': isAdmin,
  'audit.verify': isAdmin,
  /** Platform staff, for any company. */
  'platform.administer': (s) => s.isInternalStaff && inPerson(s),
} satisfies Record<string, (subject: PolicySubject) => boolean>

export type Permission = keyof typeof PERMISSIONS

/** The one policy function. Menus, buttons, REST, GraphQL and jobs all use it. */
export const can = (subject: PolicySubject, permission: Permission): boolean => PERMISSIONS[permission](subject)

const booleans = <K extends string>(keys: readonly K[]) =>
  z.object(Object.fromEntries(keys.map((key) => [key, z.boolean()])) as Record<K, z.ZodBoolean>)

export const accessFlags = booleans(ACCESS_FLAGS)
export const companyFlags = booleans(COMPANY_FLAGS)
export const localFlags = booleans(LOCAL_FLAGS)

/** Role chips of a member, in the order shown: those of specification 1 §6, then all other access. */
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
