import { cellsOf, inThisCell } from './cells.ts'
import { errorText } from './log.ts'
import { handOverEffects } from './moved/outbox-hand-over.ts'
import { dueTopics } from './outbox-claim.ts'
import { hasQueriesLeft, LANES, type Lane, type LaneName, queueOf } from './outbox-lanes.ts'
import { laneOf, type OutboxContext, outboxJobOf } from './outbox-registry.ts'
import { runGroup } from './outbox-runner.ts'

/** The most groups of a topic that one sweep runs or sends messages for. The next sweep continues. */
const MOST_GROUPS = 40
/** A sweep starts nothing more after this long, because the next one is due. */
const BUDGET_MS = 45_000

/** Runs due effects that no message announced, all lanes in parallel. The cron trigger calls it. */
export const sweepOutbox = async (context: OutboxContext): Promise<number> => {
  if (cellsOf(context.env).length > 1) await handOverEffects(context)
  const largest = Math.max(...Object.values(LANES).map(({ groupSize }) => groupSize))
  const due = (await dueTopics(context.db, context.clock.now(), MOST_GROUPS * largest)).filter((row) => row.due > 0)
  for (const { topic } of due) if (!outboxJobOf(topic)) context.log.error('outbox.nobody-for-topic', { topic })
  const byLane = Map.groupBy(due, ({ topic }) => laneOf(topic).name)
  const swept = await Promise.all([...byLane].map(([name, rows]) => sweepLane(context, name, rows)))
  return swept.reduce((sum, count) => sum + count, 0)
}

const sweepLane = async (
  context: OutboxContext,
  name: LaneName,
  due: readonly { topic: string; due: number }[],
): Promise<number> => {
  const lane = LANES[name]
  try {
    return lane.sweep === 'sends messages'
      ? await sendMessages(context, lane, due)
      : await carryOutLane(context, lane, due)
  } catch (error) {
    // A failure in one lane doesn't stop the others.
    context.log.error('outbox.sweep-failed', { lane: name, error: errorText(error) })
    return 0
  }
}

/** Each message claims what is due longest, so that an extra one finds nothing. */
const sendMessages = async (
  { env }: OutboxContext,
  lane: Lane,
  due: readonly { topic: string; due: number }[],
): Promise<number> => {
  for (const { topic, due: count } of due) {
    const messages = Math.min(Math.ceil(count / lane.groupSize), MOST_GROUPS)
    await queueOf(env, lane).sendBatch(
      Array.from({ length: messages }, () => ({ body: { ...inThisCell(env), topic, outboxIds: null } })),
    )
  }
  return 0
}

const carryOutLane = async (
  context: OutboxContext,
  lane: Lane,
  due: readonly { topic: string; due: number }[],
): Promise<number> => {
  const { clock } = context
  const until = clock.now() + BUDGET_MS
  const left = new Map(due.map(({ topic }) => [topic, MOST_GROUPS]))
  let total = 0
  const work = async () => {
    for (;;) {
      const [topic, groups] = [...left].toSorted(([, a], [, b]) => b - a)[0] ?? []
      if (topic === undefined || groups === undefined || clock.now() > until || !hasQueriesLeft(context.db)) return
      if (groups === 1) left.delete(topic)
      else left.set(topic, groups - 1)
      const taken = await runGroup(context, topic, null)
      total += taken
      if (taken === 0) left.delete(topic)
    }
  }
  await Promise.all(Array.from({ length: lane.concurrency }, work))
  // What is left gets invocations of its own, each with the platform's whole limits.
  if (left.size > 0 && !hasQueriesLeft(context.db)) {
    const rest = due.map(({ topic, due: count }) => ({ topic, due: left.has(topic) ? count : 0 }))
    await sendMessages(
      context,
      lane,
      rest.filter((row) => row.due > 0),
    )
  }
  return total
}

const DAY_MS = 24 * 60 * 60 * 1000
const KEPT_DONE_DAYS = 30
/** Dead rows are kept longer, to find out what never ran and why. */
const KEPT_DEAD_DAYS = 90
const WINDOW = 2_000

/** Deletes finished rows, oldest first, without an index that every effect would have to maintain. */
export const forgetOldEffects = async ({ db, clock }: OutboxContext): Promise<void> => {
  const now = clock.now()
  await db.batch([
    db.sql(
      `DELETE FROM outbox WHERE rowid IN (
         SELECT rowid FROM (SELECT rowid, done_at, dead_at FROM outbox ORDER BY rowid LIMIT ${WINDOW})
          WHERE done_at < ?1 OR dead_at < ?2)`,
      now - KEPT_DONE_DAYS * DAY_MS,
      now - KEPT_DEAD_DAYS * DAY_MS,
    ),
  ])
}
