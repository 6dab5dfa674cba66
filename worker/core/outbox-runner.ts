import type { Env } from '../env.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import { errorText, type Logger } from './log.ts'
import type { OutboxPayloads, OutboxTopic } from './outbox.ts'

export interface OutboxContext {
  env: Env
  db: Database
  clock: Clock
  log: Logger
}

export interface Effect<T extends OutboxTopic = OutboxTopic> {
  id: string
  companyId: string
  payload: OutboxPayloads[T]
  /** This one is the first, second, … try. */
  attempts: number
  /** Shared by rows that were first taken on together, in every try. */
  group: string
}

/**
 * Reads what all these effects need, in as few statements as one would, and answers what carries out one of them.
 * An effect may be carried out twice: the outside must be asked idempotently.
 */
export type OutboxHandler<T extends OutboxTopic> = (
  context: OutboxContext,
  effects: Effect<T>[],
) => Promise<(effect: Effect<T>) => Promise<void>>
export type OutboxHandlers = { [T in OutboxTopic]: OutboxHandler<T> }

interface Claimed {
  id: string
  companyId: string
  topic: OutboxTopic
  payload: string
  attempts: number
  group: string
}

/** While one runner works on a row, no other takes it; a runner that died gives it back after this long. */
const LEASE_MS = 60_000
const MAX_ATTEMPTS = 10
/** So many are taken on together: what they send fits into one call of a provider, or a few. */
const GROUP_SIZE = 50
const SWEEP_PAGES = 40

const TAKE_ON = `UPDATE outbox
   SET available_at = ?1 + ${LEASE_MS}, attempts = attempts + 1, sent_with = COALESCE(sent_with, ?2)`
const TAKEN = 'RETURNING id, company_id AS companyId, topic, payload, attempts, sent_with AS "group"'

const CLAIM = `${TAKE_ON}
 WHERE id IN (SELECT id FROM outbox WHERE available_at <= ?1 AND done_at IS NULL AND dead_at IS NULL
               ORDER BY available_at LIMIT ${GROUP_SIZE})
 ${TAKEN}`

const CLAIM_BY_ID = `${TAKE_ON}
 WHERE id IN (SELECT value FROM json_each(?3)) AND available_at <= ?1 AND done_at IS NULL AND dead_at IS NULL
 ${TAKEN}`

/** One second, doubling to about an hour. */
const backoffMs = (attempts: number): number => Math.min(1000 * 2 ** attempts, 3_600_000)

/**
 * Carries out due outbox rows: those named, or with null whatever is due (the sweep). Each row is claimed first,
 * so that a message delivered twice, or the sweep beside the queue, does not do the work twice.
 * @returns how many were taken on
 */
export const runOutbox = async (
  context: OutboxContext,
  handlers: OutboxHandlers,
  ids: string[] | null,
): Promise<number> => {
  const { db, clock } = context
  const now = clock.now()
  const claimed = await claim(db, ids, now)
  if (claimed.length === 0) return 0
  const outcomes = (
    await Promise.all(
      [...new Set(claimed.map((row) => row.topic))].map((topic) =>
        carryOutTopic(
          context,
          handlers[topic] as OutboxHandler<OutboxTopic> | undefined,
          claimed.filter((row) => row.topic === topic),
        ),
      ),
    )
  ).flat()
  const done = outcomes.filter((outcome) => outcome.error === null).map((outcome) => outcome.id)
  const failed = outcomes.filter((outcome) => outcome.error !== null)
  const after = clock.now()
  await db.batch([
    db.sql(
      'UPDATE outbox SET done_at = ?, last_error = NULL WHERE id IN (SELECT value FROM json_each(?))',
      after,
      JSON.stringify(done),
    ),
    ...failed.map(({ id, error, row }) =>
      db.sql(
        'UPDATE outbox SET available_at = ?, last_error = ?, dead_at = ? WHERE id = ?',
        after + backoffMs(row.attempts),
        error,
        row.attempts >= MAX_ATTEMPTS ? after : null,
        id,
      ),
    ),
    // The payload of a login link holds its token: it is not kept longer than it is needed.
    db.sql(
      `UPDATE outbox SET payload = '{}' WHERE topic IN ('session.login-link', 'member.invite')
          AND (done_at IS NOT NULL OR dead_at IS NOT NULL) AND id IN (SELECT value FROM json_each(?))`,
      JSON.stringify(claimed.map((row) => row.id)),
    ),
  ])
  return claimed.length
}

const claim = async (db: Database, ids: string[] | null, now: number): Promise<Claimed[]> => {
  if (!ids) return db.all<Claimed>(db.sql(CLAIM, now, crypto.randomUUID()))
  const groups = Array.from({ length: Math.ceil(ids.length / GROUP_SIZE) }, (_, index) =>
    ids.slice(index * GROUP_SIZE, (index + 1) * GROUP_SIZE),
  )
  const results = await db.batch(
    groups.map((group) => db.sql(CLAIM_BY_ID, now, crypto.randomUUID(), JSON.stringify(group))),
  )
  return results.flatMap((result) => result.results as unknown as Claimed[])
}

interface Outcome {
  id: string
  error: string | null
  row: Claimed
}

const carryOutTopic = async (
  context: OutboxContext,
  handler: OutboxHandler<OutboxTopic> | undefined,
  claimed: Claimed[],
): Promise<Outcome[]> => {
  const failedBy = (row: Claimed, error: unknown): Outcome => {
    const { id, topic, attempts } = row
    context.log.error('outbox.failed', { id, topic, attempts, error: errorText(error) })
    return { id, error: String(error).slice(0, 500), row }
  }
  const readable: { row: Claimed; effect: Effect }[] = []
  const outcomes: Outcome[] = []
  for (const row of claimed) {
    try {
      const payload = JSON.parse(row.payload) as Effect['payload']
      const { id, companyId, attempts, group } = row
      readable.push({ row, effect: { id, companyId, payload, attempts, group } })
    } catch (error) {
      outcomes.push(failedBy(row, error))
    }
  }
  try {
    if (!handler) throw new Error('No handler for this topic')
    const effects = readable.map(({ effect }) => effect)
    const carryOut = await handler(context, effects)
    const tried = readable.map(({ row, effect }) =>
      carryOut(effect).then(
        (): Outcome => ({ id: row.id, error: null, row }),
        (error) => failedBy(row, error),
      ),
    )
    return [...outcomes, ...(await Promise.all(tried))]
  } catch (error) {
    return [...outcomes, ...readable.map(({ row }) => failedBy(row, error))]
  }
}

/** Carries out all that is due, page by page; called by the cron trigger. */
export const sweepOutbox = async (context: OutboxContext, handlers: OutboxHandlers): Promise<number> => {
  let total = 0
  for (let page = 0; page < SWEEP_PAGES; page++) {
    const taken = await runOutbox(context, handlers, null)
    total += taken
    if (taken < GROUP_SIZE) break
  }
  return total
}
