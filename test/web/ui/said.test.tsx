// @vitest-environment happy-dom
import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { announce, onAnnounce } from '../../../web/lib/said/announce.ts'
import { toastSuccess } from '../../../web/lib/toasts.ts'
import { RunningTotal } from '../../../web/ui/fields/running-total.tsx'
import { Announcer } from '../../../web/ui/focus/announcer.tsx'
import { Toaster } from '../../../web/ui/toasts/toaster.tsx'

/** What is said to people who don't see the page. */

let root: Root
let said: string[]
let end: () => void
beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  said = []
  end = onAnnounce((text) => said.push(text))
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  end()
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

const pass = (ms: number) => act(async () => vi.advanceTimersByTime(ms))

it('a total is said once when the typing stops, and not at every digit', async () => {
  for (const total of ['$0.00', '$1.00', '$12.00', '$120.00', '$1,200.00']) {
    await act(async () => root.render(<RunningTotal className="sum">Total {total}</RunningTotal>))
    await pass(300)
  }
  expect(said).toEqual([])
  await pass(1500)
  expect(said).toEqual(['Total $1,200.00'])
  await pass(10_000)
  expect(said).toHaveLength(1)
})

it('what a page has at first is not said', async () => {
  await act(async () => root.render(<RunningTotal className="sum">Total $5.00</RunningTotal>))
  await pass(5000)
  expect(said).toEqual([])
})

it('what happens at the same time is said together, and the same words once', async () => {
  const trees: ShadowRoot[] = []
  const attach = Element.prototype.attachShadow
  vi.spyOn(Element.prototype, 'attachShadow').mockImplementation(function (this: Element, options) {
    const tree = attach.call(this, options)
    trees.push(tree)
    return tree
  })
  await act(async () => root.render(<Announcer />))
  announce('Vendors')
  announce('Total $5.00')
  announce('Vendors')
  await pass(200)
  expect(trees.map(({ textContent, host }) => [host.getAttribute('aria-live'), textContent])).toEqual([
    ['polite', 'Total $5.00. Vendors'],
  ])
})

it('toasts are said by the one region they appear in', async () => {
  await act(async () =>
    root.render(
      <MantineProvider env="test">
        <QueryClientProvider client={new QueryClient()}>
          <Toaster />
        </QueryClientProvider>
      </MantineProvider>,
    ),
  )
  await act(async () => {
    toastSuccess('Bill submitted')
  })
  await pass(500)
  const regions = [...document.querySelectorAll('[aria-live]:not([aria-live="off"]), [role="status"], [role="alert"]')]
  expect(regions.map(({ textContent }) => textContent)).toEqual(['Bill submitted'])
})
