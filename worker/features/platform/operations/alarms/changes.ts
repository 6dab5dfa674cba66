import type { Condition } from './conditions.ts'

/** An alarm that is on. */
export interface OpenAlarm {
  id: string
  about: string
  kind: string
  cell: number
  text: string
  beganAt: number
  quietSince: number | null
  toldAt: number | null
}

/** A cause that comes and goes within this time is one alarm. */
const QUIET_MS = 5 * 60_000
/** People are reminded at most this often. */
const REMINDED_MS = 24 * 60 * 60_000

export interface Changes {
  began: Condition[]
  /** Their cause is gone, or there again. */
  quiet: OpenAlarm[]
  loud: OpenAlarm[]
  ended: OpenAlarm[]
  stillOn: OpenAlarm[]
}

/**
 * What changes with what was found. Pure.
 * @param looked the cells that were looked at: alarms of others stay as they are
 */
export const changesOf = (
  open: readonly OpenAlarm[],
  found: readonly Condition[],
  looked: ReadonlySet<number>,
  now: number,
): Changes => {
  const there = new Set(found.map(({ about }) => about))
  const known = new Set(open.map(({ about }) => about))
  // What a database that doesn't answer would say isn't known.
  const silent = new Set(found.filter(({ kind }) => kind === 'CELL').map(({ cell }) => cell))
  const seen = open.filter(({ cell, kind }) => looked.has(cell) && (kind === 'CELL' || !silent.has(cell)))
  const gone = seen.filter(({ about }) => !there.has(about))
  return {
    began: found.filter(({ about }) => !known.has(about)),
    quiet: gone.filter(({ quietSince }) => quietSince === null),
    ended: gone.filter(({ quietSince }) => quietSince !== null && now - quietSince >= QUIET_MS),
    loud: seen.filter(({ about, quietSince }) => there.has(about) && quietSince !== null),
    stillOn: seen.filter(({ about, beganAt, toldAt }) => there.has(about) && now - (toldAt ?? beganAt) >= REMINDED_MS),
  }
}
