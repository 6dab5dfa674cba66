import type { SearchKind, SearchResult } from '../../../schema/platform/search/endpoints.ts'
import type { StaffActor } from '../actor.ts'

/** How many of the objects that involve a person are always looked through. */
export const MOST_MINE = 20

/** How global search finds a kind. Its text is kept by triggers in `search_entries`. */
export interface KindSearch {
  /** Its name there. */
  entry: SearchKind
  /** Kinds of one pool are searched together, and share the number of results. */
  pool: string
  mayFind(actor: StaffActor): boolean
  /**
   * SQL of the `id`s of the newest objects that involve a person who can't read all, with the parameters of
   * `readerParams`. They are found however many others have the same words.
   */
  mine?: string
  /** SQL: when it was archived, or null. */
  archivedAt: string
  /** Entries whose names also find the objects that refer to them. */
  foundBy: readonly string[]
  /** SQL of its name, if it isn't the title of its entry. */
  name?: string
  /** SQL of a number that finds it too, and what people write before it. */
  number: { sql: string; prefix?: string } | null
  /** What a result says besides the name, as a JSON object in SQL. */
  details: {
    sql: string
    joins: string
    read(json: string): Partial<Pick<SearchResult, 'request' | 'spendRequest'>>
  } | null
}
