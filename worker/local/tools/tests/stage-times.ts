import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { paths } from '../../host/paths.ts'

/**
 * How long each stage takes on two quiet cores, kept beside the tests, so that growth is seen when it comes. The whole run
 * compares itself with it, and `--record` writes it. It is no limit: a busy machine takes longer.
 */
const FILE = join(paths.root, 'test/stage-times.json')

type Times = Record<string, number>

const recorded = (): Times => (existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Times) : {})

/** A stage's line: its seconds, and by how much that differs from what was recorded. */
export const timeLines = (times: [stage: string, seconds: number][]): string[] => {
  const before = recorded()
  return times.map(([stage, seconds]) => {
    const known = before[stage]
    const change = known ? Math.round((seconds / known - 1) * 100) : 0
    const than = known && Math.abs(change) >= 10 ? `  (${change > 0 ? '+' : ''}${change} % against ${known} s)` : ''
    return `${seconds.toFixed(1).padStart(8)} s  ${stage}${than}`
  })
}

export const recordTimes = (times: [stage: string, seconds: number][]): void => {
  const all = { ...recorded(), ...Object.fromEntries(times.map(([stage, seconds]) => [stage, Math.round(seconds)])) }
  writeFileSync(FILE, `${JSON.stringify(all, null, 2)}\n`)
}
