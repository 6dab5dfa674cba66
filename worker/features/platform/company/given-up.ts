import { outbox } from '../../../../schema/platform/company/tables.ts'
import type { Database } from '../../../core/database.ts'
import { guardRows } from '../../../core/database.ts'
import { columns, computed, type RowOf, select, typed } from '../../../core/record.ts'

/** Effects that were given up, and what people make of them. */

const GIVEN_UP_COLUMNS = columns(
  select(outbox, 'o', {
    id: 'id',
    topic: 'topic',
    companyId: 'companyId',
    attempts: 'attempts',
    diedAt: 'deadAt',
    error: 'lastError',
  }),
  // What a secret effect sends was erased when it ended.
  computed<{ isEmpty: 0 | 1 }>({ isEmpty: "o.payload = '{}'" }),
)
export type GivenUp = RowOf<typeof GIVEN_UP_COLUMNS>

const DEAD = 'outbox o INDEXED BY outbox_dead WHERE o.dead_at IS NOT NULL'

/** The newest, at most as many as it is given. */
export const GIVEN_UP = typed`SELECT ${GIVEN_UP_COLUMNS} FROM ${DEAD} ORDER BY o.dead_at DESC LIMIT ?`
export const GIVEN_UP_OF_TOPIC = typed`SELECT ${GIVEN_UP_COLUMNS} FROM ${DEAD} AND o.topic = ?
  ORDER BY o.dead_at DESC LIMIT ?`
export const GIVEN_UP_ONE = typed`SELECT ${GIVEN_UP_COLUMNS} FROM outbox o
  WHERE o.id = ? AND o.topic = ? AND o.dead_at IS NOT NULL`

const KINDS = computed<{ topic: string; count: number }>({ topic: 'd.topic', count: 'count(*)' })
/** How many of each topic, among the newest, at most as many as it is given. */
export const GIVEN_UP_KINDS = typed`SELECT ${KINDS} FROM (SELECT o.topic FROM ${DEAD} ORDER BY o.dead_at DESC LIMIT ?) d
  GROUP BY d.topic ORDER BY 2 DESC, 1`

type Ended = Pick<GivenUp, 'id'>

const idsOf = (effects: readonly Ended[]): string => JSON.stringify(effects.map(({ id }) => id))

/**
 * They are tried again as if for the first time, under the keys that they had. Aborts the batch if someone else was ahead
 * with one.
 */
export const sentAgainStatement = (db: Database, effects: readonly Ended[], now: number): D1PreparedStatement[] => [
  db.sql(
    `UPDATE outbox SET dead_at = NULL, attempts = 0, available_at = ?2
      WHERE id IN (SELECT value FROM json_each(?1)) AND dead_at IS NOT NULL`,
    idsOf(effects),
    now,
  ),
  guardRows(db, effects.length),
]

/** They are over without having been carried out. */
export const asideStatement = (
  db: Database,
  effects: readonly Ended[],
  reason: string,
  now: number,
): D1PreparedStatement[] => [
  db.sql(
    `UPDATE outbox SET dead_at = NULL, done_at = ?2, last_error = ?3
      WHERE id IN (SELECT value FROM json_each(?1)) AND dead_at IS NOT NULL`,
    idsOf(effects),
    now,
    `Put aside: ${reason}`,
  ),
  guardRows(db, effects.length),
]
