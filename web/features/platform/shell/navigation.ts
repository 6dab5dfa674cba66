import {
  IconBuildingStore,
  IconChartBar,
  IconFiles,
  IconHome,
  IconListDetails,
  type IconProps,
  IconSearch,
  IconSettings,
  IconTarget,
} from '@tabler/icons-react'
import type { ComponentType } from 'react'
import type { Permission } from '../../../../schema/shared/permissions.ts'

export interface NavEntry {
  id: string
  label: string
  href: string
  icon?: ComponentType<IconProps>
  /** Opens this instead of a page. */
  opens?: 'search'
  /** If missing, everyone. */
  permission?: Permission
  /** People who have this get another menu item instead. */
  unless?: Permission
  /** Further paths for which the item is active. */
  also?: string[]
  /** A small button beside the item. */
  shortcut?: { label: string; href: string }
  children?: NavEntry[]
}

/** The staff sidebar in the order of specification 1 §2. A new page adds its line here. */
export const NAVIGATION: NavEntry[] = [
  { id: 'home', label: 'Home', href: '/', icon: IconHome },
  { id: 'search', label: 'Search', href: '#search', icon: IconSearch, permission: 'search.use', opens: 'search' },
  {
    id: 'requests',
    label: 'Requests',
    href: '/intake-requests',
    icon: IconListDetails,
    permission: 'requests.use',
    also: ['/intake-request'],
    shortcut: { label: 'New request', href: '/intake-requests/new' },
  },
  {
    id: 'reports',
    label: 'Reports',
    href: '/reports/services-renewal',
    icon: IconChartBar,
    permission: 'reports.use',
    children: [{ id: 'services-renewal', label: 'Service renewal calendar', href: '/reports/services-renewal' }],
  },
  {
    id: 'vendor-management',
    label: 'Vendor management',
    href: '/vendors',
    icon: IconBuildingStore,
    children: [
      { id: 'vendors', label: 'Vendors', href: '/vendors', permission: 'vendors.use' },
      { id: 'services', label: 'Services', href: '/services', permission: 'services.use' },
    ],
  },
  { id: 'sourcing', label: 'Sourcing', href: '/sourcing/forms', icon: IconTarget, permission: 'sourcing.use' },
  { id: 'documents', label: 'Documents', href: '/documents', icon: IconFiles },
  {
    id: 'settings',
    label: 'Settings',
    href: '/settings',
    icon: IconSettings,
    children: [
      {
        id: 'company',
        label: 'Company',
        href: '/settings/manage-departments',
        permission: 'settings.manage',
        children: [
          { id: 'departments', label: 'Departments', href: '/settings/manage-departments' },
          {
            id: 'business-units',
            label: 'Business units',
            href: '/settings/manage-business-units',
            permission: 'business-units.manage',
          },
          { id: 'locations', label: 'Locations', href: '/settings/locations' },
          { id: 'entities', label: 'Entities', href: '/settings/manage-entities', permission: 'entities.manage' },
          { id: 'spend-categories', label: 'Spend categories', href: '/settings/spend-categories' },
          { id: 'revenue-categories', label: 'Revenue categories', href: '/settings/revenue-categories' },
          { id: 'groups', label: 'Groups', href: '/settings/manage-groups' },
        ],
      },
      { id: 'members', label: 'Members', href: '/settings/members', permission: 'members.manage' },
      {
        id: 'notifications',
        label: 'Notifications',
        href: '/settings/notifications',
        permission: 'notifications.manage',
      },
      {
        id: 'vendor-settings',
        label: 'Vendor management',
        href: '/settings/vendor-management',
        permission: 'vendors.configure',
        also: ['/settings/vendor-intake-categories'],
      },
      {
        id: 'own-vendor-forms',
        label: 'Vendor forms',
        href: '/settings/vendor-intake-categories',
        permission: 'vendor-forms.configure',
        unless: 'vendors.configure',
      },
      {
        id: 'sourcing-settings',
        label: 'Sourcing',
        href: '/settings/sourcing',
        permission: 'sourcing.configure',
        also: ['/settings/sourcing-categories'],
      },
      {
        id: 'approvals',
        label: 'Spend requests approvals',
        href: '/settings/approvals',
        permission: 'approvals.configure',
      },
      {
        id: 'email-forwarding',
        label: 'Email forwarding',
        href: '/settings/email-forwarding',
        permission: 'settings.manage',
      },
      {
        id: 'request-configuration',
        label: 'Request configuration',
        href: '/settings/intake-categories',
        permission: 'requests.configure',
      },
      {
        id: 'approver-matrix',
        label: 'Approver matrix',
        href: '/settings/manage-approver-matrix',
        permission: 'settings.manage',
      },
      {
        id: 'exchange-rates',
        label: 'Exchange rates',
        href: '/settings/exchange-rates',
        permission: 'currencies.manage',
      },
      { id: 'api-keys', label: 'API keys', href: '/settings/api-keys', permission: 'api-keys.manage' },
      { id: 'audit-log', label: 'Audit log', href: '/settings/audit-log', permission: 'audit.read-company' },
    ],
  },
]

/** What the person sees: items they can open, and menus with at least one of them. */
export const visibleEntries = (entries: NavEntry[], can: (permission: Permission) => boolean): NavEntry[] =>
  entries.flatMap((entry) => {
    if ((entry.permission && !can(entry.permission)) || (entry.unless && can(entry.unless))) return []
    if (!entry.children) return [entry]
    const children = visibleEntries(entry.children, can)
    return children.length ? [{ ...entry, children }] : []
  })

const isUnder = (pathname: string, href: string): boolean => pathname === href || pathname.startsWith(`${href}/`)

export const isActive = (entry: NavEntry, pathname: string): boolean => {
  if (entry.opens) return false
  if (entry.href === '/') return pathname === '/'
  if (entry.children) return entry.children.some((child) => isActive(child, pathname))
  return isUnder(pathname, entry.href) || (entry.also ?? []).some((path) => isUnder(pathname, path))
}
