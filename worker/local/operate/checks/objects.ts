import { basename } from 'node:path'
import { withTable } from './databases.ts'
import { type Finding, findingOf } from './finding.ts'

/** What the product says about an event of an object, from OBJECT_EXPORTS. */
export interface ObjectCheck {
  readEvent(stored: unknown): unknown
  historyOf(event: unknown, known: (id: string) => { label: string; ruleType: string }): unknown
  unpack(kept: string | ArrayBuffer): string
}
export const OBJECT_EXPORTS = `
  export { readEvent } from './schema/approvals/engine/events.ts'
  export { historyOf } from './worker/objects/approval/history.ts'
  export { unpack } from './worker/objects/approval/kept/packed-text.ts'`

/** Where an object has its events: in its table, or in that of earlier releases until it is woken. */
const EVENTS = [
  ['kept', 'SELECT id AS sequence, value FROM kept WHERE id > 0 ORDER BY id'],
  ['log', 'SELECT sequence, event AS value FROM log ORDER BY sequence'],
] as const

interface ObjectLog {
  id: string
  target: string
  last: number
  /** The numbers of its events that have an entry in the history. */
  told: number[]
}

/** Anything will do: only whether there is an entry counts. */
const ANY_BLOCK = () => ({ label: '', ruleType: 'APPROVAL' })

/**
 * Compares the log of each object with the history in D1, which has the numbers of the object's events. An object may be
 * ahead, if its alarm is still set: then it brings D1 up to date at the next start. D1 is never ahead, and has no gaps.
 */
export const checkObjects = (check: ObjectCheck, data: string): Finding[] => {
  const { readEvent, historyOf, unpack } = check
  const logsIn = (table: string, sql: string) =>
    withTable<ObjectLog>(data, ['objects'], table, (database, path) => {
      const stored = database.prepare(sql).all() as { sequence: number; value: string | ArrayBuffer }[]
      const rows = stored.map(({ sequence, value }) => ({ sequence, event: unpack(value) }))
      const first = JSON.parse(rows[0]?.event ?? '{}') as { companyId?: string; targetId?: string }
      const told = rows.filter(({ event }) => historyOf(readEvent(JSON.parse(event)), ANY_BLOCK) !== null)
      return rows.length === 0
        ? []
        : [
            {
              id: basename(path, '.sqlite'),
              target: `${first.companyId} ${first.targetId}`,
              last: rows.at(-1)?.sequence ?? 0,
              told: told.map(({ sequence }) => sequence),
            },
          ]
    })
  const logs = EVENTS.flatMap(([table, sql]) => logsIn(table, sql))
  const alarms = new Set(
    withTable(data, ['objects'], '_cf_ALARM', (database) =>
      database.prepare('SELECT actor_id AS id FROM _cf_ALARM').all(),
    ).map(({ id }) => String(id)),
  )
  const inD1 = historyIn(data)
  const byTarget = new Map(logs.map((log) => [log.target, log]))
  let ahead = 0
  const problems = logs.flatMap(({ id, target, last, told }) => {
    const known = inD1.get(target) ?? new Set<number>()
    const newest = Math.max(0, ...known)
    if (newest > last) return [`${target}: its rows have event ${newest}, its object only ${last}`]
    const missing = told.filter((sequence) => !known.has(sequence))
    if (missing.length === 0) return []
    if (missing.some((sequence) => sequence < newest)) return [`${target}: event ${missing[0]} is not in the history`]
    ahead += 1
    return alarms.has(id)
      ? []
      : [`${target}: event ${missing[0]} is not in the history, and nothing will bring it there`]
  })
  const alone = [...inD1.keys()].filter((target) => !byTarget.has(target)).map((target) => `${target} has no object`)
  const waiting = ahead === 0 ? '' : `; ${ahead} will bring their last event to D1 at the next start`
  return findingOf(`${logs.length} objects agree with D1${waiting}`, [...problems, ...alone])
}

/** The numbers of events in the history, by what they are about. */
const historyIn = (data: string): Map<string, Set<number>> => {
  const rows = withTable(data, ['d1'], 'audit_log', (database) =>
    database
      .prepare("SELECT company_id || ' ' || target_id AS target, sequence FROM audit_log WHERE sequence IS NOT NULL")
      .all(),
  ) as { target: string; sequence: number }[]
  const found = new Map<string, Set<number>>()
  for (const { target, sequence } of rows) found.set(target, (found.get(target) ?? new Set()).add(sequence))
  return found
}
