import { Session } from 'node:inspector/promises'

/**
 * How much work code does, counted instead of timed: how often its blocks run, libraries included, as the engine counts
 * them. The same input takes the same number on every machine.
 */

export interface Work {
  steps: number
  /** In the longest slice between two pauses. */
  longest: number
}

/** @param run is given what to do between two slices of its work */
export const countWork = async (run: (pause: () => Promise<void>) => Promise<unknown>): Promise<Work> => {
  const session = new Session()
  session.connect()
  const done: number[] = []
  /** Since it was asked last. */
  const steps = async (): Promise<number> => {
    const { result } = await session.post('Profiler.takePreciseCoverage')
    let sum = 0
    for (const { functions } of result) for (const { ranges } of functions) for (const { count } of ranges) sum += count
    return sum
  }
  try {
    await session.post('Profiler.enable')
    await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
    await steps()
    const pause = async () => {
      done.push(await steps())
    }
    // What is too large is refused, which is work as well.
    await Promise.allSettled([run(pause)])
    done.push(await steps())
  } finally {
    await session.post('Profiler.stopPreciseCoverage')
    session.disconnect()
  }
  return { steps: done.reduce((sum, each) => sum + each, 0), longest: Math.max(...done) }
}
