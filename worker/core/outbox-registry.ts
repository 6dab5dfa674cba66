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
  /** The number of the attempt, starting with 1. */
  attempts: number
  /** Shared, in every attempt, by rows that were first claimed together. */
  group: string
}

/**
 * Reads what all these effects need, with as few statements as for one, and returns the function that runs one of them.
 * An effect may run twice, so external calls must be idempotent.
 */
export type OutboxHandler<T extends OutboxTopic> = (
  context: OutboxContext,
  effects: Effect<T>[],
) => Promise<(effect: Effect<T>) => Promise<void>>

export interface OutboxJob<T extends OutboxTopic = OutboxTopic> {
  lane: LaneName
  handler: OutboxHandler<T>
  /**
   * Marks the effect's own object when the effect was given up. It may be called twice, and is called again if it
   * throws.
   */
  onDead?: (context: OutboxContext, effect: Effect<T>) => Promise<void>
  /** The payload contains a secret, which is erased as soon as it is no longer needed. */
  isSecret?: boolean
}

const jobs = new Map<string, OutboxJob>()

/** Registers an area's handler for its topic. Called once for each topic, when the area's module is loaded. */
export const registerOutbox = <T extends OutboxTopic>(topic: T, job: OutboxJob<T>): void => {
  jobs.set(topic, job as unknown as OutboxJob)
}

export const outboxJobOf = (topic: string): OutboxJob | undefined => jobs.get(topic)

export const registeredTopics = (): string[] => [...jobs.keys()]

/** Topics without a handler use the email lane, where they fail and are logged. */
export const laneOf = (topic: string): Lane => LANES[jobs.get(topic)?.lane ?? 'mail']
