import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { id, instant, requiredText } from '../../shared/values.ts'

/** How the installation runs, for platform staff. */

/** Databases that one answer tells of, because asking each costs some of what an invocation may ask. */
export const MOST_CELLS = 60

const cell = z.number().int().min(0).max(9_999)

const waiting = z.object({
  /** A lane of the outbox: mail, tasks, syncs, imports, documents, answers. */
  lane: z.string(),
  /** What waits longest: its topic, the same in words, and when it was due. */
  topic: z.string(),
  what: z.string(),
  dueAt: instant,
})

const givenUp = z.object({
  id: z.string(),
  topic: z.string(),
  /** What it does, in words. */
  what: z.string(),
  companyId: z.string(),
  /** Null for a vendor's company, and for what concerns everyone. */
  companyName: z.string().nullable(),
  attempts: z.number().int(),
  diedAt: instant,
  error: z.string().nullable(),
  /** Why it can't be sent again from here, in words. */
  refusal: z.string().nullable(),
})
export type GivenUpEffect = z.infer<typeof givenUp>

const failingSync = z.object({
  id: z.string(),
  /** '' for what applies to everyone. */
  companyId: z.string(),
  companyName: z.string().nullable(),
  provider: z.string(),
  kind: z.string(),
  /** FAILING is tried again, STUCK goes on for more than an hour, STOPPED was given up. */
  state: z.enum(['FAILING', 'STUCK', 'STOPPED']),
  failures: z.number().int(),
  error: z.string().nullable(),
  since: instant,
})
export type FailingSync = z.infer<typeof failingSync>

const chain = z.object({
  companyId: z.string(),
  companyName: z.string().nullable(),
  /** Null before the first check has ended. */
  checkedAt: instant.nullable(),
  /** Null for the regular check. */
  checkedBy: z.string().nullable(),
  entries: z.number().int(),
  /** What doesn't verify. */
  problem: z.string().nullable(),
})
export type ChainState = z.infer<typeof chain>

const cellState = z.object({
  cell: z.number().int(),
  /** Whether its database answered. All else is empty if not. */
  isReached: z.boolean(),
  bytes: z.number().int().nullable(),
  /** When each part of a minute's work last ended. */
  parts: z.array(z.object({ part: z.string(), endedAt: instant })),
  lanes: z.array(waiting),
  /** The newest effects that were given up. */
  givenUp: z.array(givenUp),
  /** How many of each kind were given up, counted up to 500 in all. */
  givenUpKinds: z.array(z.object({ topic: z.string(), what: z.string(), count: z.number().int() })),
  syncs: z.array(failingSync),
  /** Audit chains that are broken, or that were never verified: at most 20 of each. */
  chains: z.array(chain),
})
export type CellState = z.infer<typeof cellState>

const operationsState = z.object({
  checkedAt: instant,
  /** All of the installation's databases. */
  cellCount: z.number().int(),
  cells: z.array(cellState),
})
export type OperationsState = z.infer<typeof operationsState>

export const getOperations = endpoint({
  id: 'super-admin.operations',
  method: 'GET',
  path: '/api/super-admin/operations',
  summary: 'How each database and lane runs, what was given up, failing syncs, and audit chains that need a look',
  query: z.object({
    /** The first database to tell of. */
    firstCell: z.coerce.number().int().min(0).max(9_999).default(0),
  }),
  response: operationsState,
})

// ---- What companies cost

export const COST_SORTS = ['rowsRead', 'rowsWritten', 'queries', 'milliseconds', 'calls'] as const
export type CostSort = (typeof COST_SORTS)[number]
/** Days of one answer. */
export const MOST_COST_DAYS = 31

const companyCost = z.object({
  companyId: z.string(),
  /** Null for a vendor's company. */
  name: z.string().nullable(),
  calls: z.number().int(),
  milliseconds: z.number().int(),
  queries: z.number().int(),
  rowsRead: z.number().int(),
  rowsWritten: z.number().int(),
})
export type CompanyCost = z.infer<typeof companyCost>

const day = z.iso.date({ error: 'Enter a day like 2026-11-29' })

export const getCompanyCosts = endpoint({
  id: 'super-admin.company-costs',
  method: 'GET',
  path: '/api/super-admin/operations/costs',
  summary: 'What companies cost on some days (UTC), added up: those that cost most first, at most 50',
  query: z.object({
    /** Both count. Without them, today. */
    from: day.optional(),
    to: day.optional(),
    sort: z.enum(COST_SORTS).default('rowsRead'),
  }),
  response: z.object({ from: z.string(), to: z.string(), costs: z.array(companyCost) }),
})

// ---- What was given up

/** Effects of one call. */
export const MOST_AT_ONCE = 200

const chosen = {
  cell,
  topic: z.string().min(1).max(100),
  /** Without one, all of the kind in that database, at most 200 at a time. */
  effectId: id.optional(),
}
const handled = z.object({
  count: z.number().int(),
  /** Whether there are more of the kind. */
  isMore: z.boolean(),
})

export const sendEffectsAgain = endpoint({
  id: 'super-admin.send-effects-again',
  method: 'POST',
  path: '/api/super-admin/operations/given-up/send-again',
  summary: 'Try effects again that were given up: one, or all of a kind in a database',
  body: z.object(chosen),
  response: handled,
})

export const putEffectsAside = endpoint({
  id: 'super-admin.put-effects-aside',
  method: 'POST',
  path: '/api/super-admin/operations/given-up/put-aside',
  summary: 'Put effects aside that were given up and aren’t needed: one, or all of a kind in a database',
  body: z.object({ ...chosen, reason: requiredText(300) }),
  response: handled,
})

// ---- Audit chains

export const verifyCompanyChain = endpoint({
  id: 'super-admin.verify-chain',
  method: 'POST',
  path: '/api/super-admin/operations/verify-chain',
  summary: 'Verify a company’s audit chain now; a long one continues in the minutes after',
  body: z.object({ companyId: id }),
  response: z.object({ isDone: z.boolean(), entries: z.number().int(), problem: z.string().nullable() }),
})
