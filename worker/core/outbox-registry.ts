import { z } from 'zod'
import type { Env } from '../env.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Logger } from './log.ts'
import { command, type Operation, type SystemContext } from './operation.ts'
import type { OutboxPayloads, OutboxTopic } from './outbox.ts'
import { LANES, type Lane, type LaneName } from './outbox-lanes.ts'
import type { SystemPermission } from './system-actor.ts'
import type { Performed } from './told/calls.ts'

/** What queues and cron start with. Jobs get a whole context from it, see `system-context.ts`. */
export interface OutboxContext {
  env: Env
  db: Database
  clock: Clock
  log: Logger
  waitUntil?: (work: Promise<unknown>) => void
  /** What was performed so far, for the log. */
  performed?: Performed
}

export interface Effect<T extends OutboxTopic = OutboxTopic> {
  id: string
  companyId: string
  payload: OutboxPayloads[T]
  /** When what it follows from happened. */
  createdAt: number
  /** The number of the attempt, starting with 1. */
  attempts: number
  /** Shared, in every attempt, by rows that were first claimed together. */
  group: string
}

/**
 * Reads what all these effects need, with as few statements as for one, and returns the function that runs one of them.
 * An effect may run twice, so external calls must be idempotent. One that calls operations needs the whole context.
 * What the function returns is written together with the effect's end.
 */
export type OutboxHandler<T extends OutboxTopic, Context = OutboxContext> = (
  context: Context,
  effects: Effect<T>[],
) => Promise<(effect: Effect<T>) => Promise<void> | Promise<readonly D1PreparedStatement[]>>

export interface OutboxJob<T extends OutboxTopic = OutboxTopic> {
  lane: LaneName
  handler: OutboxHandler<T, SystemContext>
  /**
   * Marks the effect's own object when the effect was given up. It may be called twice, and is called again if it
   * throws.
   */
  onDead?: (context: OutboxContext, effect: Effect<T>) => Promise<void>
  /** Carrying it out goes on where it was, also after it was given up. Otherwise its own object is begun again by people. */
  goesOnAfterDeath?: true
  /** The payload contains a secret, which is erased as soon as it is no longer needed. */
  isSecret?: boolean
}

const effect = z.object({
  id: z.string(),
  companyId: z.string(),
  payload: z.unknown(),
  createdAt: z.number().int(),
  attempts: z.number().int().min(1),
  group: z.string(),
})
const input = z.object({ effects: z.array(effect) })

/** A registered job. Its handler runs as an operation that only its lane may call. */
export interface RegisteredJob extends Omit<OutboxJob, 'handler'> {
  operation: Operation<SystemPermission, typeof input, Awaited<ReturnType<OutboxHandler<OutboxTopic>>>>
}

const jobs = new Map<string, RegisteredJob>()

/** Registers an area's handler for its topic. Called once for each topic, when the area's module is loaded. */
export const registerOutbox = <T extends OutboxTopic>(topic: T, { handler, ...job }: OutboxJob<T>): void => {
  const operation = command({
    id: `outbox.${topic}`,
    access: LANES[job.lane].may as SystemPermission,
    // A repeated row is known by its lease.
    idempotency: 'none',
    input,
    run: (context, { effects }) => handler(context, effects as Effect<T>[]),
  })
  jobs.set(topic, { ...job, operation } as unknown as RegisteredJob)
}

export const outboxJobOf = (topic: string): RegisteredJob | undefined => jobs.get(topic)

export const registeredTopics = (): string[] => [...jobs.keys()]

/** Topics without a handler use the email lane, where they fail and are logged. */
export const laneOf = (topic: string): Lane => LANES[jobs.get(topic)?.lane ?? 'mail']
