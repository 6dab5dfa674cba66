import { nextTurn } from '../../worker/core/in-turn.ts'
import { PARTS, READERS } from '../support/readers/all.ts'
import { table } from './report.ts'

/** How long readers of strangers' inputs take, by size, and how long they keep others waiting. */

export interface ReaderTime {
  name: string
  shape: string
  /** Processor time for a tenth, a half and the whole of the limit. */
  ms: number[]
  /** The longest slice. */
  longest: number
}

const MOST_SLICE_MS = 1000
/** Below it, how busy the machine is decides more than the input. */
const LEAST_MS = 50
const MOST_FOR_TWO = 4

const cpu = (): number => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

export const readerTimes = async (): Promise<ReaderTime[]> => {
  const times: ReaderTime[] = []
  for (const { name, limit, read, shapes } of READERS)
    for (const [shape, make] of Object.entries(shapes)) {
      // Once before, as in a Worker that has run for a while.
      await Promise.allSettled([read(make(Math.floor(limit / 20)) as never, nextTurn)])
      const one: ReaderTime = { name, shape, ms: [], longest: 0 }
      for (const part of PARTS) {
        const input = make(Math.floor(limit * part)) as never
        const started = cpu()
        let from = started
        const end = () => {
          one.longest = Math.max(one.longest, cpu() - from)
        }
        const pause = async () => {
          end()
          await nextTurn()
          from = cpu()
        }
        // What is too large is refused, which takes time as well.
        await Promise.allSettled([read(input, pause)])
        end()
        one.ms.push(cpu() - started)
      }
      times.push(one)
    }
  return times
}

export const readerTable = (times: ReaderTime[]): string =>
  table(
    ['input', 'of', 'a tenth ms', 'half ms', 'whole ms', 'longest slice ms'],
    times.map(({ name, shape, ms, longest }) => [name, shape, ...[...ms, longest].map((each) => each.toFixed(0))]),
  )

export const missedReaders = (times: ReaderTime[]): string[] =>
  times.flatMap(({ name, shape, ms: [, half = 0, whole = 0], longest }) => [
    ...(longest > MOST_SLICE_MS ? [`${name} (${shape}) keeps others waiting for ${longest.toFixed(0)} ms`] : []),
    ...(whole > MOST_FOR_TWO * Math.max(half, LEAST_MS)
      ? [`${name} (${shape}) takes ${(whole / half).toFixed(1)} times as long for twice as much`]
      : []),
  ])
