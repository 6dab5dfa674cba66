import { mergedWalks } from '../looked-page.ts'
import { afterSql, type Direction, type OrderTerm, orderSql } from '../order.ts'
import type { Params } from '../params.ts'

/**
 * A list sorted by several fields, though each index has only one of them. The first field's index has the rows with
 * equal values together. Those that are few are read whole and put in order. If a value has many rows, the index of
 * the next field is read instead, and rows with other values of the first one are left out. So a page reads a limited
 * number of rows, and can be short: the next one continues where it ended.
 */

/** One field of the order, read from its own index. */
export interface SortLevel {
  /** How many columns its index has before the id. Of all but the last level, only the first one is in a position. */
  columns: number
  direction: Direction
  /**
   * Walks through the index, as SQL of `h0`, `h1` … and `id`, whatever unique column that is.
   * @param company SQL of the company's id. Of NULL, to read nothing
   * @param where conditions on the columns, the id being the last of them
   * @param before SQL of the values that the fields before it have
   */
  walks: (
    company: string,
    where: (columns: readonly string[]) => readonly string[],
    before: readonly string[],
  ) => string[]
}

type Value = string | number | null

/**
 * Where a page begins: after a row; or, if values are missing, with the first row that has the given ones, or after the
 * last one that has them.
 */
interface Position<V = Value> {
  values: readonly V[]
  /** How many of the columns are given. */
  depth: number
  /** After the rows with these values. */
  isPast: boolean
}

/** The id of a position after all rows with its values. */
const PAST = ''

const positionOf = (values: readonly Value[]): Position => {
  const given = values.slice(0, -1).indexOf(null)
  const depth = given === -1 ? values.length - 1 : given
  return { values, depth, isPast: depth === values.length - 1 || values.at(-1) === PAST }
}

/** A position whose values are bound to a statement. */
export type BoundPosition = Position<string>
export const boundPosition = (key: readonly Value[], bind: Params['bind']): BoundPosition => {
  const { values, depth, isPast } = positionOf(key)
  const given = depth === values.length - 1 ? values : values.slice(0, depth)
  return { values: given.map(bind), depth, isPast }
}

/** A condition that selects what comes from this position on. */
export const fromPosition = (terms: readonly OrderTerm[], { values, isPast }: BoundPosition): string => {
  const given = terms.slice(0, values.length)
  const after = afterSql(given, values)
  const same = given.map(({ column }, place) => `${column} = ${values[place]}`).join(' AND ')
  return isPast ? after : `(${after} OR (${same}))`
}

/** Whether a row comes before the position where a page ended, or is there. Compares the values that are given. */
export const isReached = (
  key: readonly Value[],
  end: readonly Value[],
  compare: (a: Value, b: Value, place: number) => number,
): boolean => {
  const { depth, isPast, values } = positionOf(end)
  const compared = depth === values.length - 1 ? values.length : depth
  for (let place = 0; place < compared; place++) {
    const difference = compare(key[place] ?? null, values[place] ?? null, place)
    if (difference !== 0) return difference < 0
  }
  return isPast
}

/** A page with fewer rows than this part of it counts as short. */
export const fewOf = (first: number): number => first / 4

interface SeveralFields {
  levels: readonly SortLevel[]
  /** The columns of a position on the list's own table, with the id. */
  terms: readonly OrderTerm[]
  /** The own table, joined by the id, or by the place. */
  join: (value: string) => string
  /** If the walks have one more column after the id. */
  pointer?: 'place'
  /** One more column of the rows, from the own table. */
  more?: string
  /** Conditions on a row of the own table. */
  match: readonly string[]
  /** Position of the page. */
  after: BoundPosition | null
  /** How many rows are read from an index, as SQL. */
  most: string
  /** How many rows are returned at most, as SQL. */
  limit: string
}

interface SeveralFieldsSql {
  /** WITH tables. */
  tables: string[]
  /** A JSON list of rows in order, each with its columns, its id, and what was asked besides. */
  found: string
  /** Where the list continues as a JSON list, or null at its end. */
  next: string
}

const FIRST = "list ->> '$[0][0]'"
const LAST = "list ->> '$[#-1][0]'"

const operator = (direction: Direction, isPast: boolean): string =>
  `${direction === 'ASC' ? '>' : '<'}${isPast ? '' : '='}`

