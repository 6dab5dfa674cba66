import { afterAll, vi } from 'vitest'

/** Files share a process. What one puts in the place of `fetch` and the like is not there for the next. */
afterAll(() => {
  vi.unstubAllGlobals()
})
