import {
  IconBuildingStore,
  IconChartBar,
  IconCreditCard,
  IconFiles,
  IconHome,
  IconInbox,
  IconListDetails,
  type IconProps,
  IconReceipt,
  IconReportMoney,
  IconSearch,
  IconSettings,
  IconShoppingCart,
  IconTarget,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Permission } from '../../../../schema/shared/permissions.ts'
import { type Address, to } from '../../../lib/address.ts'

export interface NavEntry {
  id: string
  label: string
  href: Address
  icon?: ComponentType<IconProps>
  /** Opens this instead of a page. */
  opens?: 'search'
  /** If missing, everyone. */
  permission?: Permission
  /** People who have this get another menu item instead. */
  unless?: Permission
  /** Further paths for which the item is active. */
  also?: string[]
  /** Paths under its own that another item leads to. */
  except?: string[]
  /** Paths under its own are all those of other items. */
  exact?: true
  /** A small button beside the item. */
  shortcut?: { label: string; href: Address }
  /** Only beside several other items of its menu. */
  beside?: true
  children?: NavEntry[]
}

/** The staff sidebar in the order of specification 1 §2. A new page adds its line here. */
export const NAVIGATION: NavEntry[] = [
  { id: 'home', label: 'Home', href: to('/'), icon: IconHome },
  { id: 'search', label: 'Search', href: to('/'), icon: IconSearch, permission: 'search.use', opens: 'search' },
  { id: 'inbox', label: 'Approvals inbox', href: to('/inbox'), icon: IconInbox, permission: 'approvals.take-part' },
  {
    id: 'requests',
    label: 'Requests',
    href: to('/intake-requests'),
    icon: IconListDetails,
    permission: 'requests.use',
    also: ['/intake-request'],
    shortcut: { label: 'New request', href: to('/intake-requests/new') },
  },
  {
    id: 'spend-requests',
    label: 'Spend requests',
    href: to('/spend-requests'),
    icon: IconReceipt,
    permission: 'spend-requests.use',
  },
  {
    id: 'purchase-orders',
    label: 'Purchase orders',
    href: to('/purchase-orders'),
    icon: IconShoppingCart,
    permission: 'purchase-orders.use',
  },
  {
    id: 'reports',
    label: 'Reports',
    href: to('/reports/services-renewal'),
    icon: IconChartBar,
    permission: 'reports.use',
    children: [{ id: 'services-renewal', label: 'Service renewal calendar', href: to('/reports/services-renewal') }],
  },
  {
    id: 'vendor-management',
    label: 'Vendor management',
    href: to('/vendors'),
    icon: IconBuildingStore,
    children: [
      { id: 'vendors', label: 'Vendors', href: to('/vendors'), permission: 'vendors.use' },
      { id: 'services', label: 'Services', href: to('/services'), permission: 'services.use' },
      { id: 'vendor-forms', label: 'Forms', href: to('/vendor-forms'), permission: 'vendor-forms.use' },
    ],
  },
  {
    id: 'sourcing',
    label: 'Sourcing',
    href: to('/sourcing/forms'),
    icon: IconTarget,
    permission: 'sourcing.use',
    children: [
      { id: 'sourcing-forms', label: 'Sourcing forms', href: to('/sourcing/forms') },
      { id: 'sourcing-events', label: 'Sourcing events', href: to('/sourcing/events') },
    ],
  },
  {
    id: 'payments',
    label: 'Payments',
    href: to('/payments'),
    icon: IconCreditCard,
    permission: 'payments.use',
    children: [
      { id: 'payments-inbox', label: 'Inbox', href: to('/payments'), exact: true },
      {
        ...{ id: 'bills', label: 'Bills & Payments', href: to('/payments/bills') },
        also: ['/payments/invoices', '/payments/transactions', '/payments/bill-payments', '/bills'],
      },
      { id: 'payments-checks', label: 'Checks', href: to('/payments/checks') },
      {
        ...{ id: 'payments-accounting', label: 'Accounting', href: to('/payments/ledger-entries/unsynced') },
        also: ['/payments/ledger-entries', '/payments/ledger'],
        permission: 'payments.accounting',
      },
    ],
  },
  {
    id: 'financial-analysis',
    label: 'Financial analysis',
    href: to('/budget-tracking/actuals'),
    icon: IconReportMoney,
    permission: 'financial-analysis.use',
    children: [
      { id: 'insights', label: 'Insights', href: to('/budget-tracking/analysis') },
      { id: 'plans', label: 'Plans', href: to('/budget-tracking/budgets') },
      {
        ...{ id: 'actuals', label: 'Actuals', href: to('/budget-tracking/actuals') },
        except: ['/budget-tracking/actuals/transactions'],
      },
      { id: 'transactions', label: 'Transactions', href: to('/budget-tracking/actuals/transactions') },
    ],
  },
  { id: 'documents', label: 'Documents', href: to('/documents'), icon: IconFiles },
  {
    id: 'settings',
    label: 'Settings',
    href: to('/settings'),
    icon: IconSettings,
    children: [
      { id: 'all-settings', label: 'All settings', href: to('/settings'), exact: true, beside: true },
      {
        id: 'company',
        label: 'Company',
        href: to('/settings/manage-departments'),
        permission: 'settings.manage',
        children: [
          { id: 'departments', label: 'Departments', href: to('/settings/manage-departments') },
          {
            id: 'business-units',
            label: 'Business units',
            href: to('/settings/manage-business-units'),
            permission: 'business-units.manage',
          },
          { id: 'locations', label: 'Locations', href: to('/settings/locations') },
          { id: 'entities', label: 'Entities', href: to('/settings/manage-entities'), permission: 'entities.manage' },
          { id: 'spend-categories', label: 'Spend categories', href: to('/settings/spend-categories') },
          { id: 'revenue-categories', label: 'Revenue categories', href: to('/settings/revenue-categories') },
          { id: 'groups', label: 'Groups', href: to('/settings/manage-groups') },
          { id: 'company-settings', label: 'Company settings', href: to('/settings/company') },
          { id: 'modules', label: 'Modules', href: to('/settings/modules') },
        ],
      },
      { id: 'members', label: 'Members', href: to('/settings/members'), permission: 'members.manage' },
      {
        id: 'notifications',
        label: 'Notifications',
        href: to('/settings/notifications'),
        permission: 'notifications.manage',
      },
      {
        id: 'vendor-settings',
        label: 'Vendor management',
        href: to('/settings/vendor-management'),
        permission: 'vendors.configure',
        also: ['/settings/vendor-intake-categories'],
      },
      {
        id: 'own-vendor-forms',
        label: 'Vendor forms',
        href: to('/settings/vendor-intake-categories'),
        permission: 'vendor-forms.configure',
        unless: 'vendors.configure',
      },
      {
        id: 'sourcing-settings',
        label: 'Sourcing',
        href: to('/settings/sourcing'),
        permission: 'sourcing.configure',
        also: ['/settings/sourcing-categories'],
      },
      {
        id: 'approvals',
        label: 'Spend requests approvals',
        href: to('/settings/approvals'),
        permission: 'approvals.configure',
      },
      {
        id: 'spend-rules',
        label: 'Spend rules',
        href: to('/settings/spend-requests/spend-rules'),
        permission: 'spend-rules.configure',
      },
      {
        id: 'payments-settings',
        label: 'Payments',
        href: to('/settings/payments'),
        permission: 'payments.configure',
      },
      {
        id: 'email-forwarding',
        label: 'Email forwarding',
        href: to('/settings/email-forwarding'),
        permission: 'settings.manage',
      },
      {
        id: 'request-configuration',
        label: 'Request configuration',
        href: to('/settings/intake-categories'),
        permission: 'requests.configure',
      },
      {
        id: 'approver-matrix',
        label: 'Approver matrix',
        href: to('/settings/manage-approver-matrix'),
        permission: 'settings.manage',
      },
      {
        id: 'exchange-rates',
        label: 'Exchange rates',
        href: to('/settings/exchange-rates'),
        permission: 'currencies.manage',
      },
      {
        id: 'mappings',
        label: 'Manage mappings',
        href: to('/settings/manage-mappings/actuals/erp-departments'),
        permission: 'mappings.manage',
        children: [
          {
            ...{ id: 'actuals-mappings', label: 'Actuals' },
            href: to('/settings/manage-mappings/actuals/erp-departments'),
            permission: 'actuals.map',
            also: ['/settings/manage-mappings/actuals'],
          },
          {
            ...{ id: 'budget-mappings', label: 'Budgets' },
            href: to('/settings/manage-mappings/budgets/departments'),
            permission: 'plans.manage',
            also: ['/settings/manage-mappings/budgets'],
          },
        ],
      },
      {
        id: 'integrations',
        label: 'Integrations',
        href: to('/settings/integrations'),
        exact: true,
        permission: 'integrations.manage',
      },
      { id: 'scim', label: 'Provisioning', href: to('/settings/integrations/mappings'), permission: 'mappings.manage' },
      { id: 'api-keys', label: 'API keys', href: to('/settings/api-keys'), permission: 'api-keys.manage' },
      {
        id: 'configuration',
        label: 'Configuration file',
        href: to('/settings/configuration'),
        permission: 'settings.manage',
      },
      { id: 'audit-log', label: 'Audit log', href: to('/settings/audit-log'), permission: 'audit.read-company' },
    ],
  },
]

/** What the person sees: items they can open, and menus with at least one of them. */
export const visibleEntries = (entries: NavEntry[], can: (permission: Permission) => boolean): NavEntry[] =>
  entries.flatMap((entry) => {
    if ((entry.permission && !can(entry.permission)) || (entry.unless && can(entry.unless))) return []
    if (!entry.children) return [entry]
    const children = visibleEntries(entry.children, can)
    const others = children.filter(({ beside }) => !beside)
    if (others.length === 0) return []
    return [{ ...entry, children: others.length > 1 ? children : others }]
  })

const isUnder = (pathname: string, href: string): boolean => pathname === href || pathname.startsWith(`${href}/`)

export const isActive = (entry: NavEntry, pathname: string): boolean => {
  if (entry.opens) return false
  if (entry.href === '/') return pathname === '/'
  if (entry.children) return entry.children.some((child) => isActive(child, pathname))
  if (entry.exact) return pathname === entry.href
  if (entry.except?.some((path) => isUnder(pathname, path))) return false
  return isUnder(pathname, entry.href) || (entry.also ?? []).some((path) => isUnder(pathname, path))
}
