import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Outlet } from '@tanstack/react-router'
import { loadStaff } from './features/session/gate.ts'
import { LostPage } from './features/shell/lost-page.tsx'
import { PageError } from './features/shell/page-error.tsx'
import { PageSpinner } from './features/shell/page-spinner.tsx'
import { parseSearch, stringifySearch } from './lib/search-params.ts'

/** Search parameters are read by each page through its own schema (lib/search-params.ts). */
const rootRoute = createRootRoute({
  validateSearch: (search: Record<string, unknown>): Record<string, unknown> => search,
  component: Outlet,
})

// ---- Without a session

const loginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login',
  component: lazyRouteComponent(() => import('./routes/login.tsx'), 'Page'),
})

const loginWithTokenRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/login-with-token',
  component: lazyRouteComponent(() => import('./routes/login-with-token.tsx'), 'Page'),
})

const vendorLoginRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/v/login',
  component: lazyRouteComponent(() => import('./routes/v/login.tsx'), 'Page'),
})

const publicFormRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/public/sourcing/$companyId/$categoryId',
  component: lazyRouteComponent(() => import('./routes/public/sourcing.tsx'), 'Page'),
})

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

const vendorHomeRoute = createRoute({
  getParentRoute: () => vendorRoute,
  path: '/v/home',
  component: lazyRouteComponent(() => import('./routes/v/home.tsx'), 'Page'),
})

const vendorSelectionRoute = createRoute({
  getParentRoute: () => vendorRoute,
  path: '/v/company-selection',
  component: lazyRouteComponent(() => import('./routes/v/company-selection.tsx'), 'Page'),
})

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

const homeRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/home.tsx'), 'Page'),
})

const settingsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/settings',
  component: lazyRouteComponent(() => import('./routes/settings/index.tsx'), 'Page'),
})

const auditLogRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/settings/audit-log',
  component: lazyRouteComponent(() => import('./routes/settings/audit-log.tsx'), 'Page'),
})

const delegatesRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/user/settings/delegate-approvers',
  component: lazyRouteComponent(() => import('./routes/user/settings/delegate-approvers.tsx'), 'Page'),
})

const ownNotificationsRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/user/settings/notifications',
  component: lazyRouteComponent(() => import('./routes/user/settings/notifications.tsx'), 'Page'),
})

// ---- Services

const servicesRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/services',
  component: lazyRouteComponent(() => import('./routes/services/index.tsx'), 'Page'),
})

const newServiceRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/services/add-new',
  component: lazyRouteComponent(() => import('./routes/services/add-new.tsx'), 'Page'),
})

const serviceRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/services/$serviceId',
  component: lazyRouteComponent(() => import('./routes/services/service.tsx'), 'Page'),
})

const editServiceRoute = createRoute({
  getParentRoute: () => staffRoute,
  path: '/services/$serviceId/edit',
  component: lazyRouteComponent(() => import('./routes/services/edit.tsx'), 'Page'),
})

// ---- Settings › Notifications, approvals

const notificationsGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'settings-notifications',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'NotificationsGuard'),
})

const notificationsRoute = createRoute({
  getParentRoute: () => notificationsGuard,
  path: '/settings/notifications',
  component: lazyRouteComponent(() => import('./routes/settings/notifications/index.tsx'), 'Page'),
})

const remindersRoute = createRoute({
  getParentRoute: () => notificationsGuard,
  path: '/settings/notifications/reminders',
  component: lazyRouteComponent(() => import('./routes/settings/notifications/reminders.tsx'), 'Page'),
})

const vendorNotificationsRoute = createRoute({
  getParentRoute: () => notificationsGuard,
  path: '/settings/notifications/vendors',
  component: lazyRouteComponent(() => import('./routes/settings/notifications/vendors.tsx'), 'Page'),
})

const approvalsGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'settings-approvals',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'ApprovalsGuard'),
})

const approvalsRoute = createRoute({
  getParentRoute: () => approvalsGuard,
  path: '/settings/approvals',
  component: lazyRouteComponent(() => import('./routes/settings/approvals.tsx'), 'Page'),
})

const vendorSettingsGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'settings-vendor-management',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'VendorSettingsGuard'),
})

const vendorSettingsRoute = createRoute({
  getParentRoute: () => vendorSettingsGuard,
  path: '/settings/vendor-management',
  component: lazyRouteComponent(() => import('./routes/settings/vendor-management/index.tsx'), 'Page'),
})

const vendorFieldsRoute = createRoute({
  getParentRoute: () => vendorSettingsGuard,
  path: '/settings/vendor-management/fields',
  component: lazyRouteComponent(() => import('./routes/settings/vendor-management/fields.tsx'), 'Page'),
})