export const severalFieldsSql = (asked: SeveralFields): SeveralFieldsSql => {
  const { levels, terms, join, pointer, more, match, after: position, most, limit } = asked
  /** The values that the fields before it have. */
  const before = (level: number): string[] => levels.slice(0, level).map((_, place) => value(place, 'v'))
  const isRow = position?.depth === terms.length - 1
  const given = position?.values ?? []
  const last = levels.length - 1
  const named = terms.map((_, place) => (place < terms.length - 1 ? `k${place}` : 'id'))
  const value = (level: number, column: string) => `(SELECT ${column} FROM level${level})`

  const beginning =
    (level: number) =>
    (columns: readonly string[]): string[] => {
      const { direction } = levels[level] as SortLevel
      if (!position || position.depth <= level) return []
      if (level === last && isRow) {
        const ordered = columns.map((column) => ({ column, direction }))
        return [afterSql(ordered, given.slice(last))]
      }
      const isPast = position.isPast && position.depth === level + 1
      return [`${columns[0]} ${operator(direction, isPast)} ${given[level]}`]
    }

  const from = position ? [fromPosition(terms, position)] : []
  const matchOf = (level: number): string[] => [
    ...terms.slice(0, level).map(({ column }, place) => `${column} = ${value(place, 'v')}`),
    ...match,
    ...from,
  ]
  const selected = [
    ...terms.map(({ column }, place) => ({ column, name: named[place] ?? '' })),
    ...(more ? [{ column: more, name: 'more' }] : []),
  ]

  const tables = levels.map(({ columns: count, direction, walks }, level) => {
    const company = level === 0 ? '?1' : `CASE WHEN ${value(level - 1, 'big')} THEN ?1 END`
    const columns = [...Array.from({ length: count }, (_, place) => `h${place}`), 'id']
    const order = { columns, directions: columns.map(() => direction) }
    const walked = mergedWalks(walks(company, beginning(level), before(level)), order, most)
    const list = (parts: readonly string[]) => `json_group_array(json_array(${parts.join(', ')}))`
    const read = [...columns, ...(pointer ? [pointer] : [])].map((column) => `h.${column}`)
    if (level === last) {
      const where = matchOf(level)
      const filter = where.length > 0 ? `FILTER (WHERE ${where.join(' AND ')})` : ''
      return `level${level} (list, last, isFull) AS MATERIALIZED (
        SELECT ${list(selected.map(({ column }) => column))} ${filter}, ${list(read)} ->> '$[#-1]', COUNT(*) = ${most}
          FROM (${walked}) h LEFT JOIN ${join(`h.${pointer ?? 'id'}`)})`
    }
    // The next level begins at the position, which has this value.
    const isSame = position && position.depth > level + 1 ? `AND ${FIRST} = ${given[level]}` : ''
    // One row with a JSON list, so that rows are read once.
    return `level${level} (list, v, big, edge) AS MATERIALIZED (
      SELECT list, ${FIRST}, n = ${most} AND ${FIRST} = ${LAST} ${isSame}, CASE WHEN n = ${most} THEN ${LAST} END
        FROM (SELECT ${list(read)} AS list, COUNT(*) AS n FROM (${walked}) h))`
  })

  const wholeOf = (level: number): string => {
    // There can be more rows with the last value that was read.
    const isWhole = `h.value ->> 0 IS NOT ${value(level, 'edge')}`
    return `SELECT ${selected.map(({ column, name }) => `${column} AS ${name}`).join(', ')}
      FROM level${level} CROSS JOIN json_each(iif(level${level}.big, '[]', level${level}.list)) h
      CROSS JOIN ${join("h.value ->> '$[#-1]'")} WHERE ${[isWhole, ...matchOf(level)].join(' AND ')}`
  }
  const order = orderSql(terms.map(({ direction }, place) => ({ column: named[place] ?? '', direction })))
  const whole = levels.slice(0, -1).map((_, level) => wholeOf(level))
  const found = `iif(${value(last - 1, 'big')}, ${value(last, 'list')},
    (SELECT json_group_array(json_array(${selected.map(({ name }) => name).join(', ')}))
       FROM (SELECT * FROM (${whole.join('\nUNION ALL ')}) ${order} LIMIT ${limit})))`

  /** A position with values up to a level. */
  const reached = (level: number, edge: string | null): string => {
    const parts = named.slice(0, -1).map((_, place) => {
      if (place < level) return value(place, 'v')
      return place === level && edge ? edge : 'NULL'
    })
    return `json_array(${[...parts, edge ? 'NULL' : `'${PAST}'`].join(', ')})`
  }
  const lastRow = named.slice(last).map((_, place) => value(last, `last ->> ${place}`))
  const lastPosition = `json_array(${[...before(last), ...lastRow].join(', ')})`
  const cases = levels.slice(0, -1).map((_, level) => {
    const ended = level === 0 ? 'NULL' : reached(level, null)
    return `WHEN ${value(level, 'edge')} IS NULL THEN ${ended}
      WHEN NOT ${value(level, 'big')} THEN ${reached(level, value(level, 'edge'))}`
  })
  const next = `CASE ${cases.join('\n')}
      WHEN NOT ${value(last, 'isFull')} THEN ${reached(last, null)} ELSE ${lastPosition} END`
  return { tables, found, next }
}
