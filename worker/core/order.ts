import type { z } from 'zod'
import type { sortDirection } from '../../schema/shared/paging.ts'

/** Sorting by several columns, each with a direction, and the cursor of the next page. */

export type Direction = z.output<typeof sortDirection>

export interface OrderTerm {
  column: string
  direction: Direction
}

interface Asked<F extends string> {
  by: F[]
  dir: Direction[]
}

/**
 * The fields that decide the order, with their directions: each once, none with one value, and none after a unique one.
 */
export const decidingFields = <F extends string>(
  { by, dir }: Asked<F>,
  usual: (field: F) => Direction,
  { columnOf, isUnique, isFixed = () => false }: Deciding<F>,
): { by: F[]; dir: Direction[] } => {
  const found = new Map<string, { field: F; direction: Direction }>()
  for (const [place, field] of by.entries()) {
    const column = columnOf(field)
    if (!found.has(column)) found.set(column, { field, direction: dir[place] ?? usual(field) })
    if (isUnique(field)) break
  }
  const all = [...found.values()]
  const deciding = all.filter(({ field }) => !isFixed(field))
  const kept = deciding.length > 0 ? deciding : all.slice(0, 1)
  return { by: kept.map(({ field }) => field), dir: kept.map(({ direction }) => direction) }
}

interface Deciding<F extends string> {
  columnOf: (field: F) => string
  isUnique: (field: F) => boolean
  /** Whether a filter allows only one value. */
  isFixed?: (field: F) => boolean
}

/**
 * The columns of the sort fields. All but the last field contribute only their first column, so that the next field
 * counts. The default direction is the list's own.
 * @param columnsOf columns of a field, without the unique last one
 */
export const orderTerms = <F extends string>(
  { by, dir }: Asked<F>,
  usual: Direction,
  columnsOf: (field: F) => readonly string[],
): OrderTerm[] =>
  by.flatMap((field, place) => {
    const columns = columnsOf(field)
    const direction = dir[place] ?? usual
    // A column of an earlier field can come again: a position in the last field's index has it too.
    return (place === by.length - 1 ? columns : columns.slice(0, 1)).map((column) => ({ column, direction }))
  })

export const orderSql = (terms: readonly OrderTerm[]): string =>
  `ORDER BY ${terms.map(({ column, direction }) => `${column} ${direction}`).join(', ')}`

const sign = (direction: Direction): string => (direction === 'ASC' ? '>' : '<')

/**
 * Selects what comes after the row with these values. With a single direction it is one comparison, which an index can
 * serve.
 */
export const afterSql = (terms: readonly OrderTerm[], values: readonly string[]): string => {
  const [first, ...others] = terms
  const [value, ...rest] = values
  if (!first || value === undefined) throw new Error('An order has as many columns as its cursor')
  if (others.every(({ direction }) => direction === first.direction)) {
    return `(${terms.map(({ column }) => column).join(', ')}) ${sign(first.direction)} (${values.join(', ')})`
  }
  const later = `${first.column} ${sign(first.direction)} ${value}`
  return `(${later} OR (${first.column} = ${value} AND ${afterSql(others, rest)}))`
}
