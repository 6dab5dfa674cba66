import { errorText } from './log.ts'
import { perform } from './operation.ts'
import { type Claimed, claim, type Lease, renew } from './outbox-claim.ts'
import type { Lane } from './outbox-lanes.ts'
import { type Effect, laneOf, type OutboxContext, outboxJobOf, type RegisteredJob } from './outbox-registry.ts'
import { systemContext } from './system-context.ts'

/** Why an effect failed, and which others are retried with it: those in the same provider call. */
export class EffectFailed extends Error {
  readonly group: string
  constructor(group: string, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.group = group
  }
}

interface Outcome {
  row: Claimed
  error: string | null
  /** The group in which it is retried. */
  group: string
  isDead: boolean
  /** What is written with its end. */
  also?: readonly D1PreparedStatement[]
}

/**
 * Claims one group of effects of a topic and runs it: the named ones, or those due longest if null. Rows are claimed
 * first, so that a message delivered twice, or the sweep beside the queue, doesn't repeat the work.
 * @returns how many were claimed
 */
export const runGroup = async (
  context: OutboxContext,
  topic: string,
  ids: readonly string[] | null,
): Promise<number> => {
  const lane = laneOf(topic)
  const lease = await claim(context.db, lane, topic, ids, context.clock.now())
  if (lease.rows.length === 0) return 0
  const job = outboxJobOf(topic)
  const lost = holdLease(context, lane, lease)
  let outcomes: Outcome[]
  try {
    // A runner that dies leaves no outcome. An effect that keeps ending its runner isn't started again.
    const spent = lease.rows.filter((row) => row.attempts > lane.attempts)
    const fresh = lease.rows.filter((row) => row.attempts <= lane.attempts)
    const tried = fresh.length > 0 ? await carryOut(context, lane, job, fresh, lost.tooLong) : []
    const ended = spent.map((row) => failure(context, row, new Error('The work never ended')))
    outcomes = await Promise.all([...tried, ...ended].map((outcome) => buryIfDead(context, lane, job, outcome)))
  } finally {
    await lost.stop()
  }
  await finish(context, lane, job, lease, outcomes)
  return lease.rows.length
}

/** Renews the lease while the work runs. */
const holdLease = (context: OutboxContext, lane: Lane, lease: Lease) => {
  const { db, clock, log } = context
  const startedAt = clock.now()
  let renewing: Promise<unknown> = Promise.resolve()
  let giveUp: (error: Error) => void = () => {}
  const tooLong = new Promise<never>((_, reject) => {
    giveUp = reject
  })
  tooLong.catch(() => {})
  const beat = async () => {
    const now = clock.now()
    if (now - startedAt > lane.longestMs) return giveUp(new Error('It took too long'))
    if (await renew(db, lease, now + lane.leaseMs)) return
    log.error('outbox.lease-lost', { ids: lease.rows.map(({ id }) => id) })
    clearInterval(timer)
  }
  const timer = setInterval(() => {
    renewing = renewing.then(beat).catch((error) => log.error('outbox.renew-failed', { error: errorText(error) }))
  }, lane.leaseMs / 3)
  return {
    tooLong,
    stop: () => {
      clearInterval(timer)
      return renewing
    },
  }
}

const failure = ({ log }: OutboxContext, row: Claimed, error: unknown): Outcome => {
  const { id, topic, attempts } = row
  log.error('outbox.failed', { id, topic, attempts, error: errorText(error) })
  const group = error instanceof EffectFailed ? error.group : row.group
  return { row, error: String(error).slice(0, 500), group, isDead: false }
}

const toEffect = ({ payload, id, companyId, createdAt, attempts, group }: Claimed): Effect => ({
  id,
  companyId,
  createdAt,
  attempts,
  group,
  payload: JSON.parse(payload) as Effect['payload'],
})

