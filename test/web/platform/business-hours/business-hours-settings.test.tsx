// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { BusinessHoursSettings } from '../../../../web/features/platform/business-hours/index.ts'

/** The settings of business hours, with a server that remembers what was saved. */

let root: Root
let place: HTMLElement
let saved: unknown[]

const HOURS = {
  opens: '09:00',
  closes: '17:00',
  weekdays: [1, 2, 3, 4, 5],
  country: 'US',
  worked: ['Columbus Day'],
  own: [],
  version: 3,
}
const year = new Date().getUTCFullYear() + 1
const HOLIDAYS = [
  { day: `${year}-10-11`, name: 'Columbus Day' },
  { day: `${year}-11-25`, name: 'Thanksgiving Day' },
]

beforeEach(async () => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  saved = []
  vi.stubGlobal(
    'fetch',
    vi.fn(async (input: RequestInfo | URL, init?: RequestInit) => {
      const url = input instanceof Request ? input.url : String(input)
      if (init?.method === 'PUT') saved.push(JSON.parse(String(init.body)))
      const body = url.includes('/holidays') ? { holidays: HOLIDAYS } : HOURS
      return new Response(JSON.stringify(body), { headers: { 'Content-Type': 'application/json' } })
    }),
  )
  place = document.createElement('div')
  document.body.append(place)
  root = createRoot(place)
  await act(async () =>
    root.render(
      <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
        <MantineProvider>
          <BusinessHoursSettings />
        </MantineProvider>
      </QueryClientProvider>,
    ),
  )
})
afterEach(async () => {
  await act(() => root.unmount())
  place.remove()
  vi.unstubAllGlobals()
})

const boxOf = (label: string): HTMLInputElement => {
  const found = [...place.querySelectorAll('label')].find((each) => each.textContent === label)
  const box = found && document.getElementById(found.htmlFor)
  if (!(box instanceof HTMLInputElement)) throw new Error(`There is no box ${label}`)
  return box
}
const button = (text: string): HTMLButtonElement => {
  const found = [...place.querySelectorAll('button')].find((each) => each.textContent === text)
  if (!found) throw new Error(`There is no button ${text}`)
  return found
}

it('holidays are days off unless the company works on them, and what is cleared is saved with the version', async () => {
  await vi.waitFor(() => expect(boxOf('Thanksgiving Day').checked).toBe(true))
  expect(boxOf('Columbus Day').checked).toBe(false)
  expect(boxOf('Saturday').checked).toBe(false)
  await act(async () => boxOf('Thanksgiving Day').click())
  await act(async () => boxOf('Saturday').click())
  await act(async () => button('Save business hours').click())
  await vi.waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toEqual({ ...HOURS, weekdays: [1, 2, 3, 4, 5, 6], worked: ['Columbus Day', 'Thanksgiving Day'] })
})

it('a day of the company’s own needs a date and a name before it is saved', async () => {
  await vi.waitFor(() => button('Add a day'))
  await act(async () => button('Add a day').click())
  await act(async () => button('Save business hours').click())
  expect(place.textContent).toContain('Required')
  expect(saved).toEqual([])
  await act(async () => button('Remove').click())
  expect(button('Save business hours').disabled).toBe(true)
})
