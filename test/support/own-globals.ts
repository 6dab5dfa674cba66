import { afterAll, vi } from 'vitest'

const kept = globalThis as typeof globalThis & { ownFetch?: typeof fetch }
kept.ownFetch ??= fetch

/** Files share a process. What one puts in the place of `fetch` and the like is not there for the next. */
afterAll(() => {
  vi.unstubAllGlobals()
  if (kept.ownFetch) globalThis.fetch = kept.ownFetch
})
