import type { Kind } from '../../../schema/shared/kinds.ts'

/**
 * Names that rows keep of other objects, because a list is sorted by them or they are needed with each request. Who
 * keeps one registers it. A command that renames something writes all of them in its own batch, each with one
 * statement, however many rows there are. Everything else that is called by name is read by id (referred-names.ts).
 */
export interface NameCopy {
  /** Whose name it is. */
  of: Kind
  table: string
  columns: readonly [string, ...string[]]
  /** SQL of what the columns hold in a row of the table. */
  value: string
  /** SQL: the rows about the objects with the ids in the JSON list ?1. ?2 is the company, if the name is only its own. */
  rows: string
  /** Further assignments. */
  more?: string
}

/** SQL of the renamed ids. */
export const RENAMED = '(SELECT value FROM json_each(?1))'
