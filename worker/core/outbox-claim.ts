import { outbox } from '../../schema/platform/company/tables.ts'
import { companyLocks } from '../../schema/platform/directory/tables.ts'
import type { Database } from './database.ts'
import type { OutboxTopic } from './outbox.ts'
import type { Lane } from './outbox-lanes.ts'
import { select, typed } from './record.ts'

/**
 * Who works on which rows. Invariant: rows that were claimed together keep the same `topic`, `sent_with` and
 * `available_at` until they are finished, so that they are claimed again together or not at all. While a runner has
 * them, `available_at` is the end of its lease. A runner that no longer finds its value there has lost them.
 */

export interface Claimed {
  id: string
  companyId: string
  topic: OutboxTopic
  payload: string
  createdAt: number
  attempts: number
  group: string
}

export interface Lease {
  rows: Claimed[]
  until: number
}

const OPEN = 'done_at IS NULL AND dead_at IS NULL'
/** Effects of a company that moves to another cell are carried out there. */
const STAYS = 'company_id NOT IN (SELECT company_id FROM company_locks)'
const TAKE_ON = 'UPDATE outbox SET available_at = ?2, attempts = attempts + 1, sent_with = COALESCE(sent_with, ?3)'
const TAKEN =
  'RETURNING id, company_id AS companyId, topic, payload, created_at AS createdAt, attempts, sent_with AS "group"'

/** The oldest group that is due again, otherwise the oldest unclaimed rows. */
const CLAIM_DUE = `WITH oldest AS MATERIALIZED (
   SELECT sent_with, available_at FROM outbox INDEXED BY outbox_due
    WHERE topic = ?4 AND available_at <= ?1 AND ${OPEN} AND ${STAYS} ORDER BY available_at LIMIT 1)
 ${TAKE_ON}
 WHERE id IN (
   SELECT o.id FROM oldest CROSS JOIN outbox o INDEXED BY outbox_due
       ON o.topic = ?4 AND o.available_at = oldest.available_at AND o.sent_with = oldest.sent_with
    WHERE o.done_at IS NULL AND o.dead_at IS NULL AND o.${STAYS}
   UNION ALL
   SELECT id FROM (
     SELECT id FROM outbox INDEXED BY outbox_due
      WHERE topic = ?4 AND available_at <= ?1 AND ${OPEN} AND ${STAYS} AND sent_with IS NULL
        AND EXISTS (SELECT 1 FROM oldest WHERE sent_with IS NULL)
      ORDER BY available_at LIMIT ?5))
 ${TAKEN}`

/** Unclaimed rows. The sweep retries rows that were claimed before, as a group. */
const CLAIM_NEW = `${TAKE_ON}
 WHERE id IN (SELECT value FROM json_each(?4)) AND topic = ?5 AND available_at <= ?1 AND ${OPEN} AND ${STAYS} AND sent_with IS NULL
 ${TAKEN}`

/** The topics of long work, one row in a group, as in the index `outbox_turns`, whose condition a statement has to repeat. */
export const TOPICS_WITH_TURNS = ['configuration.run', 'document.read', 'external-requests.run', 'vendor-import.run']
const WITH_TURNS = `topic IN (${TOPICS_WITH_TURNS.map((topic) => `'${topic}'`).join(', ')})`
const IN_TURN = `FROM outbox o INDEXED BY outbox_turns WHERE o.topic = ?4 AND o.${WITH_TURNS} AND o.done_at IS NULL AND o.dead_at IS NULL`
const oldestOf = (company: string): string =>
  `(SELECT o.id ${IN_TURN} AND o.company_id = ${company} AND o.available_at <= ?1 ORDER BY o.id LIMIT 1)`

/**
 * The oldest row of the company whose turn is the longest ago. The turn is when its oldest row became available, which
 * END_TURN sets again for the row after this one. Reads two rows for each company with open rows.
 */
const CLAIM_IN_TURN = `WITH RECURSIVE waiting (id) AS (
   SELECT (SELECT o.company_id ${IN_TURN} ORDER BY o.company_id LIMIT 1)
   UNION ALL
   SELECT (SELECT o.company_id ${IN_TURN} AND o.company_id > waiting.id ORDER BY o.company_id LIMIT 1)
     FROM waiting WHERE waiting.id IS NOT NULL)
 ${TAKE_ON}
 WHERE id = (
   SELECT r.id FROM waiting c CROSS JOIN outbox r ON r.id = ${oldestOf('c.id')}
    WHERE c.id IS NOT NULL AND r.${STAYS} ORDER BY r.available_at, r.id LIMIT 1)
 ${TAKEN}`
