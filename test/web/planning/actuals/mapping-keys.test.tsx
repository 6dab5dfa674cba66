// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, expect, it, vi } from 'vitest'
import type { MappingRow } from '../../../../schema/planning/actuals/mapping-values.ts'
import { MappingEditor } from '../../../../web/features/planning/actuals/mapping-editor.tsx'
import { parseSearch, stringifySearch } from '../../../../web/lib/search-params.ts'

/** Mapping five hundred vendors with the keyboard, with a server that keeps what is sent. */

let rows: number
let root: Root
let place: HTMLElement
let keys: number
let sent: Record<string, unknown>[]

const rowOf = (at: number): MappingRow => ({
  ...{ id: `row-${at}`, kind: 'VENDOR', name: `Accounting ${at}`, number: null, erpId: String(at), isActive: true },
  ...{ classification: null, target: null, proposal: { id: `vendor-${at}`, name: `Vendor ${at}` }, department: null },
  ...{ businessUnit: null, type: null, trackingLevel: 'ALL_TRANSACTIONS', isPayroll: false, isTracked: true },
  ...{ isDismissed: false, isUnmapped: true, last12: { value: 1000 - at, currency: 'USD' }, createdAt: '', version: 1 },
})

const answer = async (request: Request): Promise<unknown> => {
  const { pathname, searchParams } = new URL(request.url)
  if (pathname === '/api/accounting')
    return { step: 'COMPLETE', connection: null, offersQuickbooks: true, hasErpClassifications: true }
  if (request.method === 'POST') {
    const { changes } = (await request.json()) as { changes: Record<string, unknown>[] }
    sent.push(...changes)
    return { saveId: `save-${sent.length}`, changedIds: changes.map(({ id }) => id), created: 0 }
  }
  const from = Number(searchParams.get('cursor') ?? 0)
  const until = Math.min(rows, from + Number(searchParams.get('first')))
  const edges = Array.from({ length: until - from }, (_, at) => ({
    cursor: String(from + at + 1),
    node: rowOf(from + at),
  }))
  const pageInfo = { hasNextPage: until < rows, startCursor: String(from + 1), endCursor: String(until) }
  return { edges, pageInfo, total: rows, unmapped: rows }
}

const show = async (count: number) => {
  rows = count
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  keys = 0
  sent = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
      const request =
        input instanceof Request ? input : new Request(new URL(String(input), 'https://outlay.test'), init)
      return new Response(JSON.stringify(await answer(request)), { headers: { 'Content-Type': 'application/json' } })
    }),
  )
  place = document.body.appendChild(document.createElement('div'))
  const router = createRouter({
    routeTree: createRootRoute({
      staticData: { access: 'staff' },
      component: () => <MappingEditor kind="VENDOR" />,
    }),
    history: createMemoryHistory({ initialEntries: ['/?all=true&show=UNMAPPED'] }),
    parseSearch,
    stringifySearch,
  })
  await router.load()
  root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MantineProvider env="test">
          <RouterProvider router={router as never} />
        </MantineProvider>
      </QueryClientProvider>,
    ),
  )
  await settle(() => place.querySelectorAll('tbody tr').length === rows)
  await act(async () => place.querySelector<HTMLElement>('tbody tr')?.focus())
}
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const settle = (when: () => boolean) =>
  vi.waitFor(
    async () => {
      await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
      if (!when()) throw new Error(place.textContent?.slice(0, 300))
    },
    { timeout: 60_000 },
  )
const press = async (key: string, more: KeyboardEventInit = {}) => {
  keys += 1
  const event = new KeyboardEvent('keydown', {
    key,
    code: key === 's' ? 'KeyS' : '',
    bubbles: true,
    cancelable: true,
    ...more,
  })
  await act(async () => void (document.activeElement ?? document.body).dispatchEvent(event))
}
const shows = (text: string) => settle(() => place.textContent?.includes(text) ?? false)

it('five hundred rows are mapped by name with three keys, and one that isn’t with four more', async () => {
  await show(500)
  await press('a', { ctrlKey: true })
  await press(' ')
  await shows('500 not saved yet')
  // The third one isn’t what its name says.
  for (let down = 0; down < 2; down++) await press('ArrowDown')
  await press('x')
  await press(' ')
  await shows('499 not saved yet')
  await press('s', { ctrlKey: true })
  await settle(() => sent.length === 499)
  expect(keys).toBe(7)
  expect(sent.some(({ id }) => id === 'row-2')).toBe(false)
  expect(sent.filter(({ id, vendorId }) => vendorId === String(id).replace('row', 'vendor'))).toHaveLength(499)
}, 120_000)

it('someone who looks at each row ticks and continues: two keys a row', async () => {
  await show(20)
  for (let at = 0; at < 19; at++) {
    await press(' ')
    await press('ArrowDown')
  }
  await press('s', { ctrlKey: true })
  await settle(() => sent.length === 19)
  expect(keys).toBe(39)
})

it('selected rows that are all mapped are left open again, and a row beside them is ticked alone', async () => {
  await show(20)
  await press('ArrowDown', { shiftKey: true })
  await press('ArrowDown', { shiftKey: true })
  await press(' ')
  await shows('3 not saved yet')
  await press(' ')
  expect(place.textContent).not.toContain('not saved yet')
  await press('ArrowDown')
  await press(' ')
  await shows('1 not saved yet')
})
