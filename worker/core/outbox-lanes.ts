import type { Env } from '../env.ts'
import type { SystemPermission } from './system-actor.ts'

/**
 * A lane runs outbox effects of one kind. Slow effects in one lane don't delay the others: each has its own queue,
 * lease and time limit.
 */
export interface Lane {
  name: LaneName
  /** What its handlers are allowed to do. */
  may: SystemPermission
  queue: 'OUTBOX_QUEUE' | 'TASKS_QUEUE' | 'SYNCS_QUEUE' | 'IMPORTS_QUEUE' | 'DOCUMENTS_QUEUE' | 'ANSWERS_QUEUE'
  /** Effects of a runner that died are released after this long. A working runner renews its lease. */
  leaseMs: number
  /** An effect that takes longer has failed. */
  longestMs: number
  /** The number of effects that are claimed together and share what they read and send. */
  groupSize: number
  /** The number of effects in one queue message. */
  messageSize: number
  /** The number of groups that one runner works on at a time. */
  concurrency: number
  /** After this many attempts an effect is dead. Attempts are counted before the work. */
  attempts: number
  retryMs: (attempts: number) => number
  /** Whether the sweep runs what is due, or only sends messages, so that each piece of work has its own invocation. */
  sweep: 'carries out' | 'sends messages'
}

export type LaneName = 'mail' | 'tasks' | 'syncs' | 'imports' | 'documents' | 'answers'

const MINUTE_MS = 60_000
/** Doubles from two seconds to an hour. */
export const doubling = (attempts: number): number => Math.min(1000 * 2 ** attempts, 60 * MINUTE_MS)

export const LANES: Record<LaneName, Lane> = {
  /** Emails to people. The provider takes many in one call, but few calls a second. */
  mail: {
    name: 'mail',
    may: 'system.send-mail',
    queue: 'OUTBOX_QUEUE',
    leaseMs: MINUTE_MS,
    longestMs: 10 * MINUTE_MS,
    groupSize: 50,
    messageSize: 10,
    // Letters of all kinds take about five queries each: more groups at once could pass what D1 answers in an invocation.
    concurrency: 2,
    attempts: 10,
    retryMs: doubling,
    sweep: 'carries out',
  },
  /** Calls to external systems, and commands to requests. Each runs separately. */
  tasks: {
    name: 'tasks',
    may: 'system.run-task',
    queue: 'TASKS_QUEUE',
    leaseMs: MINUTE_MS,
    longestMs: 10 * MINUTE_MS,
    groupSize: 1,
    messageSize: 1,
    concurrency: 10,
    attempts: 10,
    retryMs: doubling,
    sweep: 'carries out',
  },
  /** Fetching from outside systems, which may be slow and large. */
  syncs: {
    name: 'syncs',
    may: 'system.run-sync',
    queue: 'SYNCS_QUEUE',
    leaseMs: MINUTE_MS,
    longestMs: 10 * MINUTE_MS,
    groupSize: 1,
    messageSize: 1,
    concurrency: 4,
    attempts: 10,
    retryMs: doubling,
    sweep: 'sends messages',
  },
  /** Long work that is done step by step. */
  imports: {
    name: 'imports',
    may: 'system.run-import',
    queue: 'IMPORTS_QUEUE',
    leaseMs: MINUTE_MS,
    longestMs: 10 * MINUTE_MS,
    groupSize: 1,
    messageSize: 1,
    concurrency: 2,
    attempts: 10,
    retryMs: doubling,
    sweep: 'carries out',
  },
  /** Files from strangers. Parsing blocks the thread, so the lease is long and each document has its own message. */
  documents: {
    name: 'documents',
    may: 'system.read-documents',
    queue: 'DOCUMENTS_QUEUE',
    leaseMs: 3 * MINUTE_MS,
    longestMs: 10 * MINUTE_MS,
    groupSize: 1,
    messageSize: 1,
    concurrency: 1,
    attempts: 3,
    retryMs: (attempts) => attempts * MINUTE_MS,
    sweep: 'sends messages',
  },
  /** Questions that someone waits for the answer to. Given up after minutes, because they can ask again. */
  answers: {
    name: 'answers',
    may: 'system.answer-questions',
    queue: 'ANSWERS_QUEUE',
    leaseMs: MINUTE_MS,
    longestMs: 2 * MINUTE_MS,
    groupSize: 1,
    messageSize: 1,
    concurrency: 4,
    attempts: 3,
    retryMs: doubling,
    sweep: 'carries out',
  },
}

/** A third of what D1 answers in an invocation: what is running by then may use as much again. */
const MOST_QUERIES = 330
/** Whether an invocation may begin another group. */
export const hasQueriesLeft = ({ cost }: { cost: { queries: number } }): boolean => cost.queries < MOST_QUERIES

export const queueOf = (env: Env, lane: Lane): Env['OUTBOX_QUEUE'] => env[lane.queue]
