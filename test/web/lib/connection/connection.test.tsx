// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, lazy, Suspense } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { lateCode } from '../../../../web/lib/connection/chunk-error.ts'
import { connectionFound } from '../../../../web/lib/connection/connection.ts'
import { ApiError, failureText, NetworkError } from '../../../../web/lib/errors.ts'
import { send } from '../../../../web/lib/rest.ts'
import { ErrorBoundary } from '../../../../web/ui/error-boundary.tsx'
import { ConnectionBar } from '../../../../web/ui/toasts/connection-bar.tsx'
import { watchToasts } from '../../../support/shown-toasts.ts'

/** Without a connection. */

let root: Root
let isUp: boolean
let toasts: ReturnType<typeof watchToasts>
const asked = vi.fn()
const LOST = 'You’re offline. What you type is kept, and Outlay tries again automatically.'

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  vi.spyOn(console, 'error').mockImplementation(() => {})
  isUp = false
  asked.mockClear()
  toasts = watchToasts()
  vi.stubGlobal(
    'fetch',
    vi.fn(async (path: string) => {
      asked(path)
      if (!isUp) throw new TypeError('Failed to fetch')
      return Response.json({ name: 'Acme' })
    }),
  )
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  connectionFound()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const pass = (ms: number) => act(async () => vi.advanceTimersByTimeAsync(ms))
const show = (content: React.ReactNode) =>
  act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}>
          {content}
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )

const Vendor = () => {
  const { data, error } = useQuery({
    queryKey: ['vendor'],
    queryFn: async () => (await send('/api/vendor', {})).json() as Promise<{ name: string }>,
  })
  return <p>{data?.name ?? (error ? 'Failed' : 'Loading')}</p>
}

it('a page says that it is offline, tries again automatically, and reads what failed', async () => {
  await show(
    <>
      <Vendor />
      <ConnectionBar />
    </>,
  )
  await pass(2000)
  expect(document.body.textContent).toContain('Failed')
  expect(document.body.textContent).toContain(LOST)
  isUp = true
  await pass(10_000)
  expect(document.body.textContent).toContain('Acme')
  expect(document.body.textContent).not.toContain(LOST)
  const calls = asked.mock.calls.length
  await pass(60_000)
  expect(asked).toHaveBeenCalledTimes(calls)
})

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module: /assets/keys-1.js'))

it('a dialog whose code can’t be loaded leaves the page as it is', async () => {
  const Keys = lazy(lateCode<object>(missing))
  await show(
    <>
      <p>The page</p>
      <Suspense>
        <Keys />
      </Suspense>
    </>,
  )
  await pass(1000)
  expect(document.body.textContent).toContain('The page')
  expect(toasts.errors()).toEqual(['Outlay could not be reached. Check your connection and try again.'])
})

it('no screen names the file that is missing', async () => {
  const Page = lazy<React.ComponentType>(missing)
  await show(
    <ErrorBoundary>
      <Suspense>
        <Page />
      </Suspense>
    </ErrorBoundary>,
  )
  await pass(1000)
  expect(document.body.textContent).not.toMatch(/dynamically imported|assets/)
  expect(document.body.textContent).toContain('Check your connection')
})

const refused = (status: number, message: string, retryAfter?: number) =>
  new ApiError({ status, code: status === 429 ? 'LIMITED' : 'INTERNAL', message, retryAfter })

it.each([
  [refused(429, 'Too many calls.', 20), 'Too many calls. Try again in 20 seconds. What you typed is kept.'],
  [refused(429, 'Too many calls', 300), 'Too many calls. Try again in 5 minutes. What you typed is kept.'],
  [refused(429, 'Ask again later.'), 'Ask again later. What you typed is kept.'],
  [refused(500, 'Something broke.'), 'Something broke. Try again in a minute. What you typed is kept.'],
  [new NetworkError(null), 'Outlay could not be reached. Check your connection and try again. What you typed is kept.'],
  [refused(409, 'It was changed.'), 'It was changed.'],
])('a form that couldn’t be sent says when to try again and that the text is kept: %s', (error, text) => {
  expect(failureText(error, true)).toBe(text)
})