const onlyCompanyOf = (effects: Effect[]): string | null => {
  const [companyId, ...others] = new Set(effects.map((effect) => effect.companyId))
  return companyId && others.length === 0 ? companyId : null
}

const carryOut = async (
  context: OutboxContext,
  lane: Lane,
  job: RegisteredJob | undefined,
  rows: Claimed[],
  tooLong: Promise<never>,
): Promise<Outcome[]> => {
  const outcomes: Outcome[] = []
  const readable: { row: Claimed; effect: Effect }[] = []
  for (const row of rows) {
    try {
      readable.push({ row, effect: toEffect(row) })
    } catch (error) {
      outcomes.push(failure(context, row, error))
    }
  }
  try {
    if (!job) throw new Error(`Nothing handles this topic (lane ${lane.name})`)
    const effects = readable.map(({ effect }) => effect)
    const caller = systemContext(context, {
      name: job.operation.id,
      companyId: onlyCompanyOf(effects),
      may: [lane.may],
    })
    const started = effects.length > 0 ? perform(job.operation, caller, { effects }) : async () => {}
    const work = await Promise.race([started, tooLong])
    const tried = readable.map(({ row, effect }) =>
      Promise.race([work(effect), tooLong]).then(
        (also): Outcome => ({ row, error: null, group: row.group, isDead: false, also: also ?? [] }),
        (error) => failure(context, row, error),
      ),
    )
    return [...outcomes, ...(await Promise.all(tried))]
  } catch (error) {
    return [...outcomes, ...readable.map(({ row }) => failure(context, row, error))]
  }
}

/** How often the area is asked to mark its object before the effect is given up without that. */
const MOST_HOOK_TRIES = 10

const buryIfDead = async (
  context: OutboxContext,
  lane: Lane,
  job: RegisteredJob | undefined,
  outcome: Outcome,
): Promise<Outcome> => {
  const { row, error } = outcome
  if (error === null || row.attempts < lane.attempts) return outcome
  try {
    await job?.onDead?.(context, toEffect(row))
  } catch (hookError) {
    context.log.error('outbox.dead-hook-failed', { id: row.id, topic: row.topic, error: errorText(hookError) })
    if (row.attempts < lane.attempts + MOST_HOOK_TRIES) return outcome
  }
  context.log.error('outbox.dead', { id: row.id, topic: row.topic, lane: lane.name, attempts: row.attempts, error })
  return { ...outcome, isDead: true }
}

/** Records the outcome of the effects, if this runner still has them. */
const finish = async (
  { db, clock }: OutboxContext,
  lane: Lane,
  job: RegisteredJob | undefined,
  lease: Lease,
  outcomes: Outcome[],
): Promise<void> => {
  const after = clock.now()
  const idsOf = (some: Outcome[]) => JSON.stringify(some.map(({ row }) => row.id))
  const mine = 'id IN (SELECT value FROM json_each(?1)) AND available_at = ?2'
  const failed = outcomes.filter(({ error }) => error !== null)
  const over = outcomes.filter(({ error, isDead }) => error === null || isDead)
  await db.batch([
    ...outcomes.flatMap(({ also = [] }) => also),
    // Comes first, while the lease is still in the rows.
    ...(job?.isSecret ? [db.sql(`UPDATE outbox SET payload = '{}' WHERE ${mine}`, idsOf(over), lease.until)] : []),
    db.sql(
      `UPDATE outbox SET done_at = ?3, last_error = NULL WHERE ${mine}`,
      idsOf(outcomes.filter(({ error }) => error === null)),
      lease.until,
      after,
    ),
    ...failed.map((outcome) =>
      db.sql(
        `UPDATE outbox SET available_at = ?3, last_error = ?4, dead_at = ?5, sent_with = ?6 WHERE ${mine}`,
        idsOf([outcome]),
        lease.until,
        after + lane.retryMs(outcome.row.attempts),
        outcome.error,
        outcome.isDead ? after : null,
        outcome.group,
      ),
    ),
  ])
}
