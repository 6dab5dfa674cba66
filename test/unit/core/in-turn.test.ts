import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { inTurn } from '../../../worker/core/in-turn.ts'

describe('work in turn', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  const lasting = (ms: number, running: { now: number; most: number }) => async () => {
    running.now += 1
    running.most = Math.max(running.most, running.now)
    await new Promise((resolve) => setTimeout(resolve, ms))
    running.now -= 1
  }

  it('work never overlaps, and all of it is done', async () => {
    const running = { now: 0, most: 0 }
    const turn = inTurn(5_000)
    const all = Promise.all([1, 2, 3].map(() => turn(lasting(100, running))))
    await vi.advanceTimersByTimeAsync(400)
    await all
    expect(running).toEqual({ now: 0, most: 1 })
  })

  it('work that fails lets the next one begin', async () => {
    const turn = inTurn(5_000)
    await expect(turn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
    expect(await turn(async () => 'done')).toBe('done')
  })

  it('work that never ends doesn’t keep the next one longer than its patience', async () => {
    const turn = inTurn(5_000)
    void turn(() => new Promise(() => undefined))
    const next = turn(async () => 'done')
    await vi.advanceTimersByTimeAsync(5_100)
    expect(await next).toBe('done')
  })
})
