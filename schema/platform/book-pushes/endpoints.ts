import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { calendarDate, instant } from '../../shared/values.ts'
import { pushedKind } from './rows.ts'
import { GENERATION_STATUSES, MOST_PARTS, MOST_PUSHED_ROWS, PUSH_STATES } from './values.ts'

/**
 * The custom sync: a company's own system pushes its books file by file into a generation, and completes it. Only then
 * anything changes (specification 3 §1).
 */

const generationName = z
  .string()
  .regex(/^[A-Za-z0-9._-]{1,60}$/, 'Up to 60 letters, digits, dots, dashes and underscores')
const inGeneration = z.object({ generation: generationName })

const pushProblem = z.object({
  kind: z.string().nullable(),
  part: z.number().int().nullable(),
  /** The line in the file, from 1, or null for the file as a whole. */
  line: z.number().int().nullable(),
  message: z.string(),
})
export type PushProblem = z.infer<typeof pushProblem>

const push = z.object({
  id: z.string(),
  kind: pushedKind,
  part: z.number().int(),
  state: z.enum(PUSH_STATES),
  rows: z.number().int(),
  /** All of them. The list below has the first hundred. */
  problemCount: z.number().int(),
  problems: z.array(pushProblem),
  startedAt: instant,
  finishedAt: instant.nullable(),
})
export type BookPush = z.infer<typeof push>

const generation = z.object({
  generation: z.string(),
  state: z.enum(GENERATION_STATUSES),
  transactionsFrom: z.string().nullable(),
  /** Why it could not be completed, or taken over. */
  problems: z.array(pushProblem),
  createdAt: instant,
  completedAt: instant.nullable(),
  pushes: z.array(push),
})
export type BookGeneration = z.infer<typeof generation>

export const pushBooks = endpoint({
  id: 'custom-sync.push',
  method: 'POST',
  path: '/api/custom-sync/{generation}/{kind}',
  summary: 'Push a file of rows into a generation, as text/csv or application/x-ndjson, with an Idempotency-Key',
  params: inGeneration.extend({ kind: pushedKind }),
  query: z.object({
    part: z.coerce.number().int().min(1).max(MOST_PARTS).default(1),
    /** How many rows the file has. If it has others, it was cut off on its way. */
    rows: z.coerce.number().int().min(1).max(MOST_PUSHED_ROWS).optional(),
  }),
  response: push,
  file: 'text/csv, application/x-ndjson',
})

export const completeGeneration = endpoint({
  id: 'custom-sync.complete',
  method: 'POST',
  path: '/api/custom-sync/{generation}/complete',
  summary: 'Check that a generation fits together, and replace the one before with it',
  params: inGeneration,
  body: z.object({
    /** The generation has transactions of this day and later, and earlier ones stay. Without it, it has all of them. */
    transactionsFrom: calendarDate.optional(),
  }),
  response: generation,
})

export const getGeneration = endpoint({
  id: 'custom-sync.generation',
  method: 'GET',
  path: '/api/custom-sync/{generation}',
  summary: 'What was pushed into a generation, and what became of it',
  params: inGeneration,
  response: generation,
})

export const discardGeneration = endpoint({
  id: 'custom-sync.discard',
  method: 'DELETE',
  path: '/api/custom-sync/{generation}',
  summary: 'Discard a generation that isn’t complete',
  params: inGeneration,
  response: generation,
})

export const listGenerations = endpoint({
  id: 'custom-sync.generations',
  method: 'GET',
  path: '/api/custom-sync',
  summary: 'The generations that were pushed, newest first, each with eight of its files',
  query: pageQuery.extend({ first: z.coerce.number().int().min(1).max(20).default(8) }),
  response: connection(generation),
})
