import {
  type AnyRoute,
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
} from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { loadStaff } from './features/session/gate.ts'
import type * as Guards from './features/shell/guards.tsx'
import { LostPage } from './features/shell/lost-page.tsx'
import { PageError } from './features/shell/page-error.tsx'
import { PageSpinner } from './features/shell/page-spinner.tsx'
import { parseSearch, stringifySearch } from './lib/search-params.ts'

/** Search parameters are read by each page through its own schema (lib/search-params.ts). */
const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  component: Outlet,
})

/** A screen of its own chunk: the file's `Page`. */
const page = <Parent extends AnyRoute, const Path extends string>(
  parent: Parent,
  path: Path,
  load: () => Promise<{ Page: () => ReactNode }>,
) => createRoute({ getParentRoute: () => parent, path, component: lazyRouteComponent(load, 'Page') })

// ---- Without a session

const loginRoute = page(rootRoute, '/login', () => import('./routes/login.tsx'))
const loginWithTokenRoute = page(rootRoute, '/login-with-token', () => import('./routes/login-with-token.tsx'))
const vendorLoginRoute = page(rootRoute, '/v/login', () => import('./routes/v/login.tsx'))
const publicFormRoute = page(
  rootRoute,
  '/public/sourcing/$companyId/$categoryId',
  () => import('./routes/public/sourcing.tsx'),
)

const notFoundRoute = createRoute({ getParentRoute: () => rootRoute, path: '/404', component: LostPage })

// ---- Vendor portal: a signed-in vendor user

const vendorRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'vendor',
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: async ({ location }) => (await import('./features/vendor-portal/gate.ts')).loadVendor(location),
  component: lazyRouteComponent(() => import('./features/vendor-portal/vendor-layout.tsx'), 'VendorLayout'),
})

const vendorHomeRoute = page(vendorRoute, '/v/home', () => import('./routes/v/home.tsx'))
const vendorSelectionRoute = page(vendorRoute, '/v/company-selection', () => import('./routes/v/company-selection.tsx'))

// ---- Staff: a signed-in company user, inside the frame

const staffRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'staff',
  pendingMs: 0,
  pendingMinMs: 0,
  pendingComponent: PageSpinner,
  beforeLoad: ({ location }) => loadStaff(location),
  component: lazyRouteComponent(() => import('./features/shell/staff-layout.tsx'), 'StaffLayout'),
})

/** Only for those whom a guard of the frame lets through. */
const guard = <const Id extends string>(id: Id, name: keyof typeof Guards) =>
  createRoute({
    getParentRoute: () => staffRoute,
    id,
    component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), name),
  })

const homeRoute = page(staffRoute, '/', () => import('./routes/home.tsx'))
const settingsRoute = page(staffRoute, '/settings', () => import('./routes/settings/index.tsx'))
const auditLogRoute = page(staffRoute, '/settings/audit-log', () => import('./routes/settings/audit-log.tsx'))
const delegatesRoute = page(
  staffRoute,
  '/user/settings/delegate-approvers',
  () => import('./routes/user/settings/delegate-approvers.tsx'),
)
const ownNotificationsRoute = page(
  staffRoute,
  '/user/settings/notifications',
  () => import('./routes/user/settings/notifications.tsx'),
)

// ---- Vendors and services

const vendorsRoute = page(staffRoute, '/vendors', () => import('./routes/vendors/index.tsx'))
const newVendorRoute = page(staffRoute, '/vendors/add-new', () => import('./routes/vendors/add-new.tsx'))
const vendorPageRoute = page(staffRoute, '/vendors/$vendorId', () => import('./routes/vendors/vendor.tsx'))
const vendorServicesRoute = page(
  staffRoute,
  '/vendors/$vendorId/services',
  () => import('./routes/vendors/services.tsx'),
)
const vendorTabRoute = page(staffRoute, '/vendors/$vendorId/$tab', () => import('./routes/vendors/vendor.tsx'))
const editVendorRoute = page(staffRoute, '/vendors/$vendorId/edit', () => import('./routes/vendors/edit.tsx'))
const vendorImportsRoute = page(
  staffRoute,
  '/vendors/imports/{-$importId}',
  () => import('./routes/vendors/imports.tsx'),
)

