import type { Permission, PolicySubject } from '../../../../schema/shared/permissions.ts'
import { type Switch, subject } from '../../../support/policy-subject.ts'

/**
 * Specification 1 §2 (navigation) and §6, 2 §6 and 3 §6, row by row. Expectations are written as the specification
 * states them, never derived from the catalog.
 */

export const PEOPLE = {
  member: (off) => subject([], {}, off),
  admin: (off) => subject(['hasAdminAccess'], {}, off),
  superViewer: (off) => subject(['hasSuperViewerAccess'], {}, off),
  departmentLead: (off) => subject(['hasDepartmentAccess'], {}, off),
  departmentPayroll: (off) => subject(['hasDepartmentPayrollAccess'], {}, off),
  unitLead: (off) => subject(['hasBusinessUnitAccess'], {}, off),
  unitPayroll: (off) => subject(['hasBusinessUnitPayrollAccess'], {}, off),
  payments: (off) => subject(['hasPaymentsAccess'], {}, off),
  vendorAdmin: (off) => subject(['hasVendorAdminAccess'], {}, off),
  userAdmin: (off) => subject(['hasUserAdminAccess'], {}, off),
  analyst: (off) => subject(['hasFinancialAnalysisAccess'], {}, off),
  bypass: (off) => subject(['hasApprovalBypassAccess'], {}, off),
  spendRequests: (off) => subject(['hasSpendRequestAccess'], {}, off),
  filesForOthers: (off) => subject(['submitsSpendRequestsForOthers'], {}, off),
  categoryOwner: (off) => subject([], { isRequestCategoryOwner: true }, off),
  sourcingOwner: (off) => subject([], { isSourcingCategoryOwner: true }, off),
  vendorFormOwner: (off) => subject([], { isVendorFormOwner: true }, off),
  approver: (off) => subject([], { approvesRequestsForDepartment: true, approvesRequestsForBusinessUnit: true }, off),
  viewedByAdmin: (off) => subject(['hasAdminAccess'], { isImpersonated: true }, off),
  keyOfAdmin: (off) => subject(['hasAdminAccess'], { isApiKey: true }, off),
  internalStaff: (off) => subject([], { isInternalStaff: true }, off),
} satisfies Record<string, (off: Switch[]) => PolicySubject>
export type Person = keyof typeof PEOPLE

export const EVERYBODY = Object.keys(PEOPLE) as Person[]
/** A key and a view have the rights of the admin behind them, except for what only a person may do. */
export const ADMIN: Person[] = ['admin', 'viewedByAdmin', 'keyOfAdmin']
const ADMIN_AND_SUPER_VIEWER: Person[] = [...ADMIN, 'superViewer']
const LEADS: Person[] = ['departmentLead', 'unitLead']
const ADDS_VENDORS: Person[] = [...ADMIN_AND_SUPER_VIEWER, 'vendorAdmin', ...LEADS]

interface Row {
  /** As the specification says it. */
  says: string
  permission: Permission
  who: Person[]
  /** Company or local flags that are all required for anyone to have it. */
  needs?: Switch[]
  /** The menu item with the same condition, if the product has its page. */
  nav?: string[]
}

