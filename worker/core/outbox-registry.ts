import type { Env } from '../env.ts'
import type { Clock } from './clock.ts'
import type { Database } from './database.ts'
import type { Logger } from './log.ts'
import type { OutboxPayloads, OutboxTopic } from './outbox.ts'
import { LANES, type Lane, type LaneName } from './outbox-lanes.ts'

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

export interface OutboxJob<T extends OutboxTopic = OutboxTopic> {
  lane: LaneName
  handler: OutboxHandler<T>
  /** Says on the effect's own object that it was given up. It may be called twice; where it throws it is called again. */
  onDead?: (context: OutboxContext, effect: Effect<T>) => Promise<void>
  /** The payload holds a secret: it is not kept longer than it is needed. */
  isSecret?: boolean
}

const jobs = new Map<string, OutboxJob>()

/** An area says who carries out what it puts into the outbox. Called once a topic, when the area's module is loaded. */
export const registerOutbox = <T extends OutboxTopic>(topic: T, job: OutboxJob<T>): void => {
  jobs.set(topic, job as unknown as OutboxJob)
}

export const outboxJobOf = (topic: string): OutboxJob | undefined => jobs.get(topic)

export const registeredTopics = (): string[] => [...jobs.keys()]

/** Topics without a handler use the email lane, where they fail and are logged. */
export const laneOf = (topic: string): Lane => LANES[jobs.get(topic)?.lane ?? 'mail']