const vendorColumnsRoute = createRoute({
  getParentRoute: () => vendorSettingsGuard,
  path: '/settings/vendor-management/columns',
  component: lazyRouteComponent(() => import('./routes/settings/vendor-management/columns.tsx'), 'Page'),
})

const apiKeysGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'settings-api-keys',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'ApiKeysGuard'),
})

const apiKeysRoute = createRoute({
  getParentRoute: () => apiKeysGuard,
  path: '/settings/api-keys',
  component: lazyRouteComponent(() => import('./routes/settings/api-keys.tsx'), 'Page'),
})

// ---- Settings › Company

const settingsGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'settings-company',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'SettingsGuard'),
})

const groupsRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/manage-groups',
  component: lazyRouteComponent(() => import('./routes/settings/company/groups.tsx'), 'Page'),
})

const groupRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/manage-groups/$groupId',
  component: lazyRouteComponent(() => import('./routes/settings/company/group.tsx'), 'Page'),
})

const departmentsRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/manage-departments',
  component: lazyRouteComponent(() => import('./routes/settings/company/departments.tsx'), 'Page'),
})

const departmentRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/manage-departments/$departmentId',
  component: lazyRouteComponent(() => import('./routes/settings/company/department.tsx'), 'Page'),
})

const emailForwardingRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/email-forwarding',
  component: lazyRouteComponent(() => import('./routes/settings/email-forwarding.tsx'), 'Page'),
})

// ---- Settings › Members

const membersGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'settings-members',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'MembersGuard'),
})

const membersRoute = createRoute({
  getParentRoute: () => membersGuard,
  path: '/settings/members',
  component: lazyRouteComponent(() => import('./routes/settings/members/index.tsx'), 'Page'),
})

const memberRoute = createRoute({
  getParentRoute: () => membersGuard,
  path: '/settings/members/$memberId',
  component: lazyRouteComponent(() => import('./routes/settings/members/member.tsx'), 'Page'),
})

const editMemberRoute = createRoute({
  getParentRoute: () => membersGuard,
  path: '/settings/members/$memberId/edit',
  component: lazyRouteComponent(() => import('./routes/settings/members/edit.tsx'), 'Page'),
})

const matricesRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/manage-approver-matrix',
  component: lazyRouteComponent(() => import('./routes/settings/approver-matrix/index.tsx'), 'Page'),
})

const matrixRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/manage-approver-matrix/$approverMatrixId',
  component: lazyRouteComponent(() => import('./routes/settings/approver-matrix/matrix.tsx'), 'Page'),
})

// ---- Settings › Company, the rest

const locationsRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/locations',
  component: lazyRouteComponent(() => import('./routes/settings/company/locations.tsx'), 'Page'),
})

const spendCategoriesRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/spend-categories',
  component: lazyRouteComponent(() => import('./routes/settings/company/spend-categories.tsx'), 'Page'),
})

const revenueCategoriesRoute = createRoute({
  getParentRoute: () => settingsGuard,
  path: '/settings/revenue-categories',
  component: lazyRouteComponent(() => import('./routes/settings/company/revenue-categories.tsx'), 'Page'),
})

const businessUnitsGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'business-units',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'BusinessUnitsGuard'),
})

const businessUnitsRoute = createRoute({
  getParentRoute: () => businessUnitsGuard,
  path: '/settings/manage-business-units',
  component: lazyRouteComponent(() => import('./routes/settings/company/business-units.tsx'), 'Page'),
})

const businessUnitRoute = createRoute({
  getParentRoute: () => businessUnitsGuard,
  path: '/settings/manage-business-units/$businessUnitId',
  component: lazyRouteComponent(() => import('./routes/settings/company/business-unit.tsx'), 'Page'),
})

const entitiesGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'entities',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'EntitiesGuard'),
})

const entitiesRoute = createRoute({
  getParentRoute: () => entitiesGuard,
  path: '/settings/manage-entities',
  component: lazyRouteComponent(() => import('./routes/settings/company/entities.tsx'), 'Page'),
})

// ---- Requests: company flag enableIntakeRequests

const requestsGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'requests',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'RequestsGuard'),
})

const requestsRoute = createRoute({
  getParentRoute: () => requestsGuard,
  path: '/intake-requests',
  component: lazyRouteComponent(() => import('./routes/intake-requests/index.tsx'), 'Page'),
})

const requestsOfCategoryRoute = createRoute({
  getParentRoute: () => requestsGuard,
  path: '/intake-requests/$intakeCategoryId',
  component: lazyRouteComponent(() => import('./routes/intake-requests/category.tsx'), 'Page'),
})

