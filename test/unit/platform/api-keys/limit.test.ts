import { describe, expect, it } from 'vitest'
import { API_KEY_CALLS, API_KEY_WINDOW_MS } from '../../../../schema/platform/api-keys/endpoints.ts'
import { type CountedKey, countCall } from '../../../../worker/core/api-key-limit.ts'

const WINDOW = 10_000 * API_KEY_WINDOW_MS
let serial = 0
const key = (more: Partial<CountedKey> = {}): CountedKey => ({
  id: `key-${serial++}`,
  windowStart: WINDOW,
  windowCount: 0,
  lastUsedAt: WINDOW,
  ...more,
})

describe('the rate limit of an API key', () => {
  it('each window allows the full limit and nothing more', () => {
    const used = key()
    const verdicts = Array.from({ length: API_KEY_CALLS + 2 }, (_, i) => {
      const verdict = countCall(used, WINDOW + i)
      if (verdict.write) used.windowCount += 25
      return verdict.isAllowed
    })
    expect(verdicts.indexOf(false)).toBe(600)
    expect(countCall(used, WINDOW + 60_000)).toMatchObject({ isAllowed: true, remaining: 599 })
  })

  it('calls written by other isolates count', () => {
    expect(countCall(key({ windowCount: API_KEY_CALLS - 1 }), WINDOW)).toMatchObject({ isAllowed: true, remaining: 0 })
    const refused = countCall(key({ windowCount: API_KEY_CALLS }), WINDOW + 15_500)
    expect(refused).toEqual({ isAllowed: false, remaining: 0, resetSeconds: 45, write: null })
  })

  it('calls from an earlier window don’t count', () => {
    const old = key({ windowStart: WINDOW - API_KEY_WINDOW_MS, windowCount: API_KEY_CALLS })
    expect(countCall(old, WINDOW).isAllowed).toBe(true)
  })

  it('the count is written after every 25 calls, and once a minute while the key is used', () => {
    const used = key()
    const writes = Array.from({ length: 100 }, () => countCall(used, WINDOW).write !== null)
    expect(writes.filter(Boolean).length).toBe(4)
    const idle = key({ lastUsedAt: null })
    expect([0, 1, 59_999].map((ms) => countCall(idle, WINDOW + ms).write !== null)).toEqual([true, false, false])
    expect(countCall(idle, WINDOW + 60_000).write).not.toBeNull()
  })
})
