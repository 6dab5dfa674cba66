// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EntityAccounts } from '../../../../web/features/planning/actuals/entity-accounts.tsx'
import { companyQuery, permissionsQuery, sessionQuery } from '../../../../web/features/platform/session/index.ts'

/** What an entity's bills and payments are booked on, with a server that keeps what is sent. */

vi.setConfig({ testTimeout: 60_000 })
const MOST_LOOKS = 2_000

let root: Root
let place: HTMLElement
let entity: Record<string, unknown>
let refusal: Record<string, string> | null
let sent: Record<string, unknown>[]

const ACCOUNTS = [
  { id: 'payable', name: 'Accounts payable', generalLedgerAccountNumber: '2000', group: 'Accounts Payable' },
  { id: 'checking', name: 'Checking', generalLedgerAccountNumber: '1000', group: 'Bank' },
  { id: 'transit', name: 'Money in transit', generalLedgerAccountNumber: null, group: 'Other Current Asset' },
  { id: 'rent', name: 'Rent', generalLedgerAccountNumber: '6000', group: 'Expense' },
]

const answer = async (request: Request): Promise<Response> => {
  const { pathname, searchParams } = new URL(request.url)
  const json = (body: unknown, status = 200) =>
    new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })
  if (pathname === '/api/erp-accounts') {
    // In two pages, to see that both are read.
    const from = Number(searchParams.get('cursor') ?? 0)
    const edges = ACCOUNTS.slice(from, from + 2).map((node, at) => ({
      cursor: String(from + at + 1),
      node: { ...node, isActive: true },
    }))
    return json({ edges, pageInfo: { hasNextPage: from === 0, startCursor: null, endCursor: '2' } })
  }
  if (request.method === 'GET') return json([entity])
  const body = (await request.json()) as Record<string, unknown>
  if (refusal) return json({ message: 'Check the fields', code: 'INVALID', fields: refusal, requestId: 'r' }, 400)
  sent.push(body)
  entity = { ...entity, ...body }
  return json({ id: 'labs' })
}

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  refusal = null
  sent = []
  entity = {
    ...{ id: 'labs', erpId: '1', name: 'Brightwater Labs', entityId: null, emailShortName: null },
    ...{ syncBills: false, syncBillPayments: false, glBillPayableAccountId: null },
    ...{ glFundingAccountId: null, glClearingAccountId: null },
  }
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) =>
    answer(input instanceof Request ? input : new Request(new URL(String(input), 'https://outlay.test'), init)),
  )
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  for (const [query, data] of [
    [sessionQuery, { kind: 'COMPANY_USER', impersonatorId: null, timezone: null }],
    [companyQuery, { currency: 'USD', isErpLinked: true }],
    [permissionsQuery, { hasAdminAccess: true, localFlags: {} }],
  ] as const) {
    client.setQueryData(query.queryKey, data as never)
    client.setQueryDefaults(query.queryKey, { staleTime: Number.POSITIVE_INFINITY })
  }
  place = document.body.appendChild(document.createElement('div'))
  const router = createRouter({
    routeTree: createRootRoute({ staticData: { access: 'staff' }, component: EntityAccounts }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  })
  await router.load()
  root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={client}>
        <MantineProvider env="test">
          <RouterProvider router={router as never} />
        </MantineProvider>
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(async () => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const text = () =>
  [...document.body.children]
    .map(({ textContent }) => textContent?.replaceAll(/@media[^{]*{[^}]*}}/g, '') ?? '')
    .join(' ')
/** Looks once after the other, because React’s act() can’t overlap. */
const settle = async (when: () => unknown): Promise<void> => {
  for (let looks = 0; looks < MOST_LOOKS; looks++) {
    await act(() => new Promise((resolve) => setTimeout(resolve, 5)))
    if (when()) return
  }
  throw new Error(text().slice(0, 600))
}
const click = (element: Element | null | undefined) =>
  act(async () => {
    if (!element) throw new Error(`It isn’t there: ${text().slice(0, 400)}`)
    ;(element as HTMLElement).click()
  })
const labelled = (label: string): HTMLInputElement | undefined => {
  const found = [...document.querySelectorAll('label')].find((each) => each.textContent?.startsWith(label))
  return document.getElementById(found?.htmlFor ?? '') as HTMLInputElement
}
const button = (name: string) =>
  [...document.querySelectorAll('button')].find(
    (each) => (each.getAttribute('aria-label') ?? each.textContent) === name,
  )
/** The options of a field that is open. */
const optionsOf = (label: string) => [
  ...(document
    .getElementById(labelled(label)?.getAttribute('aria-controls') ?? '')
    ?.querySelectorAll<HTMLElement>('[role="option"]') ?? []),
]
const namesOf = (label: string) => optionsOf(label).map(({ textContent }) => textContent)

const open = async () => {
  await settle(() => button('Edit Brightwater Labs'))
  await click(button('Edit Brightwater Labs'))
  await settle(() => labelled('Funding account'))
}
/** @returns what there was to choose from */
const choose = async (label: string, name: string) => {
  await click(labelled(label))
  await settle(() => namesOf(label).includes(name))
  const names = namesOf(label)
  await click(optionsOf(label).find(({ textContent }) => textContent === name))
  return names
}

it('each account can only be of the groups that it is for, and what is saved is in the table', async () => {
  await open()
  expect(await choose('Funding account', '1000 Checking')).toEqual(['1000 Checking'])
  expect(await choose('Clearing account', 'Money in transit')).toEqual(['1000 Checking', 'Money in transit'])
  expect(await choose('Accounts payable', '2000 Accounts payable')).toEqual(['2000 Accounts payable'])
  await click(labelled('Send bills'))
  await click(button('Save accounts'))
  await settle(() => sent.length === 1)
  expect(sent).toEqual([
    {
      ...{ syncBills: true, syncBillPayments: false, glBillPayableAccountId: 'payable' },
      ...{ glFundingAccountId: 'checking', glClearingAccountId: 'transit' },
    },
  ])
  await settle(() => place.textContent?.includes('Money in transit'))
})

it('what the server refuses is said beside its field, and nothing chosen is lost', async () => {
  await open()
  refusal = { glBillPayableAccountId: 'Choose the account that bills are owed on' }
  await choose('Funding account', '1000 Checking')
  await click(labelled('Send bills'))
  await click(button('Save accounts'))
  await settle(() => text().includes('Choose the account that bills are owed on'))
  expect(labelled('Funding account')?.value).toBe('1000 Checking')
  expect(labelled('Send bills')?.checked).toBe(true)
  expect(sent).toEqual([])
})
