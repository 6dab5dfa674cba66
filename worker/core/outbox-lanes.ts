import type { Env } from '../env.ts'

/**
 * A lane is a way through the outbox for effects of one nature. What is slow in one holds up nothing in another: each
 * has its own queue, its own lease, and its own patience.
 */
export interface Lane {
  name: LaneName
  queue: 'OUTBOX_QUEUE' | 'TASKS_QUEUE' | 'IMPORTS_QUEUE' | 'DOCUMENTS_QUEUE'
  /** A runner that died gives its effects back after this long. One that works renews its lease. */
  leaseMs: number
  /** Anything that takes longer has failed. */
  longestMs: number
  /** So many effects are taken on together and share what they read and send. */
  groupSize: number
  /** So many effects one queue message names. */
  messageSize: number
  /** So many groups one runner has in hand at a time. */
  concurrency: number
  /** After so many attempts an effect is dead. Attempts are counted before the work. */
  attempts: number
  retryMs: (attempts: number) => number
  /** The sweep carries out what is due, or only sends messages, so that each piece of work has an invocation alone. */
  sweep: 'carries out' | 'sends messages'
}

export type LaneName = 'mail' | 'tasks' | 'imports' | 'documents'

const MINUTE_MS = 60_000
/** Doubling from two seconds to an hour. */
const doubling = (attempts: number): number => Math.min(1000 * 2 ** attempts, 60 * MINUTE_MS)

export const LANES: Record<LaneName, Lane> = {
  /** Mails to people. The provider takes many in one call, but few calls a second. */
  mail: {
    name: 'mail',
    queue: 'OUTBOX_QUEUE',
    leaseMs: MINUTE_MS,
    longestMs: 10 * MINUTE_MS,
    groupSize: 50,
    messageSize: 10,
    concurrency: 4,
    attempts: 10,
    retryMs: doubling,
    sweep: 'carries out',
  },
  /** Calls to external systems, and commands to requests. Each runs separately. */
  tasks: {
    name: 'tasks',
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
  /** Long work that goes step by step. */
  imports: {
    name: 'imports',
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
  /** Files of strangers. Parsing holds the thread, so that the lease is long and each document has a message alone. */
  documents: {
    name: 'documents',
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
}

export const queueOf = (env: Env, lane: Lane): Env['OUTBOX_QUEUE'] => env[lane.queue]
