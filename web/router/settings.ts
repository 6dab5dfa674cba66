import { guard, page, staffRoute } from './base.ts'

// A person's own settings, and company settings without a file of their own.

const settingsRoute = page(staffRoute, '/settings', () => import('../routes/settings/index.tsx'))
const auditLogRoute = page(staffRoute, '/settings/audit-log', () => import('../routes/settings/audit-log.tsx'))
const delegatesRoute = page(
  staffRoute,
  '/user/settings/delegate-approvers',
  () => import('../routes/user/settings/delegate-approvers.tsx'),
)
const ownNotificationsRoute = page(
  staffRoute,
  '/user/settings/notifications',
  () => import('../routes/user/settings/notifications.tsx'),
)
const ownSessionsRoute = page(
  staffRoute,
  '/user/settings/sessions',
  () => import('../routes/user/settings/sessions.tsx'),
)
const notificationsGuard = guard('settings-notifications', 'NotificationsGuard')
const notificationsRoute = page(
  notificationsGuard,
  '/settings/notifications',
  () => import('../routes/settings/notifications/index.tsx'),
)
const remindersRoute = page(
  notificationsGuard,
  '/settings/notifications/reminders',
  () => import('../routes/settings/notifications/reminders.tsx'),
)
const vendorNotificationsRoute = page(
  notificationsGuard,
  '/settings/notifications/vendors',
  () => import('../routes/settings/notifications/vendors.tsx'),
)
const approvalsGuard = guard('settings-approvals', 'ApprovalsGuard')
const approvalsRoute = page(approvalsGuard, '/settings/approvals', () => import('../routes/settings/approvals.tsx'))
const vendorSettingsGuard = guard('settings-vendor-management', 'VendorSettingsGuard')
const vendorSettingsRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management',
  () => import('../routes/settings/vendor-management/index.tsx'),
)
const vendorFieldsRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/fields',
  () => import('../routes/settings/vendor-management/fields.tsx'),
)
const vendorColumnsRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/columns',
  () => import('../routes/settings/vendor-management/columns.tsx'),
)
const vendorCategoriesRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/vendor-categories',
  () => import('../routes/settings/vendor-management/categories.tsx'),
)
const newVendorCategoryRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/new-vendor-category',
  () => import('../routes/settings/vendor-management/new-vendor-category.tsx'),
)
const vendorCategoryRoute = page(
  vendorSettingsGuard,
  '/settings/vendor-management/vendor-categories/$categoryId',
  () => import('../routes/settings/vendor-management/category.tsx'),
)
const apiKeysGuard = guard('settings-api-keys', 'ApiKeysGuard')
const apiKeysRoute = page(apiKeysGuard, '/settings/api-keys', () => import('../routes/settings/api-keys.tsx'))
const exchangeRatesGuard = guard('settings-exchange-rates', 'ExchangeRatesGuard')
const exchangeRatesRoute = page(
  exchangeRatesGuard,
  '/settings/exchange-rates',
  () => import('../routes/settings/exchange-rates.tsx'),
)

export const settingsRoutes = [
  settingsRoute,
  auditLogRoute,
  delegatesRoute,
  ownSessionsRoute,
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
  exchangeRatesGuard.addChildren([exchangeRatesRoute]),
] as const
