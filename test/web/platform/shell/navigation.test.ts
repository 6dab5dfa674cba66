import { describe, expect, it } from 'vitest'
import { isActive, NAVIGATION, visibleEntries } from '../../../../web/features/platform/shell/navigation.ts'

const ids = (can: (permission: string) => boolean) => visibleEntries(NAVIGATION, can).map((entry) => entry.id)
const entry = (id: string) => {
  const found = NAVIGATION.find((known) => known.id === id)
  if (!found) throw new Error(id)
  return found
}

describe('sidebar', () => {
  it('the sidebar shows what the person may open, in the order of the specification', () => {
    expect(ids(() => true)).toEqual([
      'home',
      'search',
      'inbox',
      'requests',
      'spend-requests',
      'purchase-orders',
      'reports',
      'vendor-management',
      'sourcing',
      'payments',
      'financial-analysis',
      'documents',
      'settings',
    ])
  })

  it('entries without the right and menus without entries are hidden', () => {
    expect(ids(() => false)).toEqual(['home', 'documents'])
    expect(ids((permission) => permission === 'requests.use')).toEqual(['home', 'requests', 'documents'])
  })

  it('settings managers see the company’s parts', () => {
    const settings = visibleEntries(NAVIGATION, (permission) => permission === 'settings.manage').at(-1)
    expect(settings?.children?.map((child) => child.label)).toEqual([
      'All settings',
      'Company',
      'Email forwarding',
      'Approver matrix',
      'Configuration file',
    ])
    const parts = (switched: string[]) =>
      visibleEntries(NAVIGATION, (permission) => ['settings.manage', ...switched].includes(permission))
        .at(-1)
        ?.children?.find((child) => child.id === 'company')
        ?.children?.map((child) => child.label)
    const always = ['Locations', 'Spend categories', 'Revenue categories', 'Groups', 'Company settings', 'Modules']
    expect(parts([])).toEqual(['Departments', ...always])
    expect(parts(['business-units.manage', 'entities.manage'])).toEqual([
      'Departments',
      'Business units',
      'Locations',
      'Entities',
      ...always.slice(1),
    ])
  })

  it('vendor admins see vendor management, and people who manage everything see it after the notifications', () => {
    const labels = (can: (permission: string) => boolean) =>
      visibleEntries(NAVIGATION, can)
        .at(-1)
        ?.children?.map((child) => child.label)
    expect(labels((permission) => permission === 'vendors.configure')).toEqual(['Vendor management'])
    const all = labels(() => true) ?? []
    expect(all[all.indexOf('Notifications') + 1]).toBe('Vendor management')
  })

  it('people who may search see the search, which is never marked as the current page', () => {
    expect(ids((permission) => permission === 'search.use')).toEqual(['home', 'search', 'documents'])
    for (const path of ['/', '/intake-requests', '/search']) expect(isActive(entry('search'), path)).toBe(false)
  })

  it('the active entry is found by the path', () => {
    expect(isActive(entry('home'), '/')).toBe(true)
    expect(isActive(entry('home'), '/intake-requests')).toBe(false)
    expect(isActive(entry('requests'), '/intake-requests/new')).toBe(true)
    expect(isActive(entry('requests'), '/intake-request/r1/approvals')).toBe(true)
    expect(isActive(entry('requests'), '/intake-requests-archive')).toBe(false)
    expect(isActive(entry('settings'), '/settings/manage-groups/legal')).toBe(true)
    expect(isActive(entry('settings'), '/settings')).toBe(true)
  })
})
