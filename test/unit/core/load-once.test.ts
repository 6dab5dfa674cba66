import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadOnce } from '../../../worker/core/load-once.ts'

describe('what is loaded when it is first needed', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('a module is loaded once, however many ask at the same moment', async () => {
    const load = vi.fn(() => new Promise<string>((resolve) => setTimeout(() => resolve('parser'), 100)))
    const parser = loadOnce(load)
    const asked = Promise.all([parser(), parser(), parser()])
    await vi.advanceTimersByTimeAsync(200)
    expect(await asked).toEqual(['parser', 'parser', 'parser'])
    expect(await parser()).toBe('parser')
    expect(load).toHaveBeenCalledTimes(1)
  })

  it('a module that failed to load is loaded by the next one who asks', async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error('gone')).mockResolvedValue('parser')
    const parser = loadOnce(load)
    await expect(parser()).rejects.toThrow('gone')
    expect(await parser()).toBe('parser')
  })

  it('a module is loaded by another one if who began has ended', async () => {
    const load = vi
      .fn<() => Promise<string>>()
      .mockReturnValueOnce(new Promise<string>(() => undefined))
      .mockResolvedValue('parser')
    const parser = loadOnce(load)
    void parser()
    const second = parser()
    await vi.advanceTimersByTimeAsync(6_000)
    expect(await second).toBe('parser')
  })
})
