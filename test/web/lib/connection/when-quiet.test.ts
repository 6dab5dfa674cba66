// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { whenQuiet } from '../../../../web/lib/connection/when-quiet.ts'

/** When a page loads what no one has asked for. */

let loaded: () => void
beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(run: () => void) {
        loaded = run
      }
      observe() {}
      disconnect() {}
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  document.body.replaceChildren()
})

const unfinished = (): HTMLElement => {
  const part = document.body.appendChild(document.createElement('div'))
  part.setAttribute('aria-busy', 'true')
  return part
}

it('begins when nothing was loaded for 0.7 seconds, and not while files still arrive', () => {
  const run = vi.fn()
  whenQuiet(run)
  vi.advanceTimersByTime(600)
  loaded()
  vi.advanceTimersByTime(600)
  expect(run).not.toHaveBeenCalled()
  vi.advanceTimersByTime(150)
  expect(run).toHaveBeenCalledOnce()
})

it('waits while a part of the page isn’t there, however quiet the line is', () => {
  const run = vi.fn()
  const part = unfinished()
  whenQuiet(run)
  vi.advanceTimersByTime(6500)
  expect(run).not.toHaveBeenCalled()
  part.remove()
  vi.advanceTimersByTime(701)
  expect(run).toHaveBeenCalledOnce()
})

it('begins after 20 seconds on a page that never is there, and after 6 on one that never is quiet', () => {
  const [never, busy] = [vi.fn(), vi.fn()]
  const part = unfinished()
  whenQuiet(never)
  vi.advanceTimersByTime(19_900)
  expect(never).not.toHaveBeenCalled()
  vi.advanceTimersByTime(101)
  expect(never).toHaveBeenCalledOnce()
  part.remove()
  whenQuiet(busy)
  for (let at = 0; at < 5900; at += 100) {
    loaded()
    vi.advanceTimersByTime(100)
  }
  expect(busy).not.toHaveBeenCalled()
  vi.advanceTimersByTime(101)
  expect(busy).toHaveBeenCalledOnce()
})

it('who stops waiting for it is not told', () => {
  const run = vi.fn()
  whenQuiet(run)()
  vi.advanceTimersByTime(30_000)
  expect(run).not.toHaveBeenCalled()
})
