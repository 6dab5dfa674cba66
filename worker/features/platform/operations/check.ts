import { cellsOf, envOfCell, FIRST_CELL } from '../../../core/cells.ts'
import { Database } from '../../../core/database.ts'
import { laneOf } from '../../../core/outbox-registry.ts'
import type { Env } from '../../../env.ts'
import { OLDEST_DUE } from '../company/index.ts'
import { ENDED_PARTS } from '../directory/index.ts'

/**
 * Whether this installation can answer people (`/ready`), and whether everything it should do by itself is done in time
 * too (`/health`), for whatever watches it. Both say what is wrong, without secrets or anything of companies.
 */
export interface Problem {
  /** `DB`, `CELL_1`, `DOCUMENTS`, `APPROVALS`. */
  binding: string
  cell?: number
  /** What waits: a lane of the outbox, or a part of each minute's work. */
  part?: string
  lateSeconds?: number
  problem: string
}

export interface Checked {
  /** Without these, people get no answers. */
  broken: Problem[]
  late: Problem[]
  cells: number
  checkedAt: string
}

/** Asking costs a read of each database, so that an answer is used again for a moment. */
const KEPT_MS = 5_000
/** A binding that takes longer doesn't answer. */
const LONGEST_MS = 3_000
/** What is due this long without being done is late. */
const LATE_OUTBOX_MS = 15 * 60_000
const LATE_MINUTE_MS = 5 * 60_000

let kept: { at: number; env: Env; checked: Promise<Checked> } | undefined

/** A check that was made just now is used again. */
export const checkedOf = (env: Env, now: number): Promise<Checked> => {
  if (!kept || kept.env !== env || now - kept.at >= KEPT_MS || now < kept.at)
    kept = { at: now, env, checked: check(env, now) }
  return kept.checked
}

/** @returns the same, or rejects when it takes too long */
const inTime = <T>(work: Promise<T>): Promise<T> => {
  let timer: ReturnType<typeof setTimeout>
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('too long')), LONGEST_MS)
  })
  return Promise.race([work, tooLong]).finally(() => clearTimeout(timer))
}

const NO_ANSWER = 'It doesn’t answer'

const check = async (env: Env, now: number): Promise<Checked> => {
  const cells = cellsOf(env)
  const found = await Promise.all([
    ...cells.map((cell) => checkCell(env, cell, now)),
    checkBinding('DOCUMENTS', () => env.DOCUMENTS.head('ready')),
    checkBinding('APPROVALS', () => env.APPROVALS.getByName('ready').read('ready')),
  ])
  const problems = found.flat()
  return {
    broken: problems.filter(({ lateSeconds }) => lateSeconds === undefined),
    late: problems.filter(({ lateSeconds }) => lateSeconds !== undefined),
    cells: cells.length,
    checkedAt: new Date(now).toISOString(),
  }
}

const checkBinding = (binding: string, ask: () => Promise<unknown>): Promise<Problem[]> =>
  inTime(Promise.resolve().then(ask)).then(
    () => [],
    () => [{ binding, problem: NO_ANSWER }],
  )

const checkCell = async (env: Env, cell: number, now: number): Promise<Problem[]> => {
  const binding = cell === FIRST_CELL ? 'DB' : `CELL_${cell}`
  try {
    const { DB } = envOfCell(env, cell)
    const db = new Database(DB, 'first-primary')
    const [ended, due] = await inTime(db.readBatch([db.sql(ENDED_PARTS), db.sql(OLDEST_DUE)]))
    const lanes = Map.groupBy(due.results, ({ topic }) => laneOf(topic).name)
    return [
      ...[...lanes].flatMap(([part, rows]) =>
        lateness(binding, cell, part, Math.min(...rows.map(({ dueAt }) => dueAt)), now, LATE_OUTBOX_MS),
      ),
      ...ended.results.flatMap(({ part, endedAt }) => lateness(binding, cell, part, endedAt, now, LATE_MINUTE_MS)),
    ]
  } catch (error) {
    const isOld = /no such (table|column)/.test(String(error))
    return [{ binding, cell, problem: isOld ? 'Its migrations are missing' : NO_ANSWER }]
  }
}

const lateness = (
  binding: string,
  cell: number,
  part: string,
  since: number,
  now: number,
  limitMs: number,
): Problem[] =>
  now - since > limitMs
    ? [{ binding, cell, part, lateSeconds: Math.round((now - since) / 1000), problem: 'It is late' }]
    : []
