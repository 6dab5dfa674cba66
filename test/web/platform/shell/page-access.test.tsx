// @vitest-environment happy-dom
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { MantineProvider } from '@mantine/core'
import { QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type AccessFlag, type CompanyFlag, can } from '../../../../schema/shared/permissions.ts'
import type { Access } from '../../../../web/features/platform/shell/access.ts'
import { Admitted } from '../../../../web/features/platform/shell/admitted.tsx'
import { NAVIGATION, type NavEntry, visibleEntries } from '../../../../web/features/platform/shell/navigation.ts'
import { queryClient } from '../../../../web/lib/query-client.ts'
import { type Switch, subject } from '../../../support/policy-subject.ts'
import { signIn } from '../../../support/web/page.tsx'

/** What people see at the address of each page in the frame, by what the page's route says. */

const ROUTES = join(import.meta.dirname, '../../../../web/routes/_staff')

/** Each page's file with who may see it. */
const PAGES = readdirSync(ROUTES, { recursive: true, encoding: 'utf8' })
  // What begins with a dash is no page.
  .filter((file) => file.endsWith('.tsx') && !/(^|\/)-/.test(file))
  .map((file) => {
    const access = /access: '([^']+)'/.exec(readFileSync(join(ROUTES, file), 'utf8'))?.[1]
    if (!access) throw new Error(`${file} doesn’t say who may see it`)
    return { file: file.slice(0, -'.tsx'.length), access: access as Access }
  })
const pagesBelow = (...folders: string[]) =>
  PAGES.filter(({ file }) => folders.some((folder) => file.startsWith(folder)))

// On a busy machine a page takes many times as long as it does alone.
vi.setConfig({ testTimeout: 60_000 })
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
})
afterEach(() => {
  document.body.replaceChildren()
  queryClient.clear()
})

/** The heading of the page, or that of what is shown in its place. */
const shownAt = async (access: Access, flags: AccessFlag[], off: Switch[] = []): Promise<string> => {
  signIn({ flags, company: Object.fromEntries(off.map((name) => [name, false])) as Record<CompanyFlag, boolean> })
  const top = createRootRoute({ staticData: { access: 'staff' }, component: Admitted })
  const page = (path: string, title: string, who: Access) =>
    createRoute({ getParentRoute: () => top, path, staticData: { access: who }, component: () => <h1>{title}</h1> })
  const router = createRouter({
    routeTree: top.addChildren([page('/', 'Home', 'staff'), page('/page', 'The page', access)]),
    history: createMemoryHistory({ initialEntries: ['/page'] }),
  })
  await router.load()
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={queryClient}>
        <MantineProvider env="test">
          <RouterProvider router={router as never} />
        </MantineProvider>
      </QueryClientProvider>,
    ),
  )
  const heading = place.querySelector('h1')?.textContent ?? ''
  await act(async () => root.unmount())
  return heading
}

const linksOf = (entries: NavEntry[]): string[] =>
  entries.flatMap(({ href, children = [] }) => [...(href ? [href] : []), ...linksOf(children)])
const menuOf = (flags: AccessFlag[], off: Switch[] = []): string[] => {
  const person = subject(flags, {}, off)
  return linksOf(visibleEntries(NAVIGATION, (permission) => can(person, permission)))
}

it('a member without rights is told that no page of the settings is theirs, and has none in the menu', async () => {
  const pages = pagesBelow('settings/', 'budget-tracking/')
  expect(pages.length).toBeGreaterThan(60)
  const open: string[] = []
  for (const { file, access } of pages) if ((await shownAt(access, [])) !== 'No access') open.push(file)
  // The log says it itself, because some see their part of it. The others lead to what is there.
  expect(open.sort()).toEqual(['settings/audit-log', 'settings/index', 'settings/payments/$'])
  expect(menuOf([]).filter((href) => /^\/(settings|budget-tracking)/.test(href))).toEqual([])
})

it('an admin finds each of them', async () => {
  const closed: string[] = []
  for (const { file, access } of pagesBelow('settings/', 'budget-tracking/'))
    if ((await shownAt(access, ['hasAdminAccess'])) !== 'The page') closed.push(file)
  expect(closed).toEqual([])
})

it.each([
  { off: 'enableBusinessUnits', folder: 'settings/manage-business-units/', href: '/settings/manage-business-units' },
  { off: 'enableEntities', folder: 'settings/manage-entities', href: '/settings/manage-entities' },
  { off: 'enableIntakeRequests', folder: 'settings/intake-categories/', href: '/settings/intake-categories' },
  { off: 'enableSourcing', folder: 'settings/sourcing', href: '/settings/sourcing' },
] as const)('pages below $folder don’t exist without $off, and aren’t in the menu', async ({ off, folder, href }) => {
  const pages = pagesBelow(folder)
  expect(pages.length).toBeGreaterThan(0)
  // Its templates ask for the right to make categories, which no one has then.
  const others = pages.filter(({ file }) => file !== 'settings/intake-categories/templates')
  for (const { file, access } of others)
    expect({ file, shows: await shownAt(access, ['hasAdminAccess'], [off]) }).toEqual({ file, shows: 'Not found' })
  expect(menuOf(['hasAdminAccess'])).toContain(href)
  expect(menuOf(['hasAdminAccess'], [off])).not.toContain(href)
})

it('the platform’s desk sends everyone else home', async () => {
  const pages = pagesBelow('super-admin/')
  expect(pages.length).toBeGreaterThan(1)
  for (const { file, access } of pages)
    expect({ file, shows: await shownAt(access, ['hasAdminAccess']) }).toEqual({ file, shows: 'Home' })
})