export const ROWS: Row[] = [
  // Capabilities
  { says: 'manage vendors: admin, super viewer', permission: 'vendors.manage', who: ADMIN_AND_SUPER_VIEWER },
  { says: 'vendors: everybody', permission: 'vendors.use', who: EVERYBODY, nav: ['Vendor management', 'Vendors'] },
  {
    says: 'change vendors: vendor admins too',
    permission: 'vendors.edit',
    who: [...ADMIN_AND_SUPER_VIEWER, 'vendorAdmin'],
  },
  { says: 'create vendors: those who change them, and leads', permission: 'vendors.create', who: ADDS_VENDORS },
  { says: 'services: everybody', permission: 'services.use', who: EVERYBODY, nav: ['Vendor management', 'Services'] },
  { says: 'create services: those who create vendors', permission: 'services.create', who: ADDS_VENDORS },
  { says: 'manage settings: admin', permission: 'settings.manage', who: ADMIN, nav: ['Company', 'Configuration file'] },
  { says: 'manage mappings: admin', permission: 'mappings.manage', who: ADMIN },
  {
    says: 'the mapping pages: admin, with an accounting system',
    permission: 'actuals.map',
    who: ADMIN,
    needs: ['isErpLinked'],
    nav: ['Manage mappings'],
  },
  { says: 'manage integrations: admin', permission: 'integrations.manage', who: ADMIN, nav: ['Integrations'] },
  { says: 'manage plans: admin, super viewer', permission: 'plans.manage', who: ADMIN_AND_SUPER_VIEWER },
  { says: 'read plans: leads too', permission: 'plans.read', who: [...ADMIN_AND_SUPER_VIEWER, ...LEADS] },
  { says: 'manage plan tracking: admin', permission: 'plan-tracking.manage', who: ADMIN },
  {
    says: 'read plan tracking: leads and financial analysts',
    permission: 'plan-tracking.read',
    who: [...ADMIN, ...LEADS, 'analyst'],
  },
  {
    says: 'manage headcount: admin, super viewer',
    permission: 'headcount.manage',
    who: ADMIN_AND_SUPER_VIEWER,
    needs: ['headcount'],
  },
  {
    says: 'manage users: admin, super viewer, user admin, and leads in their departments',
    permission: 'members.manage',
    who: [...ADMIN_AND_SUPER_VIEWER, 'userAdmin', ...LEADS],
    nav: ['Members'],
  },
  {
    says: 'add users: those who manage them',
    permission: 'members.create',
    who: [...ADMIN_AND_SUPER_VIEWER, 'userAdmin', ...LEADS],
  },
  {
    says: 'import users from a file: those who manage everyone',
    permission: 'members.import',
    who: [...ADMIN_AND_SUPER_VIEWER, 'userAdmin'],
  },
  {
    says: 'approval bypass: by that flag or admin, never in the name of another',
    permission: 'approvals.bypass',
    who: ['admin', 'keyOfAdmin', 'bypass'],
  },
  {
    says: 'view as another member: only admins, and platform staff',
    permission: 'members.view-as',
    who: ['admin', 'internalStaff'],
  },
  {
    says: 'delegates of any member: admin',
    permission: 'members.manage-delegates',
    who: ADMIN,
  },
  { says: 'internal staff only', permission: 'platform.administer', who: ['internalStaff'] },
  {
    says: 'submits for others: by that flag or admin',
    permission: 'requests.submit-for-others',
    who: [...ADMIN, 'filesForOthers'],
  },
  // Navigation
  { says: 'Home', permission: 'staff.use', who: EVERYBODY, nav: ['Home', 'Documents', 'Vendors', 'Services'] },
  { says: 'Search: everyone, over what they can read', permission: 'search.use', who: EVERYBODY, nav: ['Search'] },
  {
    says: 'Requests: when intake requests are enabled',
    permission: 'requests.use',
    who: EVERYBODY,
    needs: ['enableIntakeRequests'],
    nav: ['Requests'],
  },
  {
    says: 'Spend requests: by access or admin, while intake requests are on',
    permission: 'spend-requests.use',
    who: [...ADMIN, 'spendRequests'],
    needs: ['enableSpendRequests'],
    nav: ['Spend requests'],
  },
  {
    says: 'Purchase orders: with the accounting purchase order option',
    permission: 'purchase-orders.use',
    who: EVERYBODY,
    needs: ['enableNetsuitePurchaseOrder'],
    nav: ['Purchase orders'],
  },
  {
    says: 'Reports, with the renewal calendar: admins and super viewers',
    permission: 'reports.use',
    who: ADMIN_AND_SUPER_VIEWER,
    nav: ['Reports', 'Service renewal calendar'],
  },
  {
    says: 'Request analytics: when intake requests are enabled',
    permission: 'reports.request-analytics',
    who: ADMIN_AND_SUPER_VIEWER,
    needs: ['enableIntakeRequests'],
    nav: ['Request analytics'],
  },
  {
    says: 'Spend review: one named company, admins or analysts who have Reports',
    permission: 'reports.spend-review',
    who: ADMIN,
    needs: ['spendReview'],
    nav: ['Spend review'],
  },
  {
    says: 'Payments: enabled, and payments access or admin',
    permission: 'payments.use',
    who: [...ADMIN, 'payments'],
    needs: ['paymentsEnabled'],
    nav: ['Payments', 'Inbox', 'Bills & Payments'],
  },
  {
    says: 'Accounting: when payment accounting is enabled',
    permission: 'payments.accounting',
    who: [...ADMIN, 'payments'],
    needs: ['paymentsEnabled', 'enablePaymentAccounting'],
    nav: ['Accounting'],
  },
  {
    says: 'Forms: when vendor intake is enabled',
    permission: 'vendor-forms.use',
    who: EVERYBODY,
    needs: ['enableVendorIntake'],
    nav: ['Forms'],
  },
  {
    says: 'Sourcing: when enabled',
    permission: 'sourcing.use',
    who: EVERYBODY,
    needs: ['enableSourcing', 'enableIntakeRequests'],
    nav: ['Sourcing'],
  },
  {
    says: 'Financial analysis: admin, or analysts of a linked company',
    permission: 'financial-analysis.use',
    who: [...ADMIN, 'analyst'],
    nav: ['Financial analysis', 'Insights', 'Plans', 'Actuals', 'Transactions'],
  },
  {
    says: 'Headcount tracking: only with a local feature flag',
    permission: 'headcount.use',
    who: EVERYBODY,
    needs: ['headcount'],
    nav: ['Headcount tracking', 'Roster'],
  },
  // Settings
  {
    says: 'Business units: by company flag',
    permission: 'business-units.manage',
    who: ADMIN,
    needs: ['enableBusinessUnits'],
    nav: ['Business units'],
  },
  {
    says: 'Entities: by company flag',
    permission: 'entities.manage',
    who: ADMIN,
    needs: ['enableEntities'],
    nav: ['Entities'],
  },
  {
    says: 'Exchange rates: where amounts may be in other currencies',
    permission: 'currencies.manage',
    who: ADMIN,
    needs: ['enableCurrencies'],
    nav: ['Exchange rates'],
  },
  { says: 'Notifications: only admins', permission: 'notifications.manage', who: ADMIN, nav: ['Notifications'] },
  {
    says: 'Webhook secret: only admins, in person',
    permission: 'webhook-secret.manage',
    who: ['admin'],
  },
  {
    says: 'Importing configuration: only admins, in person',
    permission: 'configuration.import',
    who: ['admin'],
  },
  {
    says: 'Sample data: only admins, in person',
    permission: 'sample-data.manage',
    who: ['admin'],
  },
  {
    says: 'API keys: only admins, in person',
    permission: 'api-keys.manage',
    who: ['admin'],
    nav: ['API keys'],
  },
  {
    says: 'Spend rules: settings managers, when spend requests are enabled',
    permission: 'spend-rules.configure',
    who: ADMIN,
    needs: ['enableSpendRequests'],
    nav: ['Spend rules'],
  },
  {
    says: 'Vendor management: vendor admins or settings managers',
    permission: 'vendors.configure',
    who: [...ADMIN, 'vendorAdmin'],
    nav: ['Vendor management settings'],
  },
  {
    says: 'Request configuration: settings managers or category owners, with intake requests',
    permission: 'requests.configure',
    who: [...ADMIN, 'categoryOwner'],
    needs: ['enableIntakeRequests'],
    nav: ['Request configuration'],
  },
  {
    says: 'Sourcing settings: when enabled, settings managers and owners of a public form',
    permission: 'sourcing.configure',
    who: [...ADMIN, 'sourcingOwner'],
    needs: ['enableSourcing', 'enableIntakeRequests'],
    nav: ['Sourcing settings'],
  },
  {
    says: 'Forms of vendor management settings: with vendor intake, and requests on whose engine they run',
    permission: 'vendor-forms.configure',
    who: [...ADMIN, 'vendorAdmin', 'vendorFormOwner'],
    needs: ['enableVendorIntake', 'enableIntakeRequests'],
  },
  {
    says: 'New vendor forms: vendor admins or settings managers',
    permission: 'vendor-forms.create-category',
    who: [...ADMIN, 'vendorAdmin'],
    needs: ['enableVendorIntake', 'enableIntakeRequests'],
  },
  {
    says: 'New sourcing forms: settings managers',
    permission: 'sourcing.create-category',
    who: ADMIN,
    needs: ['enableSourcing', 'enableIntakeRequests'],
  },
  {
    says: 'Configuring some category: who may configure those of any type',
    permission: 'categories.configure',
    who: [...ADMIN, 'vendorAdmin', 'categoryOwner', 'sourcingOwner', 'vendorFormOwner'],
    needs: ['enableIntakeRequests'],
  },
  {
    says: 'Making some category: settings managers, and vendor admins with vendor intake',
    permission: 'categories.create',
    who: [...ADMIN, 'vendorAdmin'],
    needs: ['enableIntakeRequests'],
  },
  {
    says: 'Payments settings: payments access and manage-settings',
    permission: 'payments.configure',
    who: ADMIN,
    needs: ['paymentsEnabled'],
    nav: ['Payments settings'],
  },
  {
    says: 'Local flag assistant',
    permission: 'assistant.use',
    who: EVERYBODY,
    needs: ['assistant'],
  },
  {
    says: 'Company flag enableDocumentSummary',
    permission: 'documents.summarize',
    who: EVERYBODY,
    needs: ['enableDocumentSummary'],
  },
  {
    says: 'Local flag createServiceFromDocument',
    permission: 'services.create-from-document',
    who: EVERYBODY,
    needs: ['createServiceFromDocument'],
  },
]