const END_TURN = `UPDATE outbox SET available_at = ?1
 WHERE id = (SELECT n.id FROM outbox taken CROSS JOIN outbox n ON n.id = ${oldestOf('taken.company_id')}
              WHERE taken.topic = ?4 AND taken.available_at = ?2 AND taken.sent_with = ?3 AND taken.done_at IS NULL
                AND taken.dead_at IS NULL LIMIT 1)
   AND sent_with IS NULL`

/** @param ids the rows in a message; null for the rows that have been due longest */
export const claim = async (
  db: Database,
  lane: Lane,
  topic: string,
  ids: readonly string[] | null,
  now: number,
): Promise<Lease> => {
  const until = now + lane.leaseMs
  const taker = [now, until, crypto.randomUUID()]
  // A message only says that something is due: a company with ten thousand files delays another by one.
  if (TOPICS_WITH_TURNS.includes(topic)) {
    const given = [...taker, topic]
    const rows = await db.all<Claimed>(db.sql(CLAIM_IN_TURN, ...given))
    // A runner that ends between the two has had one turn too many.
    if (rows.length > 0) await db.batch([db.sql(END_TURN, ...given)])
    return { rows, until }
  }
  const statement = ids
    ? db.sql(CLAIM_NEW, ...taker, JSON.stringify(ids), topic)
    : db.sql(CLAIM_DUE, ...taker, topic, lane.groupSize)
  return { rows: await db.all<Claimed>(statement), until }
}

/** @returns false if another runner has claimed them since */
export const renew = async (db: Database, lease: Lease, until: number): Promise<boolean> => {
  const rows = await db.all(
    db.sql(
      `UPDATE outbox SET available_at = ?1
        WHERE id IN (SELECT value FROM json_each(?2)) AND available_at = ?3 AND ${OPEN} RETURNING id`,
      until,
      JSON.stringify(lease.rows.map(({ id }) => id)),
      lease.until,
    ),
  )
  if (rows.length === 0) return false
  lease.until = until
  return true
}

/** Topics with rows that are due, and how many, up to a limit for each. Reads only the due rows. */
export const dueTopics = (db: Database, now: number, most: number): Promise<{ topic: string; due: number }[]> =>
  db.all(
    db.sql(
      `WITH RECURSIVE topics (topic) AS (
         SELECT (SELECT topic FROM outbox INDEXED BY outbox_due WHERE ${OPEN} ORDER BY topic LIMIT 1)
         UNION ALL
         SELECT (SELECT o.topic FROM outbox o INDEXED BY outbox_due
                  WHERE o.topic > topics.topic AND o.done_at IS NULL AND o.dead_at IS NULL ORDER BY o.topic LIMIT 1)
           FROM topics WHERE topics.topic IS NOT NULL)
       SELECT t.topic, (SELECT COUNT(*) FROM (
           SELECT 1 FROM outbox o INDEXED BY outbox_due
            WHERE o.topic = t.topic AND o.available_at <= ?1 AND o.done_at IS NULL AND o.dead_at IS NULL LIMIT ?2)) AS due
         FROM topics t WHERE t.topic IS NOT NULL`,
      now,
      most,
    ),
  )

const LEFT = typed`SELECT ${select(companyLocks, 'l', { companyId: 'companyId', leftAt: 'touchedAt' })}
  FROM company_locks l WHERE l.state = 'GONE' LIMIT ?`
/** Companies that moved to another cell, and when, as long as their old copy is here. */
export const leftCompanies = (db: Database, most: number) => db.all(db.sql(LEFT, most))

const WRITTEN = typed`SELECT ${select(outbox, 'o', ['id', 'companyId', 'topic', 'payload', 'createdAt', 'availableAt'])}
  FROM outbox o INDEXED BY outbox_due
 WHERE o.done_at IS NULL AND o.dead_at IS NULL AND o.company_id = ? AND o.created_at >= ? LIMIT ?`
/** Effects of a company that aren't carried out and were written since an instant. */
export const writtenSince = (db: Database, companyId: string, since: number, most: number) =>
  db.all(db.sql(WRITTEN, companyId, since, most))

export const markHandedOver = (db: Database, rows: readonly { id: string }[], now: number): Promise<unknown> =>
  db.batch([
    db.sql(
      `UPDATE outbox SET done_at = ?1, payload = '{}', last_error = 'Handed over to the company’s database'
        WHERE id IN (SELECT value FROM json_each(?2)) AND done_at IS NULL`,
      now,
      JSON.stringify(rows.map(({ id }) => id)),
    ),
  ])