const servicesRoute = page(staffRoute, '/services', () => import('./routes/services/index.tsx'))
const newServiceRoute = page(staffRoute, '/services/add-new', () => import('./routes/services/add-new.tsx'))
const serviceRoute = page(staffRoute, '/services/$serviceId', () => import('./routes/services/service.tsx'))
const renewalReportRoute = page(
  staffRoute,
  '/reports/services-renewal',
  () => import('./routes/reports/services-renewal.tsx'),
)
const editServiceRoute = page(staffRoute, '/services/$serviceId/edit', () => import('./routes/services/edit.tsx'))

// ---- Documents

const documentsRoute = page(staffRoute, '/documents', () => import('./routes/documents/index.tsx'))
const newDocumentRoute = page(staffRoute, '/documents/add-new', () => import('./routes/documents/add-new.tsx'))
const documentRoute = page(staffRoute, '/documents/$documentId', () => import('./routes/documents/document.tsx'))
const editDocumentRoute = page(staffRoute, '/documents/$documentId/edit', () => import('./routes/documents/edit.tsx'))

// ---- Settings › Notifications, approvals

const notificationsGuard = guard('settings-notifications', 'NotificationsGuard')

const notificationsRoute = page(
  notificationsGuard,
  '/settings/notifications',
  () => import('./routes/settings/notifications/index.tsx'),
)
const remindersRoute = page(
  notificationsGuard,
  '/settings/notifications/reminders',
  () => import('./routes/settings/notifications/reminders.tsx'),
)
const vendorNotificationsRoute = page(
  notificationsGuard,
  '/settings/notifications/vendors',
  () => import('./routes/settings/notifications/vendors.tsx'),
)

const approvalsGuard = guard('settings-approvals', 'ApprovalsGuard')

const approvalsRoute = page(approvalsGuard, '/settings/approvals', () => import('./routes/settings/approvals.tsx'))

const vendorSettingsGuard = guard('settings-vendor-management', 'VendorSettingsGuard')

const vendorSettingsRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management',
  () => import('./routes/settings/vendor-management/index.tsx'),
)
const vendorFieldsRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/fields',
  () => import('./routes/settings/vendor-management/fields.tsx'),
)
const vendorColumnsRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/columns',
  () => import('./routes/settings/vendor-management/columns.tsx'),
)

const vendorCategoriesRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/vendor-categories',
  () => import('./routes/settings/vendor-management/categories.tsx'),
)
const newVendorCategoryRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/new-vendor-category',
  () => import('./routes/settings/vendor-management/new-vendor-category.tsx'),
)
const vendorCategoryRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/vendor-categories/$categoryId',
  () => import('./routes/settings/vendor-management/category.tsx'),
)

const apiKeysGuard = guard('settings-api-keys', 'ApiKeysGuard')

const apiKeysRoute = page(apiKeysGuard, '/settings/api-keys', () => import('./routes/settings/api-keys.tsx'))

// ---- Settings › Company

const settingsGuard = guard('settings-company', 'SettingsGuard')

const groupsRoute = page(settingsGuard, '/settings/manage-groups', () => import('./routes/settings/company/groups.tsx'))
const groupRoute = page(
  settingsGuard,
  '/settings/manage-groups/$groupId',
  () => import('./routes/settings/company/group.tsx'),
)
const departmentsRoute = page(
  settingsGuard,
  '/settings/manage-departments',
  () => import('./routes/settings/company/departments.tsx'),
)
const departmentRoute = page(
  settingsGuard,
  '/settings/manage-departments/$departmentId',
  () => import('./routes/settings/company/department.tsx'),
)
const emailForwardingRoute = page(
  settingsGuard,
  '/settings/email-forwarding',
  () => import('./routes/settings/email-forwarding.tsx'),
)

// ---- Settings › Members

const membersGuard = guard('settings-members', 'MembersGuard')

