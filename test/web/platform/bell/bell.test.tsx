// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { Notification } from '../../../../schema/platform/bell/endpoints.ts'
import { NotificationList } from '../../../../web/features/platform/bell/notification-list.tsx'
import { sessionQuery } from '../../../../web/features/platform/session/index.ts'

/** The list of the bell, with a server that remembers what was marked. */

let root: Root
let place: HTMLElement
let items: Notification[]
let calls: string[]

const item = (id: string, more: Partial<Notification> = {}): Notification => ({
  ...{ id, kind: 'MENTIONED', title: `Vendor ${id}`, sentence: 'Maya mentioned you.', path: `/vendors/${id}` },
  ...{ targetType: 'VENDOR', targetId: id, createdAt: '2026-11-24T10:00:00.000Z', isRead: false, isMuted: false },
  ...more,
})

const answer = (url: string, method: string): unknown => {
  const { pathname, searchParams } = new URL(url, 'https://outlay.test')
  if (method !== 'GET') calls.push(`${method} ${pathname}`)
  if (method === 'PUT' && pathname.startsWith('/api/notifications/'))
    items = items.map((one) => (pathname.endsWith(one.id) ? { ...one, isRead: true } : one))
  if (method === 'POST') items = items.map((one) => ({ ...one, isRead: true }))
  if (method !== 'GET') return null
  const shown = items.filter(({ isRead }) => searchParams.get('show') !== 'UNREAD' || !isRead)
  return {
    edges: shown.map((node) => ({ cursor: node.id, node })),
    pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
  }
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  items = [item('a'), item('b', { targetType: null, targetId: null, title: 'vendors.csv', kind: 'IMPORTED' })]
  calls = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
      const body = answer(input instanceof Request ? input.url : String(input), init?.method ?? 'GET')
      return body === null
        ? new Response(null, { status: 204 })
        : new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
    }),
  )
  place = document.createElement('div')
  document.body.append(place)
})
afterEach(async () => {
  await act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const show = async (impersonatorId: string | null): Promise<void> => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  client.setQueryData(sessionQuery.queryKey, { kind: 'COMPANY_USER', impersonatorId, timezone: null } as never)
  client.setQueryDefaults(sessionQuery.queryKey, { staleTime: Number.POSITIVE_INFINITY })
  const router = createRouter({
    routeTree: createRootRoute({
      staticData: { access: 'staff' },
      component: () => <NotificationList show="UNREAD" onShow={() => {}} />,
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MantineProvider>
          <RouterProvider router={router as never} />
        </MantineProvider>
      </QueryClientProvider>,
    ),
  )
  await settle(() => rows().length === items.length)
}
const rows = () => [...place.querySelectorAll('li')].map((row) => row.textContent ?? '')
const button = (name: string): HTMLElement | null => place.querySelector(`[aria-label="${name}"]`)
const settle = (when: () => boolean) =>
  vi.waitFor(async () => {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    if (!when()) throw new Error(place.innerHTML)
  })
const click = (element: Element | null | undefined) => act(() => (element as HTMLElement).click())

it('what is marked as read leaves the unread, and only what has a page of its own can be muted', async () => {
  await show(null)
  expect(rows()[0]).toContain('Unread: Vendor aMaya mentioned you.')
  expect([
    button('Mute this vendor: Vendor a') !== null,
    place.querySelectorAll('[aria-label^="Mute"]').length,
  ]).toEqual([true, 1])
  await click(button('Mark as read: Vendor a'))
  await settle(() => rows().length === 1)
  expect(calls).toEqual(['PUT /api/notifications/a'])
  await click([...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Mark all as read'))
  await settle(() => place.textContent?.includes('You’re all caught up') ?? false)
  expect(calls.at(-1)).toBe('POST /api/notifications/read')
})

it('following a link marks it as read, but not for someone who only views as the member', async () => {
  await show('demo-admin')
  expect(place.textContent).toContain('nothing is marked as read')
  expect(place.querySelectorAll('li button, header button').length).toBe(0)
  await click(place.querySelector('li a'))
  expect(calls).toEqual([])
  await act(() => root.unmount())
  await show(null)
  await click(place.querySelector('li a'))
  await settle(() => calls.length === 1)
  expect(calls).toEqual(['PUT /api/notifications/a'])
})
