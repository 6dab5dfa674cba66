// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { RunPreview } from '../../../../schema/money/payments/run-endpoints.ts'
import { StartRunDialog } from '../../../../web/features/money/payments/run-dialogs.tsx'

/** The dialog that pays chosen bills, with a server that answers as the test wants, or not at all. */

let root: Root
let place: HTMLElement
let faults: RunPreview['faults']
let sent: { body: { billPaymentIds: string[]; payWhen: string }; commandId: string | null }[]
let started: string[]
/** How the next starts are answered. Without an entry they succeed. */
let outcomes: ('LOST' | 'REFUSED' | 'FAILED')[]

const usd = (value: number) => ({ value, currency: 'USD' as const })
const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), { status, headers: { 'Content-Type': 'application/json' } })

const answer = (url: string, init: RequestInit = {}): Response => {
  const { pathname } = new URL(url, 'https://outlay.test')
  if (pathname.endsWith('/payment-methods'))
    return json([
      {
        ...{ id: 'bank', bankName: 'First Bank', lastFourAccountNumber: '6789', status: 'VERIFIED', isDefault: true },
        ...{ accountHolderName: 'Acme', accountHolderType: 'COMPANY', bankAccountType: 'CHECKING', error: null },
        ...{ microdepositVerificationLink: null, microdepositType: null, microdepositsArriveAt: null },
        ...{ erpEntities: [], createdAt: '2026-11-01T00:00:00.000Z' },
      },
    ])
  if (pathname.endsWith('/preview')) {
    const { billPaymentIds } = JSON.parse(String(init.body)) as { billPaymentIds: string[] }
    const count = billPaymentIds.length - faults.length
    const totals = count > 0 ? [{ dueDate: null, leavesOn: null, amount: usd(count * 100), count }] : []
    return json({ totals, amount: usd(count * 100), count, needsSecondPerson: false, faults })
  }
  sent.push({ body: JSON.parse(String(init.body)), commandId: new Headers(init.headers).get('Idempotency-Key') })
  const outcome = outcomes.shift()
  if (outcome === 'LOST') throw new TypeError('Failed to fetch')
  if (outcome === 'FAILED') return json({ code: 'INTERNAL', message: 'Something went wrong.' }, 500)
  if (outcome === 'REFUSED') return json({ code: 'INVALID', message: 'No.', fields: { billPaymentIds: 'No.' } }, 400)
  return json({ id: 'run', status: 'STARTED' })
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  faults = []
  sent = []
  started = []
  outcomes = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL, init?: RequestInit) =>
      answer(input instanceof Request ? input.url : String(input), init),
    ),
  )
  place = document.createElement('div')
  document.body.append(place)
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

const text = () => document.body.textContent ?? ''
const shows = async (what: () => boolean) => {
  for (let round = 0; round < 150 && !what(); round++)
    await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
  if (!what()) throw new Error(`Not shown: ${text()}`)
}
const button = (name: string): HTMLButtonElement => {
  const found = [...document.querySelectorAll('button')].find((one) => one.textContent === name)
  if (!found) throw new Error(`There is no button ${name}: ${text()}`)
  return found
}
const isReady = (name: string) => () =>
  [...document.querySelectorAll('button')].some((one) => one.textContent === name && !one.disabled)
const press = async (name: string) => {
  await shows(isReady(name))
  await act(async () => button(name).click())
}
const open = async (ids: string[]) => {
  root = createRoot(place)
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  await act(async () =>
    root.render(
      <MantineProvider>
        <QueryClientProvider client={client}>
          <StartRunDialog
            payments={ids.map((id) => ({ id }))}
            onClose={() => undefined}
            onStarted={(id) => started.push(id)}
          />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await shows(() => text().includes('Paid from') || text().includes('can’t be paid now'))
}

describe('paying chosen bills', () => {
  it('the dialog sends those that can be paid, and not those that the server named', async () => {
    faults = [{ billPaymentId: 'two', name: 'bill 2 of Acme', fault: 'You entered this bill.' }]
    await open(['one', 'two', 'three'])
    expect(text()).toContain('1 can’t be paid now')
    expect(text()).toContain('bill 2 of Acme: You entered this bill.')
    await press('Pay $2.00')
    await shows(() => started.length > 0)
    expect(sent.map(({ body }) => body)).toEqual([
      { billPaymentIds: ['one', 'three'], paymentMethodId: 'bank', payWhen: 'NOW' },
    ])
  })

  it('the dialog offers no payment if none of them can be paid, and says why', async () => {
    faults = [{ billPaymentId: 'one', name: 'bill 1 of Acme', fault: 'You entered this bill.' }]
    await open(['one'])
    expect(text()).toContain('bill 1 of Acme: You entered this bill.')
    expect(text()).not.toContain('$0.00')
    expect([...document.querySelectorAll('button')].map((one) => one.textContent).filter(Boolean)).toEqual(['Close'])
  })

  it.each(['LOST', 'FAILED'] as const)(
    'an answer that is %s is asked for again with the same command id',
    async (outcome) => {
      outcomes = [outcome, outcome]
      await open(['one'])
      for (const times of [1, 2, 3]) {
        await press('Pay $1.00')
        await shows(() => sent.length === times)
      }
      await shows(() => started.length > 0)
      const [first] = sent
      expect(first?.commandId).toMatch(/\S{10,}/)
      expect(sent.map(({ commandId }) => commandId)).toEqual(Array(3).fill(first?.commandId))
    },
  )

  it('after a refusal, and for other payments, it is another command', async () => {
    outcomes = ['REFUSED', 'LOST']
    await open(['one'])
    await press('Pay $1.00')
    await shows(() => sent.length === 1)
    await press('Pay $1.00')
    await shows(() => sent.length === 2)
    const due = document.querySelector<HTMLInputElement>('input[type="radio"][value="DUE"]')
    await act(async () => due?.click())
    await press('Schedule $1.00')
    await shows(() => started.length > 0)
    expect(sent.map(({ body }) => body.payWhen)).toEqual(['NOW', 'NOW', 'DUE'])
    expect(new Set(sent.map(({ commandId }) => commandId)).size).toBe(3)
  })
})