const newRequestRoute = createRoute({
  getParentRoute: () => requestsGuard,
  path: '/intake-requests/new',
  component: lazyRouteComponent(() => import('./routes/intake-requests/new.tsx'), 'Page'),
})

const newRequestInCategoryRoute = createRoute({
  getParentRoute: () => requestsGuard,
  path: '/intake-requests/$categoryId/new',
  component: lazyRouteComponent(() => import('./routes/intake-requests/new-in-category.tsx'), 'Page'),
})

const editRequestRoute = createRoute({
  getParentRoute: () => requestsGuard,
  path: '/intake-request/$categoryId/$intakeSubmissionId/edit',
  component: lazyRouteComponent(() => import('./routes/intake-request/edit.tsx'), 'Page'),
})

const duplicateRequestRoute = createRoute({
  getParentRoute: () => requestsGuard,
  path: '/intake-request/$categoryId/$intakeSubmissionId/duplicate',
  component: lazyRouteComponent(() => import('./routes/intake-request/duplicate.tsx'), 'Page'),
})

/** One route, so that going from tab to tab keeps the page: its focus, its dialogs, its live connection. */
const requestRoute = createRoute({
  getParentRoute: () => requestsGuard,
  path: '/intake-request/$intakeSubmissionId/{-$tab}',
  component: lazyRouteComponent(() => import('./routes/intake-request/index.tsx'), 'Page'),
})

// ---- Sourcing: company flag enableSourcing

const sourcingGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'sourcing',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'SourcingGuard'),
})

const sourcingFormsRoute = createRoute({
  getParentRoute: () => sourcingGuard,
  path: '/sourcing/forms',
  component: lazyRouteComponent(() => import('./routes/sourcing/forms.tsx'), 'Page'),
})

const sourcingFormRoute = createRoute({
  getParentRoute: () => sourcingGuard,
  path: '/sourcing/forms/$intakeSubmissionId/{-$tab}',
  component: lazyRouteComponent(() => import('./routes/intake-request/index.tsx'), 'Page'),
})

// ---- Request configuration

const configurationGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'request-configuration',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'RequestConfigurationGuard'),
})

const categoriesRoute = createRoute({
  getParentRoute: () => configurationGuard,
  path: '/settings/intake-categories',
  component: lazyRouteComponent(() => import('./routes/settings/intake-categories/index.tsx'), 'Page'),
})

const categoryRoute = createRoute({
  getParentRoute: () => configurationGuard,
  path: '/settings/intake-categories/$categoryId',
  component: lazyRouteComponent(() => import('./routes/settings/intake-categories/category.tsx'), 'Page'),
})

const categoryFormRoute = createRoute({
  getParentRoute: () => configurationGuard,
  path: '/settings/intake-categories/$categoryId/form',
  component: lazyRouteComponent(() => import('./routes/settings/intake-categories/form.tsx'), 'Page'),
})

const workflowsRoute = createRoute({
  getParentRoute: () => configurationGuard,
  path: '/settings/intake-categories/$categoryId/workflows',
  component: lazyRouteComponent(() => import('./routes/settings/intake-categories/workflows.tsx'), 'Page'),
})

const advancedRoute = createRoute({
  getParentRoute: () => configurationGuard,
  path: '/settings/intake-categories/$categoryId/advanced',
  component: lazyRouteComponent(() => import('./routes/settings/intake-categories/advanced.tsx'), 'Page'),
})

const integrationsRoute = createRoute({
  getParentRoute: () => configurationGuard,
  path: '/settings/intake-categories/$categoryId/integrations',
  component: lazyRouteComponent(() => import('./routes/settings/intake-categories/integrations.tsx'), 'Page'),
})

const workflowRoute = createRoute({
  getParentRoute: () => configurationGuard,
  path: '/settings/intake-categories/$categoryId/workflows/$workflowId',
  component: lazyRouteComponent(() => import('./routes/settings/intake-categories/workflow.tsx'), 'Page'),
})

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

const sourcingSettingsGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'settings-sourcing',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'SourcingSettingsGuard'),
})

const vendorFormsGuard = createRoute({
  getParentRoute: () => staffRoute,
  id: 'settings-vendor-forms',
  component: lazyRouteComponent(() => import('./features/shell/guards.tsx'), 'VendorFormsGuard'),
})

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
    servicesRoute,
    newServiceRoute,
    serviceRoute,
    editServiceRoute,
    ownNotificationsRoute,
    notificationsGuard.addChildren([notificationsRoute, remindersRoute, vendorNotificationsRoute]),
    approvalsGuard.addChildren([approvalsRoute]),
    vendorSettingsGuard.addChildren([vendorSettingsRoute, vendorFieldsRoute, vendorColumnsRoute]),
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
