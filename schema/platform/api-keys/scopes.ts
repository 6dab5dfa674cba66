import { z } from 'zod'
import type { Permission } from '../../shared/permissions.ts'

/** What a key opens: areas, each to read only, or to change too. */

export const KEY_AREAS = ['REQUESTS', 'VENDORS', 'PAYMENTS', 'PLANNING', 'DOCUMENTS', 'COMPANY'] as const
type KeyArea = (typeof KEY_AREAS)[number]
export const KEY_AREA_WORDS: Record<KeyArea, string> = {
  REQUESTS: 'Requests, approvals and orders',
  VENDORS: 'Vendors, services and sourcing',
  PAYMENTS: 'Bills and payments',
  PLANNING: 'Plans and actuals',
  DOCUMENTS: 'Documents and comments',
  COMPANY: 'Members and settings',
}

export const KEY_LEVELS = ['NONE', 'READ', 'WRITE'] as const
export type KeyLevel = (typeof KEY_LEVELS)[number]
export const KEY_LEVEL_WORDS: Record<KeyLevel, string> = { NONE: 'Nothing', READ: 'Read', WRITE: 'Read and change' }

const level = z.enum(KEY_LEVELS)
export const keyScopes = z.object({
  REQUESTS: level,
  VENDORS: level,
  PAYMENTS: level,
  PLANNING: level,
  DOCUMENTS: level,
  COMPANY: level,
})
export type KeyScopes = z.infer<typeof keyScopes>

/** Keys that were made before there were areas, and those that name none. */
export const ALL_AREAS: KeyScopes = {
  REQUESTS: 'WRITE',
  VENDORS: 'WRITE',
  PAYMENTS: 'WRITE',
  PLANNING: 'WRITE',
  DOCUMENTS: 'WRITE',
  COMPANY: 'WRITE',
}

/** As the database keeps them. */
export const storedScopes = (json: string | null): KeyScopes =>
  json === null ? ALL_AREAS : keyScopes.parse(JSON.parse(json))

/** Names to choose from and what every page shows, which any key may read. */
const GENERAL = null

