// @vitest-environment happy-dom
import { act, useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { InOrder } from '../../../web/ui/settling/in-order.tsx'
import { useNotYet } from '../../../web/ui/settling/not-yet.ts'

/** Parts of a page that load separately. */

const load: Record<string, (isLoading: boolean) => void> = {}
const Part = ({ name, begins = true }: { name: string; begins?: boolean }) => {
  const [isLoading, setLoading] = useState(begins)
  useEffect(() => {
    load[name] = setLoading
  }, [name])
  useNotYet(isLoading)
  return <p>{name}</p>
}

let root: Root
beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(async () => {
  await act(async () => root.unmount())
  document.body.replaceChildren()
  vi.useRealTimers()
})

const shown = (): string[] =>
  [...document.querySelectorAll('p')]
    .filter((part) => !part.closest('[data-waits]'))
    .map((part) => part.textContent ?? '')
const loaded = (name: string) => act(async () => load[name]?.(false))

it('a part is shown once those above it are loaded, whichever is loaded first', async () => {
  await act(async () =>
    root.render(
      <InOrder>
        <Part name="First" />
        {false}
        <Part name="Second" />
        <Part name="Third" />
      </InOrder>,
    ),
  )
  expect(shown()).toEqual(['First'])
  await loaded('Second')
  expect(shown()).toEqual(['First'])
  await loaded('First')
  expect(shown()).toEqual(['First', 'Second', 'Third'])
})

it('parts within a part count as its own, and those that load nothing wait for nothing', async () => {
  await act(async () =>
    root.render(
      <InOrder>
        <InOrder>
          <Part name="Above" begins={false} />
          <Part name="Within" />
        </InOrder>
        <Part name="Below" begins={false} />
      </InOrder>,
    ),
  )
  expect(shown()).toEqual(['Above', 'Within'])
  await loaded('Within')
  expect(shown()).toEqual(['Above', 'Within', 'Below'])
})

it('what was shown stays while something above it is loaded again, and no part waits for four seconds', async () => {
  await act(async () =>
    root.render(
      <InOrder>
        <Part name="First" />
        <Part name="Second" />
      </InOrder>,
    ),
  )
  await act(async () => vi.advanceTimersByTime(3999))
  expect(shown()).toEqual(['First'])
  await act(async () => vi.advanceTimersByTime(1))
  expect(shown()).toEqual(['First', 'Second'])
  await loaded('First')
  await act(async () => load.First?.(true))
  expect(shown()).toEqual(['First', 'Second'])
})
