import type { z } from 'zod'
import type * as endpoints from '../../../../schema/requests/endpoints.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { BoundPosition } from '../../../core/list/several-fields.ts'
import { type Direction, type OrderTerm, orderSql } from '../../../core/order.ts'
import type { Params } from '../../../core/params.ts'

/** What the statements of the list of requests are made from, and what they have in common. */

export type ListInput = z.output<typeof endpoints.requestListQuery>

export type SortField = (typeof endpoints.REQUEST_SORT_FIELDS)[number]

export interface ListStatement {
  sql: string
  params: unknown[]
  /** Names of the columns with a row's position in the list. */
  keys: string[]
  /** For a vendor's list: the linked requests, in the same order and number. */
  linked?: { sql: string; params: unknown[]; directions: Direction[] }
  /** How many pages before this one ended short. If this one does, `isMatch` is 0 in a row. */
  shortPages: number
  /** Pages with at least as many rows don't count as short. */
  enough?: number
}

/**
 * Conditions by type: equalities by column, bounds of `created_at` without their table, the rest, and the WITH tables
 * for these.
 */
export interface Conditions {
  equal: Map<string, string>
  created: string[]
  rest: string[]
  tables: string[]
}

/** For people who see only requests that involve them: the index on their participations. */
export interface Participation {
  index: string
  where: string[]
  /** What a delegate's participation `p` must also meet. */
  actsBy: string[]
}

export type Key = (string | number | null)[]

export interface Place {
  /** The sort fields that decide the order. Each has an index. */
  fields: SortField[]
  /** One for each field. */
  fieldDirections: Direction[]
  columns: string[]
  /** For the columns and the id. */
  directions: Direction[]
  /** Where the page begins. Null on the first page. */
  start: BoundPosition | null
  /** `(…) < (…)` with that position. Null on the first page. */
  after: ((columns: string[]) => string) | null
  /** How many rows are looked at, and how many pages before this one ended without being full. */
  walk: number
  shortPages: number
}

export interface Query {
  actor: StaffActor
  input: ListInput
  conditions: Conditions
  place: Place
  params: Params
  columns: string
  joins: string
}

export const participantOf = (company: string): string =>
  `p.company_id = ${company} AND p.target_type = 'INTAKE_SUBMISSION'`
export const PARTICIPANT = participantOf('?1')

export const ALIVE = 's.deleted_at IS NULL'

export const termsOf = (columns: string[], directions: Direction[]): OrderTerm[] =>
  columns.map((column, place) => ({ column, direction: directions[place] ?? 'DESC' }))

export const orderOf = (columns: string[], directions: Direction[]): string => orderSql(termsOf(columns, directions))

export const withTables = (tables: string[]): string => (tables.length > 0 ? `WITH ${tables.join(', ')} ` : '')

const KEYS = ['sortKey', 'secondKey', 'thirdKey', 'fourthKey', 'fifthKey']
export const keysOf = (columns: string[]): string[] => KEYS.slice(0, columns.length)
export const selectKeys = (columns: string[]): string =>
  columns.map((column, i) => `${column} AS ${KEYS[i]}`).join(', ')
