import { actingFor } from '../../../core/actor.ts'
import { isReached } from '../../../core/list/several-fields.ts'
import { listColumns, VENDOR_JOIN } from '../submissions/index.ts'
import {
  ALIVE,
  type Key,
  type ListStatement,
  orderOf,
  PARTICIPANT,
  type Participation,
  type Query,
  selectKeys,
  withTables,
} from './list-query.ts'

/**
 * A vendor's list also has requests linked to it. They are few compared with those that name the vendor, and are found
 * by their links. A separate statement in the same round trip reads them, and they are merged into the page.
 */
export const linkedSql = (query: Query, participation: Participation | null, vendorId: string): string => {
  const { actor, input, conditions, place, params } = query
  const ordered = [...place.columns, 'id'].map((column) => `s.${column}`)
  const equal = [...conditions.equal].filter(([column]) => column !== 'vendor_id')
  const where = [
    `k.company_id = ?1 AND k.vendor_id = ${vendorId}`,
    `s.vendor_id IS NOT ${vendorId}`,
    's.is_draft = 0',
    ALIVE,
    ...equal.map(([column, value]) => `s.${column} = ${value}`),
    ...conditions.created.map((condition) => `s.${condition}`),
    ...conditions.rest,
    ...(place.after ? [place.after(ordered)] : []),
  ]
  const categoryId = conditions.equal.get('intake_category_id')
  const include = input.include?.filter((extra) => extra !== 'columnAnswers' || categoryId)
  const columns = listColumns(include, { categoryId, vendorId: undefined })
  const people = participation && params.bind(JSON.stringify(actingFor(actor)))
  const participants = people
    ? `CROSS JOIN request_participants p ON ${PARTICIPANT} AND p.target_id = s.id
         AND p.user_id IN (SELECT value FROM json_each(${people}))
         ${[...participation.where, ...participation.actsBy].map((condition) => `AND ${condition}`).join(' ')}`
    : ''
  return `${withTables(conditions.tables)}SELECT ${columns}, ${selectKeys(ordered.slice(0, -1))}
     FROM intake_submission_vendors k CROSS JOIN intake_submissions s ON s.id = k.intake_submission_id
     ${participants} ${VENDOR_JOIN}
    WHERE ${where.join(' AND ')} GROUP BY s.id ${orderOf(ordered, place.directions)} LIMIT ?3`
}

interface Row {
  id: string
  isMatch?: number
  /** The id in a position that no row has. */
  endId?: string | null
  [key: string]: unknown
}

const bytes = new TextEncoder()

/** Compares like SQLite: numbers, and text by its bytes. */
const compared = (a: unknown, b: unknown): number => {
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [left, right] = [bytes.encode(String(a)), bytes.encode(String(b))]
  const at = left.findIndex((byte, i) => byte !== right[i])
  return at === -1 ? left.length - right.length : (left[at] ?? 0) - (right[at] ?? -1)
}

/**
 * Merges both halves of a page in one order. If the first half says how far it searched, anything beyond comes with a
 * later page.
 */
export const mergedRows = <R extends Row>(rows: R[], linked: R[], { keys, linked: by }: ListStatement): R[] => {
  if (linked.length === 0 || !by) return rows
  const order = (a: R, b: R): number =>
    [...keys, 'id']
      .map((key, place) => (by.directions[place] === 'ASC' ? 1 : -1) * compared(a[key], b[key]))
      .find((difference) => difference !== 0) ?? 0
  const marker = rows.find((row) => row.isMatch === 0)
  const found = rows.filter((row) => row !== marker)
  const known = new Set(found.map((row) => row.id))
  const isOnPage = (row: R): boolean =>
    !marker ||
    isReached(
      endOf(row, keys),
      endOf(marker, keys),
      (a, b, place) => (by.directions[place] === 'ASC' ? 1 : -1) * compared(a, b),
    )
  const added = linked.filter((row) => !known.has(row.id) && isOnPage(row))
  return [...[...found, ...added].sort(order), ...(marker ? [marker] : [])]
}

/** The position of a row, or where a page ended. */
export const endOf = (row: Row, keys: readonly string[]): Key => [
  ...keys.map((key) => row[key] as string | number | null),
  row.endId === undefined ? row.id : row.endId,
]