const membersRoute = page(membersGuard, '/settings/members', () => import('./routes/settings/members/index.tsx'))
const memberRoute = page(
  membersGuard,
  '/settings/members/$memberId',
  () => import('./routes/settings/members/member.tsx'),
)
const editMemberRoute = page(
  membersGuard,
  '/settings/members/$memberId/edit',
  () => import('./routes/settings/members/edit.tsx'),
)
const matricesRoute = page(
  settingsGuard,
  '/settings/manage-approver-matrix',
  () => import('./routes/settings/approver-matrix/index.tsx'),
)
const matrixRoute = page(
  settingsGuard,
  '/settings/manage-approver-matrix/$approverMatrixId',
  () => import('./routes/settings/approver-matrix/matrix.tsx'),
)

// ---- Settings › Company, the rest

const locationsRoute = page(
  settingsGuard,
  '/settings/locations',
  () => import('./routes/settings/company/locations.tsx'),
)
const spendCategoriesRoute = page(
  settingsGuard,
  '/settings/spend-categories',
  () => import('./routes/settings/company/spend-categories.tsx'),
)
const revenueCategoriesRoute = page(
  settingsGuard,
  '/settings/revenue-categories',
  () => import('./routes/settings/company/revenue-categories.tsx'),
)

const businessUnitsGuard = guard('business-units', 'BusinessUnitsGuard')

const businessUnitsRoute = page(
  businessUnitsGuard,
  '/settings/manage-business-units',
  () => import('./routes/settings/company/business-units.tsx'),
)
const businessUnitRoute = page(
  businessUnitsGuard,
  '/settings/manage-business-units/$businessUnitId',
  () => import('./routes/settings/company/business-unit.tsx'),
)

const entitiesGuard = guard('entities', 'EntitiesGuard')

const entitiesRoute = page(
  entitiesGuard,
  '/settings/manage-entities',
  () => import('./routes/settings/company/entities.tsx'),
)

// ---- Requests: company flag enableIntakeRequests

const requestsGuard = guard('requests', 'RequestsGuard')

const requestsRoute = page(requestsGuard, '/intake-requests', () => import('./routes/intake-requests/index.tsx'))
const requestsOfCategoryRoute = page(
  requestsGuard,
  '/intake-requests/$intakeCategoryId',
  () => import('./routes/intake-requests/category.tsx'),
)
const newRequestRoute = page(requestsGuard, '/intake-requests/new', () => import('./routes/intake-requests/new.tsx'))
const newRequestInCategoryRoute = page(
  requestsGuard,
  '/intake-requests/$categoryId/new',
  () => import('./routes/intake-requests/new-in-category.tsx'),
)
const editRequestRoute = page(
  requestsGuard,
  '/intake-request/$categoryId/$intakeSubmissionId/edit',
  () => import('./routes/intake-request/edit.tsx'),
)
const duplicateRequestRoute = page(
  requestsGuard,
  '/intake-request/$categoryId/$intakeSubmissionId/duplicate',
  () => import('./routes/intake-request/duplicate.tsx'),
)

/** One route, so that going from tab to tab keeps the page: its focus, its dialogs, its live connection. */
const requestRoute = page(
  requestsGuard,
  '/intake-request/$intakeSubmissionId/{-$tab}',
  () => import('./routes/intake-request/index.tsx'),
)

// ---- Sourcing: company flag enableSourcing

const sourcingGuard = guard('sourcing', 'SourcingGuard')

const sourcingFormsRoute = page(sourcingGuard, '/sourcing/forms', () => import('./routes/sourcing/forms.tsx'))
const sourcingFormRoute = page(
  sourcingGuard,
  '/sourcing/forms/$intakeSubmissionId/{-$tab}',
  () => import('./routes/intake-request/index.tsx'),
)

// ---- Request configuration

const configurationGuard = guard('request-configuration', 'RequestConfigurationGuard')

const categoriesRoute = page(
  configurationGuard,
  '/settings/intake-categories',
  () => import('./routes/settings/intake-categories/index.tsx'),
)
const categoryRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId',
  () => import('./routes/settings/intake-categories/category.tsx'),
)
const categoryFormRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId/form',
  () => import('./routes/settings/intake-categories/form.tsx'),
)
const workflowsRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId/workflows',
  () => import('./routes/settings/intake-categories/workflows.tsx'),
)
const advancedRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId/advanced',
  () => import('./routes/settings/intake-categories/advanced.tsx'),
)
const integrationsRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId/integrations',
  () => import('./routes/settings/intake-categories/integrations.tsx'),
)
const workflowRoute = page(
  configurationGuard,
  '/settings/intake-categories/$categoryId/workflows/$workflowId',
  () => import('./routes/settings/intake-categories/workflow.tsx'),
)

