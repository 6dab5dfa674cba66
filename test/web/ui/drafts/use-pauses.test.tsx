// @vitest-environment happy-dom
import { act } from 'react'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { usePauses } from '../../../../web/ui/drafts/use-pauses.ts'

/** When what is typed is saved. */

const saves: number[] = []
const Typed = ({ keys, pause }: { keys: number; pause: number }) => {
  usePauses({ pause, change: keys, save: () => saves.push(Date.now()) })
  return null
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers({ now: 0 })
  saves.length = 0
})
afterEach(() => vi.useRealTimers())

/** A key each so many milliseconds, for so long. */
const typeFor = async (every: number, lasting: number, pause: number) => {
  const root = createRoot(document.createElement('div'))
  for (let at = 0, keys = 0; at < lasting; at += every, keys += 1) {
    await act(async () => root.render(<Typed keys={keys} pause={pause} />))
    await act(async () => vi.advanceTimersByTime(every))
  }
  return () => act(async () => root.unmount())
}

it.each([400, 1500, 2000])('who types without a pause of %i ms is saved at least every five seconds', async (pause) => {
  const end = await typeFor(200, 60_000, pause)
  const gaps = saves.map((at, i) => at - (saves[i - 1] ?? 0))
  expect(saves.length).toBeGreaterThan(10)
  expect(Math.max(...gaps)).toBeLessThanOrEqual(5000)
  await end()
})

it('a pause saves once', async () => {
  const end = await typeFor(200, 1000, 400)
  await act(async () => vi.advanceTimersByTime(10_000))
  expect(saves).toHaveLength(1)
  await end()
})
