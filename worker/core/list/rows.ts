import type { StaffContext } from '../operation.ts'
import type { Direction } from '../order.ts'
import type { Params } from '../params.ts'

/** What a list says of its rows: where they are in order, and a condition for each filter. See page.ts. */

/** The person reading a list. */
export interface ListReader {
  db: Pick<StaffContext['db'], 'sql'>
  actor: StaffContext['actor']
  clock: Pick<StaffContext['clock'], 'now'>
}

/** A table that has the rows in order: the list's own, or one with copies of its sort keys. */
export interface Way<Sort extends string> {
  /** With its alias: "services s". */
  from: string
  /** The column of the object's id, the last of every order. */
  id: string
  sorts: { readonly [S in Sort]?: SortKey }
  /** It has no company: a condition of each walk selects rows of one. */
  hasNoCompany?: true
}

/** SQL of a walk's condition, or made from the SQL of the company's id. */
type Where = string | null | ((company: string) => string)

interface SortKey {
  /** Without the id. */
  columns: readonly string[]
  /** The index that has them in order, if SQLite has to be told. */
  index?: string | undefined
  /** The table that has them in order, if the way has one for each order. Its alias is the same. */
  from?: string | undefined
  /** The direction without another one, if it isn't ascending. */
  usual?: Direction
  /** Each row has another value, so that fields after it don't count. */
  isUnique?: true
}

/** A part of the list: rows of a way in order, or a few ids that are sorted once they are found. */
export type Walk<Sort extends string> =
  | {
      way: Way<Sort>
      where?: readonly Where[]
      /** Set if it can have a row several times. */
      repeats?: true
      /** SQL of the company's id. Of NULL, to read nothing. */
      company?: string
    }
  /** SQL of `id`s. */
  | { set: string }

/** How a page is read with certain filters. */
export interface Clauses<Filter extends string, Sort extends string> {
  /** Every filter's conditions on a row of the list's own table. Null, or none, if it isn't set. */
  conditions: Readonly<Record<Filter, Condition | readonly Condition[]>>
  /** Without any, the whole list is read in order. */
  walks?: readonly Walk<Sort>[]
  /**
   * For an order by several fields: the walks of each field. The columns of the fields before it have these values. By
   * default, there is one walk.
   */
  walksBy?: (field: Sort, before: readonly (readonly [column: string, value: string])[]) => readonly Walk<Sort>[]
  /** The walks have only rows that pass these filters. */
  serves?: readonly Filter[]
  /** Most rows pass these. */
  mostPass?: readonly Filter[]
  /** The walks have so few rows that their number isn't limited. */
  areFew?: boolean
  /** WITH tables that the conditions read. */
  tables?: readonly string[]
  /** Whether the sort key needs no id to be unique. */
  isUnique?: boolean
}
export type Condition = string | null

export interface Input<Sort extends string> {
  cursor?: string | undefined
  first: number
  orderBy?: { by: Sort[]; dir: Direction[] } | undefined
}

export interface Asked<I, Sort extends string> {
  reader: ListReader
  input: I
  /** The first field of the order, and whether it is the only one. Otherwise there is one walk, or `walksBy`. */
  by: Sort
  isOnly: boolean
  fields: readonly Sort[]
  bind: Params['bind']
  /** A condition that a column has this value. Null without a value. */
  is: (column: string, value: unknown) => Condition
}

export interface ListRows<I extends Input<Sort>, Filter extends string, Sort extends string> {
  /** The list's own table, with every sort order, and the condition of its indexes if they leave rows out. */
  own: Way<Sort> & { sorts: Readonly<Record<Sort, SortKey>>; present?: string }
  /** The own table, joined by this id. */
  join: (id: string) => string
  /** The order without another one. */
  usual: (input: I) => Sort
  /** The field that a sort field means with these filters. */
  meant?: (field: Sort, input: I) => Sort
  /**
   * Set if a limited number of rows is read for each page, whatever matches. See looked-page.ts.
   * @returns the cost of reading one row, in rows
   */
  looks?: number
  /** How many rows are read at most of a search that continues page by page. */
  searched?: number
  /** Whether the filters leave one value of this field. */
  isFixed?: (field: Sort, input: I) => boolean
  /**
   * For the rows of a page only: LEFT JOINs that its columns need, and a condition that the rows meet.
   * `matches`: the conditions of filters need the joins, too.
   */
  shown?: { joins: string; where: string; matches?: true }
  /** The values of ?2 and on, which its SQL names. */
  values?: (reader: ListReader) => readonly unknown[]
  clauses: (asked: Asked<I, Sort>) => Clauses<Filter, Sort>
}

/** What a definition says whatever is asked. */
export interface AnyRows {
  own: { from: string; sorts: Readonly<Record<string, SortKey>> }
}

/** Walks that have rows in the order of each field. */
export const forEachField = <Sort extends string>(walks: readonly Walk<Sort>[]) => ({ walks, walksBy: () => walks })
