import type { z } from 'zod'
import type { sortDirection } from '../../schema/shared/paging.ts'

/** Sorting by several columns, each with a direction, and the cursor where the next page starts. */

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
 * The columns of what is asked for, without one twice; each but the last brings only its first, so that the next one
 * counts. A direction that is not said is the list's own.
 * @param columnsOf columns of a field, the unique last one left out
 */
export const orderTerms = <F extends string>(
  { by, dir }: Asked<F>,
  usual: Direction,
  columnsOf: (field: F) => readonly string[],
): OrderTerm[] => {
  const terms = new Map<string, OrderTerm>()
  by.forEach((field, place) => {
    const columns = columnsOf(field)
    const direction = dir[place] ?? usual
    for (const column of place === by.length - 1 ? columns : columns.slice(0, 1)) {
      if (!terms.has(column)) terms.set(column, { column, direction })
    }
  })
  return [...terms.values()]
}

export const orderSql = (terms: readonly OrderTerm[]): string =>
  `ORDER BY ${terms.map(({ column, direction }) => `${column} ${direction}`).join(', ')}`

const sign = (direction: Direction): string => (direction === 'ASC' ? '>' : '<')

/** What comes after the row with these values. One direction is one comparison, which an index serves. */
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