// ---- The same pages for sourcing forms and vendor forms: each takes its kind from the address

const categoryPages = [
  ['', categoryRoute],
  ['/form', categoryFormRoute],
  ['/workflows', workflowsRoute],
  ['/workflows/$workflowId', workflowRoute],
  ['/advanced', advancedRoute],
] as const

/** Their addresses are made from the kind's, never typed: so they need no place in the router's types. */
const pagesOf = (guard: typeof sourcingSettingsGuard | typeof vendorFormsGuard, list: string, base: string) =>
  [
    [list, categoriesRoute] as const,
    ...categoryPages.map(([tail, like]) => [`${base}/$categoryId${tail}`, like] as const),
  ].map(([path, like]) =>
    createRoute({ getParentRoute: () => guard, path, component: like.options.component }),
  ) as never[]

const sourcingSettingsGuard = guard('settings-sourcing', 'SourcingSettingsGuard')

const vendorFormsGuard = guard('settings-vendor-forms', 'VendorFormsGuard')

const routeTree = rootRoute.addChildren([
  loginRoute,
  loginWithTokenRoute,
  vendorLoginRoute,
  publicFormRoute,
  notFoundRoute,
  vendorRoute.addChildren([vendorHomeRoute, vendorSelectionRoute]),
  staffRoute.addChildren([
    homeRoute,
    settingsRoute,
    auditLogRoute,
    delegatesRoute,
    vendorsRoute,
    newVendorRoute,
    vendorPageRoute,
    vendorServicesRoute,
    vendorTabRoute,
    editVendorRoute,
    servicesRoute,
    newServiceRoute,
    serviceRoute,
    editServiceRoute,
    renewalReportRoute,
    vendorImportsRoute,
    documentsRoute,
    newDocumentRoute,
    documentRoute,
    editDocumentRoute,
    ownNotificationsRoute,
    notificationsGuard.addChildren([notificationsRoute, remindersRoute, vendorNotificationsRoute]),
    approvalsGuard.addChildren([approvalsRoute]),
    vendorSettingsGuard.addChildren([
      vendorSettingsRoute,
      vendorFieldsRoute,
      vendorColumnsRoute,
      vendorCategoriesRoute,
      newVendorCategoryRoute,
      vendorCategoryRoute,
    ]),
    apiKeysGuard.addChildren([apiKeysRoute]),
    requestsGuard.addChildren([
      requestsRoute,
      requestsOfCategoryRoute,
      newRequestRoute,
      newRequestInCategoryRoute,
      editRequestRoute,
      duplicateRequestRoute,
      requestRoute,
    ]),
    membersGuard.addChildren([membersRoute, memberRoute, editMemberRoute]),
    settingsGuard.addChildren([
      groupsRoute,
      groupRoute,
      departmentsRoute,
      departmentRoute,
      locationsRoute,
      spendCategoriesRoute,
      revenueCategoriesRoute,
      emailForwardingRoute,
      matricesRoute,
      matrixRoute,
    ]),
    businessUnitsGuard.addChildren([businessUnitsRoute, businessUnitRoute]),
    entitiesGuard.addChildren([entitiesRoute]),
    configurationGuard.addChildren([
      categoriesRoute,
      categoryRoute,
      categoryFormRoute,
      workflowsRoute,
      workflowRoute,
      advancedRoute,
      integrationsRoute,
    ]),
    sourcingGuard.addChildren([sourcingFormsRoute, sourcingFormRoute]),
    sourcingSettingsGuard.addChildren(
      pagesOf(sourcingSettingsGuard, '/settings/sourcing', '/settings/sourcing-categories'),
    ),
    vendorFormsGuard.addChildren(
      pagesOf(vendorFormsGuard, '/settings/vendor-intake-categories', '/settings/vendor-intake-categories'),
    ),
  ]),
])

export const router = createRouter({
  routeTree,
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPendingComponent: PageSpinner,
  defaultErrorComponent: PageError,
  defaultNotFoundComponent: LostPage,
  scrollRestoration: true,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
