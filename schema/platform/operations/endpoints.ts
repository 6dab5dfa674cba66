import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { instant } from '../../shared/values.ts'

/** How the installation runs, for platform staff. */
const waiting = z.object({
  /** A lane of the outbox: mail, tasks, syncs, imports, documents, answers. */
  lane: z.string(),
  /** What waits longest: its topic, and when it was due. */
  topic: z.string(),
  dueAt: instant,
})

const givenUp = z.object({
  id: z.string(),
  topic: z.string(),
  companyId: z.string(),
  attempts: z.number().int(),
  diedAt: instant,
  error: z.string().nullable(),
})

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
})
export type CellState = z.infer<typeof cellState>

const companyCost = z.object({
  companyId: z.string(),
  /** Null for a vendor's company. */
  name: z.string().nullable(),
  calls: z.number().int(),
  milliseconds: z.number().int(),
  rowsRead: z.number().int(),
  rowsWritten: z.number().int(),
})
export type CompanyCost = z.infer<typeof companyCost>

const operationsState = z.object({
  checkedAt: instant,
  cells: z.array(cellState),
  /** What companies cost today (UTC), those that read most first. */
  costs: z.array(companyCost),
})
export type OperationsState = z.infer<typeof operationsState>

export const getOperations = endpoint({
  id: 'super-admin.operations',
  method: 'GET',
  path: '/api/super-admin/operations',
  summary: 'How each database and lane runs, what was given up, and what companies cost today',
  response: operationsState,
})
