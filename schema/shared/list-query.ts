import { type AnyFilter, addressesOf, type Filters } from './list-filters.ts'

/** From the address of a list's page to the query for its endpoint, and back. Apart from what starts the app. */

/** The state of a list, by the names in its address. */
export type Found = Readonly<Record<string, unknown>>

/** A range with one end uses a month for the other that nothing reaches. */
const FIRST_MONTH = '1900-01'
const LAST_MONTH = '2199-12'

const givenOf = (key: string, filter: AnyFilter, found: Found): unknown => {
  const [first = '', second = ''] = addressesOf(key, filter)
  if (filter.kind !== 'months') return found[first]
  return found[first] || found[second] ? `${found[first] ?? FIRST_MONTH},${found[second] ?? LAST_MONTH}` : undefined
}

const isSet = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value))

/** The query for the endpoint, of those filters that are set. */
export const queryOf = (filters: Filters, found: Found): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filters)
      .map(([key, filter]) => [key, givenOf(key, filter, found)])
      .filter(([, value]) => isSet(value)),
  )

/** Whether a query leaves something out that the list shows without a choice. */
export const isNarrowedBy = (filters: Filters, query: Found): boolean =>
  Object.entries(query).some(([key, value]) => value !== filters[key]?.usual)

/** The address of a page for a query. Filters that aren't in it are removed. */
export const foundOf = (filters: Filters, query: Found): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([key, filter]) => {
      const value = query[key]
      const names = addressesOf(key, filter)
      if (filter.kind !== 'months') return [[names[0], value === filter.usual ? undefined : value]]
      const months = typeof value === 'string' ? value.split(',') : []
      const ends = months.map((month) => (month === FIRST_MONTH || month === LAST_MONTH ? undefined : month))
      return names.map((name, place) => [name, ends[place]])
    }),
  )

/** How many filters of the dialog are set. Of pairs, each label counts. A range is one, and so is a list. */
export const furtherCount = (filters: Filters, found: Found): number =>
  Object.entries(filters)
    .filter(([, { isFurther, kind }]) => isFurther && kind !== 'lastDay')
    .map(
      ([key, filter]) => [filter.kind, givenOf(key, filter, found) || (filter.until && found[filter.until])] as const,
    )
    .reduce<number>((count, [kind, value]) => {
      if (!Array.isArray(value)) return count + (value ? 1 : 0)
      if (kind === 'list' || kind === 'lookups') return count + (value.length > 0 ? 1 : 0)
      return count + new Set(value.filter((_, place) => place % 2 === 0)).size
    }, 0)
