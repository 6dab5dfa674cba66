// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { unmappedCounts } from '../../../../schema/planning/actuals/mapping-endpoints.ts'
import { getAccounting } from '../../../../schema/platform/accounting/endpoints.ts'
import { listApiKeys } from '../../../../schema/platform/api-keys/endpoints.ts'
import { ALL_AREAS } from '../../../../schema/platform/api-keys/scopes.ts'
import { listGuardedChanges } from '../../../../schema/platform/guarded/endpoints.ts'
import { needsAttention } from '../../../../schema/platform/provisioning/mapping-endpoints.ts'
import { GROUPS } from '../../../../web/features/platform/settings/groups.ts'
import { NAVIGATION, type NavEntry } from '../../../../web/features/platform/shell/index.ts'
import { Route } from '../../../../web/routes/_staff/settings/index.tsx'
import { beginPages, openPage, serverOf } from '../../../support/web/page.tsx'
import { all, fill, find, says, until } from '../../../support/web/screen.ts'

beginPages()

const DAY_MS = 24 * 60 * 60 * 1000
const key = (id: string, days: number, enabled = true) => ({
  ...{ id, name: id, prefix: 'ol_1', createdAt: '2026-01-01T00:00:00.000Z', lastUsed: null, enabled },
  expiresAt: new Date(Date.now() + days * DAY_MS).toISOString(),
  scopes: ALL_AREAS,
  createdByUser: {
    id: 'maya',
    firstName: 'Maya',
    lastName: 'Lindqvist',
    email: 'm@b.example',
    disabled: false,
  } as never,
})
const NONE = {
  expenseAccounts: 0,
  revenueAccounts: 0,
  locations: 0,
  departments: 0,
  vendors: 0,
  classifications: 0,
  entities: 0,
}

/** @param state of the accounting system's connection */
const serveQuietly = (state: 'CONNECTED' | 'REFUSED' = 'CONNECTED') =>
  serverOf()
    .on(listApiKeys, () => [])
    .on(listGuardedChanges, () => [])
    .on(unmappedCounts, () => NONE)
    .on(needsAttention, () => ({ total: 0, values: [] }))
    .on(getAccounting, () => ({
      step: 'COMPLETE' as const,
      connection: {
        ...({
          id: 'c',
          system: 'NETSUITE',
          name: 'Brightwater',
          accountId: '1',
          currency: 'USD',
          state,
          error: null,
        } as const),
        ...{ readFrom: '2025-01-01', connectedAt: '2026-01-01T00:00:00.000Z', disconnectedAt: null },
      },
      ...{ offersQuickbooks: true, hasErpClassifications: true },
    }))
const open = (address = '/settings', who = {}) => openPage(Route, '/settings', address, who)

it('every page of the settings menu is in one group', () => {
  const idsOf = (entries: readonly NavEntry[]): string[] =>
    entries.flatMap((entry) => (entry.children ? idsOf(entry.children) : [entry.id]))
  const menu = idsOf(NAVIGATION.find(({ id }) => id === 'settings')?.children ?? [])
  expect(GROUPS.flatMap(({ pages }) => Object.keys(pages)).toSorted()).toEqual(
    menu.filter((id) => id !== 'all-settings').toSorted(),
  )
})

it('an admin finds each page with what it is for, and how many modules are on', async () => {
  serveQuietly()
  await open('/settings', { company: { enableSourcing: false } })
  await find('link', /^DepartmentsWhere spend belongs, and who approves it\.$/)
  await find('link', /^ModulesThe parts of Outlay your company uses\.12 of 13 on$/)
  expect(all('region', 'Needs attention').filter((node) => node.querySelector('li'))).toEqual([])
})

it('a page is found by what people call it', async () => {
  serveQuietly()
  await open()
  await fill('Search settings', 'invite')
  await until('only Members', () => all('link').length === 1)
  expect(all('link', /^Members/)).toHaveLength(1)
  await fill('Search settings', 'zebra')
  await says('No settings found')
})

it('the search is in the address', async () => {
  serveQuietly()
  await open('/settings?search=webhooks+rest')
  await says('No settings found')
})

it('what needs attention is said with a link to where it is mended', async () => {
  serveQuietly('REFUSED')
    .on(listApiKeys, () => [key('Old', -1), key('Soon', 10), key('Later', 20), key('Paused', 3, false)])
    .on(unmappedCounts, () => ({ ...NONE, departments: 2, vendors: 5 }))
  await open()
  for (const [text, href] of [
    ['1 API key expired', '/settings/api-keys'],
    ['1 API key expires within 14 days', '/settings/api-keys'],
    ['NetSuite refuses the connection. Connect it again.', '/budget-tracking/actuals/status'],
    ['7 names of the accounting system aren’t mapped yet', '/settings/manage-mappings/actuals/erp-departments'],
  ] as const)
    expect((await find('link', text)).getAttribute('href')).toBe(href)
})

it('who can open one page only is brought there', async () => {
  const router = await open('/settings', { flags: ['hasUserAdminAccess'] })
  await until('the page', () => router.state.location.pathname === '/settings/members')
})

it('who can open none gets a message', async () => {
  await open('/settings', { flags: [] })
  await says('You don’t have access to this page. Ask an admin for access.')
})

it('values of the identity provider that mean nothing yet lead to where an admin says what they mean', async () => {
  const value = (text: string) => ({ kind: 'GROUP' as const, value: text, firstSeenAt: '2026-11-20T09:00:00.000Z' })
  serveQuietly().on(needsAttention, () => ({ total: 3, values: ['okta-all', 'okta-it', 'okta-eu'].map(value) }))
  await open()
  const link = await find('link', /^3 values of your identity provider have no meaning yet$/)
  expect(link.getAttribute('href')).toBe('/settings/integrations/mappings?kind=groups')
})
