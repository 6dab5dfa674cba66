import type { AlarmNews } from '../../../../../schema/platform/operations/alarm-news.ts'
import { alarmStates } from '../../../../../schema/platform/operations/tables.ts'
import { cellsOf } from '../../../../core/cells.ts'
import { newId } from '../../../../core/clock.ts'
import { type Database, guardOneRow, isGuardFailure } from '../../../../core/database.ts'
import { outboxStatement } from '../../../../core/outbox.ts'
import { nudgeOutbox } from '../../../../core/outbox-nudge.ts'
import type { OutboxContext } from '../../../../core/outbox-registry.ts'
import { select, typed } from '../../../../core/record.ts'
import { isHeld } from '../../../../core/told/held.ts'
import { STAFF_COMPANY } from '../../session/index.ts'
import { type Changes, changesOf } from './changes.ts'
import { type Condition, conditionsIn } from './conditions.ts'
import { messagesOf } from './messages.ts'
import { SETTINGS, type Settings, settingsOf } from './settings.ts'

/**
 * Looks once a minute for what needs an operator, and says so once. Invariant: what changes and the messages about it are
 * one batch, which only the first of several that look at the same time can write.
 */

/** Cells that one run looks at, with five statements each. More take turns, a part each minute. */
const MOST_CELLS = 80
const MINUTE_MS = 60_000
/** Alarms that are read, and told of in one message. */
const MOST_OPEN = 500
const MOST_TOLD = 30
const KEPT_MS = 180 * 24 * 60 * MINUTE_MS

const OPEN = typed`SELECT ${select(alarmStates, 'a', [
  ...(['id', 'about', 'kind', 'cell', 'text', 'beganAt', 'quietSince', 'toldAt'] as const),
])} FROM alarm_states a INDEXED BY alarm_states_on WHERE a.ended_at IS NULL LIMIT ${MOST_OPEN}`

/** The cells of this minute. */
export const cellsOfMinute = (cells: readonly number[], now: number): number[] => {
  const turns = Math.ceil(cells.length / MOST_CELLS)
  const turn = Math.floor(now / MINUTE_MS) % turns
  return cells.filter((_, index) => index % turns === turn)
}

export const watchForAlarms = async ({ env, db, clock, log, waitUntil }: OutboxContext): Promise<void> => {
  const now = clock.now()
  const [stored, open] = await db.readBatch([db.sql(SETTINGS), db.sql(OPEN)])
  const settings = settingsOf(stored.results[0])
  // What someone holds is known not to work.
  const cells = cellsOfMinute(cellsOf(env), now).filter((cell) => !isHeld(env, cell))
  const found = (
    await Promise.all(cells.map((cell) => conditionsIn({ env, cost: db.cost }, cell, settings, now)))
  ).flat()
  const changes = changesOf(open.results, found, new Set(cells), now)
  if (Object.values(changes).every((some) => some.length === 0)) return
  const news = newsOf(changes, now)
  const rows = messagesOf(settings, news).map((row) => ({
    ...row,
    id: newId(),
    companyId: STAFF_COMPANY,
    createdAt: now,
  }))
  try {
    await db.batch([
      ...turnStatements(db, settings),
      ...stateStatements(db, changes, now),
      ...(rows.length > 0 ? [outboxStatement(db, rows)] : []),
    ])
  } catch (error) {
    // Another run was ahead, and has said it.
    if (isGuardFailure(error)) return
    throw error
  }
  for (const event of news.events) log.info('alarm', event)
  if (rows.length > 0) {
    const nudge = nudgeOutbox(env, rows, now).catch((error) =>
      log.error('outbox.nudge-failed', { error: String(error) }),
    )
    waitUntil ? waitUntil(nudge) : await nudge
  }
}

const turnStatements = (db: Database, { turn }: Settings): D1PreparedStatement[] => [
  db.sql('INSERT OR IGNORE INTO alarm_settings (id) VALUES (1)'),
  db.sql('UPDATE alarm_settings SET turn = turn + 1 WHERE id = 1 AND turn = ?', turn),
  guardOneRow(db),
]

const stateStatements = (
  db: Database,
  { began, quiet, loud, ended, stillOn }: Changes,
  now: number,
): D1PreparedStatement[] => {
  const of = (alarms: readonly { id: string }[]) => JSON.stringify(alarms.map(({ id }) => id))
  const set = (columns: string, alarms: readonly { id: string }[]): D1PreparedStatement[] =>
    alarms.length === 0
      ? []
      : [
          db.sql(
            `UPDATE alarm_states SET ${columns} WHERE id IN (SELECT value FROM json_each(?1)) AND ?2 > 0`,
            of(alarms),
            now,
          ),
        ]
  return [
    ...(began.length > 0 ? [beginStatement(db, began, now)] : []),
    ...set('quiet_since = ?2', quiet),
    ...set('quiet_since = NULL', loud),
    ...set('ended_at = ?2', ended),
    ...set('told_at = ?2, reminders = reminders + 1', stillOn),
    ...(ended.length > 0 ? [db.sql('DELETE FROM alarm_states WHERE ended_at < ?', now - KEPT_MS)] : []),
  ]
}

const beginStatement = (db: Database, began: readonly Condition[], now: number): D1PreparedStatement =>
  db.sql(
    `INSERT INTO alarm_states (id, about, kind, cell, text, began_at, told_at)
     SELECT value ->> 'id', value ->> 'about', value ->> 'kind', value ->> 'cell', value ->> 'text', ?2, ?2
       FROM json_each(?1)`,
    JSON.stringify(began.map((condition) => ({ ...condition, id: newId() }))),
    now,
  )

const newsOf = ({ began, ended, stillOn }: Changes, now: number): AlarmNews => {
  const events: AlarmNews['events'] = [
    ...began.map(({ kind, text }) => ({ event: 'BEGAN' as const, kind, text, since: now })),
    ...ended.map(({ kind, text, beganAt }) => ({ event: 'ENDED' as const, kind, text, since: beganAt })),
    ...stillOn.map(({ kind, text, beganAt }) => ({ event: 'STILL_ON' as const, kind, text, since: beganAt })),
  ]
  return { events: events.slice(0, MOST_TOLD), more: Math.max(0, events.length - MOST_TOLD) }
}
