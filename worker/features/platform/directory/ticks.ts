import { companyLocks, tickLeases } from '../../../../schema/platform/directory/tables.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { select, typed } from '../../../core/record.ts'
import type { Tick } from '../../../env.ts'

/** What a database says about each minute's work (worker/ticks.ts). */

const LOCK = select(companyLocks, 'l', ['companyId'])

/** A move that was broken off for this long doesn't keep a cell's jobs waiting. */
const MOVES_MS = 10 * 60 * 1000

/** Jobs concern all companies of a cell, also one of which only a part has been copied. They wait for a move's end. */
export const isMoving = async ({ db, clock }: OutboxContext): Promise<boolean> =>
  (await db.first(
    db.sql(
      `SELECT ${LOCK} FROM company_locks l WHERE l.state <> 'GONE' AND l.touched_at > ? LIMIT 1`,
      clock.now() - MOVES_MS,
    ),
  )) !== null

/**
 * A message can be delivered twice, at about the same time. Longer runs may overlap, as every part is safe to repeat, so that
 * one that was cut off doesn't keep the next from its work.
 */
const LEASE_MS = 15 * 1000
/** What people and money wait for. */
const SHORT_LEASE_MS = 3 * 1000

/** When each part of a minute's work last ended, in this database. */
export const ENDED_PARTS = typed`SELECT ${select(tickLeases, 't', { part: 'tick', endedAt: 'doneAt' })}
  FROM tick_leases t WHERE t.done_at > 0`

/** @returns whether this run may do the part, because no other one is at it */
export const takePart = async ({ db, clock }: OutboxContext, part: Tick['tick']): Promise<boolean> => {
  const now = clock.now()
  const taken = await db.first(
    db.sql(
      `INSERT INTO tick_leases (tick, until) VALUES (?1, ?2)
       ON CONFLICT (tick) DO UPDATE SET until = excluded.until WHERE tick_leases.until <= ?3 RETURNING tick`,
      part,
      now + (part === 'OUTBOX' || part === 'PAYMENTS' ? SHORT_LEASE_MS : LEASE_MS),
      now,
    ),
  )
  return taken !== null
}

export const leavePart = ({ db, clock }: OutboxContext, part: Tick['tick']): Promise<unknown> =>
  db.batch([db.sql('UPDATE tick_leases SET until = 0, done_at = ?2 WHERE tick = ?1', part, clock.now())])