const AREA_OF_PERMISSION: Record<Permission, KeyArea | typeof GENERAL> = {
  'staff.use': GENERAL,
  'search.use': GENERAL,
  'requests.use': 'REQUESTS',
  'requests.see-all': 'REQUESTS',
  'requests.configure': 'REQUESTS',
  'requests.create-category': 'REQUESTS',
  'categories.configure': 'REQUESTS',
  'categories.create': 'REQUESTS',
  'requests.submit-for-others': 'REQUESTS',
  'spend-requests.use': 'REQUESTS',
  'spend-rules.configure': 'REQUESTS',
  'spend-requests.read': 'REQUESTS',
  'approvals.take-part': 'REQUESTS',
  'approvals.bypass': 'REQUESTS',
  'approvals.configure': 'REQUESTS',
  'approver-matrices.read': 'REQUESTS',
  'purchase-orders.use': 'REQUESTS',
  'vendors.use': 'VENDORS',
  'vendors.manage': 'VENDORS',
  'vendors.edit': 'VENDORS',
  'vendors.create': 'VENDORS',
  'vendors.configure': 'VENDORS',
  'vendors.import': 'VENDORS',
  'vendors.read-payment-information': 'VENDORS',
  'vendors.merge': 'VENDORS',
  'vendor-forms.use': 'VENDORS',
  'vendor-forms.configure': 'VENDORS',
  'vendor-forms.create-category': 'VENDORS',
  'sourcing.use': 'VENDORS',
  'sourcing.configure': 'VENDORS',
  'sourcing.create-category': 'VENDORS',
  'services.use': 'VENDORS',
  'services.create': 'VENDORS',
  'services.subscribe': 'VENDORS',
  'services.create-from-document': 'VENDORS',
  'documents.summarize': 'DOCUMENTS',
  'reports.use': 'PLANNING',
  'spend-picture.read': 'PLANNING',
  'reports.spend-review': 'PLANNING',
  'reports.request-analytics': 'REQUESTS',
  'assistant.use': 'DOCUMENTS',
  'requests.ask': 'REQUESTS',
  'chats.use': 'DOCUMENTS',
  'payments.use': 'PAYMENTS',
  'payments.look': 'PAYMENTS',
  'payments.pay': 'PAYMENTS',
  'payments.start': 'PAYMENTS',
  'payments.accounting': 'PAYMENTS',
  'bills.read': 'PAYMENTS',
  'bills.enter-for-others': 'PAYMENTS',
  'payments.configure': 'PAYMENTS',
  'payments.guard': 'PAYMENTS',
  'checks.decide': 'PAYMENTS',
  'financial-analysis.use': 'PLANNING',
  'transactions.read': 'PLANNING',
  'plans.read': 'PLANNING',
  'plans.manage': 'PLANNING',
  'plans.use': 'PLANNING',
  'plan-tracking.read': 'PLANNING',
  'plan-tracking.manage': 'PLANNING',
  'headcount.use': 'PLANNING',
  'headcount.manage': 'PLANNING',
  'settings.manage': 'COMPANY',
  'configuration.import': 'COMPANY',
  'sample-data.manage': 'COMPANY',
  'mappings.manage': 'PLANNING',
  'actuals.map': 'PLANNING',
  'integrations.manage': 'PLANNING',
  'sign-on.manage': 'COMPANY',
  'business-units.use': 'COMPANY',
  'business-units.manage': 'COMPANY',
  'entities.use': 'COMPANY',
  'entities.manage': 'COMPANY',
  'currencies.manage': 'COMPANY',
  'notifications.manage': 'COMPANY',
  'api-keys.manage': 'COMPANY',
  'webhook-secret.manage': 'COMPANY',
  'members.read': GENERAL,
  'members.create': 'COMPANY',
  'members.import': 'COMPANY',
  'members.manage': 'COMPANY',
  'members.view-as': 'COMPANY',
  'members.manage-delegates': 'COMPANY',
  'members.manage-notifications': 'COMPANY',
  'evidence.make': 'COMPANY',
  'audit.read-company': 'COMPANY',
  'audit.verify': 'COMPANY',
  'platform.administer': 'COMPANY',
}

/** Operations that everyone may call, by the first part of their id. */
const AREA_OF_GENERAL: ReadonlyMap<string, KeyArea> = new Map(
  Object.entries({
    documents: 'DOCUMENTS',
    threads: 'DOCUMENTS',
    vendors: 'VENDORS',
    mappings: 'PLANNING',
    'erp-sync': 'PLANNING',
    'spend-rules': 'REQUESTS',
  }),
)
/** What shows or makes something of another area than those who may call it. */
const AREAS_BY_ID: ReadonlyMap<string, readonly KeyArea[]> = new Map(
  Object.entries({
    'guarded-changes.decide': ['PAYMENTS'],
    'guarded-changes.list': ['PAYMENTS'],
    'services.create-from-task': ['REQUESTS', 'VENDORS'],
    'services.renewal-report': ['VENDORS'],
  }),
)
/** What shows something of every area. */
const OF_ALL = ['search.global', 'audit.list', 'bell.list', 'home.waiting']

/** The areas that a key needs for an operation. None for names to choose from, and for changes of what is the person's own. */
export const areasOf = (id: string, permission: Permission | 'session.use'): readonly KeyArea[] => {
  if (OF_ALL.includes(id)) return KEY_AREAS
  const named = AREAS_BY_ID.get(id)
  if (named) return named
  const own = permission === 'session.use' ? GENERAL : AREA_OF_PERMISSION[permission]
  const area = own ?? AREA_OF_GENERAL.get(id.split('.')[0] ?? '')
  return area ? [area] : []
}
