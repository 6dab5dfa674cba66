import { QueryObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { dropReadings } from '../../../web/lib/ahead.ts'
import { queryClient } from '../../../web/lib/query-client.ts'
import { readAhead } from '../../../web/lib/read-ahead.ts'

describe('reading ahead of a page', () => {
  let asked = 0
  const query = () => ({ queryKey: ['thing'], queryFn: async () => ++asked })
  /** What the page shows at first and once everything is read. */
  const open = async () => {
    const observer = new QueryObserver(queryClient, query())
    const first = observer.getCurrentResult().data
    const leave = observer.subscribe(() => undefined)
    await vi.advanceTimersByTimeAsync(10)
    const { data } = observer.getCurrentResult()
    leave()
    await vi.advanceTimersByTimeAsync(10)
    return { first, data }
  }
  beforeEach(() => {
    asked = 0
    vi.useFakeTimers()
  })
  afterEach(() => {
    dropReadings()
    queryClient.clear()
    vi.useRealTimers()
  })

  it('a page takes what its loader read, and reads nothing again', async () => {
    readAhead(true, query())
    await vi.advanceTimersByTimeAsync(100)
    readAhead(false, query())
    expect(await open()).toEqual({ first: 1, data: 1 })
    expect(asked).toBe(1)
  })

  it('a page that opens again reads again, and shows no older answer', async () => {
    readAhead(false, query())
    await vi.advanceTimersByTimeAsync(100)
    await open()
    expect(await open()).toEqual({ first: undefined, data: 2 })
  })

  it('what was read for a link that no one followed is forgotten after a few seconds', async () => {
    readAhead(true, query())
    await vi.advanceTimersByTimeAsync(5100)
    expect(await open()).toEqual({ first: undefined, data: 2 })
  })

  it('a write makes everything read before it outdated', async () => {
    readAhead(true, query())
    await vi.advanceTimersByTimeAsync(100)
    dropReadings()
    await vi.advanceTimersByTimeAsync(10)
    readAhead(false, query())
    expect(await open()).toEqual({ first: undefined, data: 2 })
  })
})
