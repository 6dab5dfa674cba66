import type { Database } from '../../../core/database.ts'
import { copyNameStatements } from '../../../core/kinds/copy-names.ts'
import { type Noun, PLACES, type Place } from './registry.ts'

/** Moves everything that refers to one vendor to another, by sets and with a record of each row, and back again. */

export interface Move {
  db: Pick<Database, 'sql'>
  companyId: string
  mergeId: string
  fromId: string
  intoId: string
}

const rowKey = (columns: string[], of = ''): string => `json_array(${columns.map((column) => of + column).join(', ')})`
const rowJson = (columns: string[]): string =>
  `json_object(${columns.map((column) => `'${column}', ${column}`).join(', ')})`

/** ?1 company, ?2 merge, ?3 the current vendor, ?4 the new one. */
const bound = ({ db, companyId, mergeId }: Move, sql: string, at: string, to: string): D1PreparedStatement =>
  db.sql(sql, ...parametersOf(sql, [companyId, mergeId, at, to]))

/** D1 refuses parameters that a statement doesn't name, so unused ones at the end are left out. */
const parametersOf = (sql: string, all: string[]): string[] => {
  const last = Math.max(...[1, 2, 3, 4].filter((number) => sql.includes(`?${number}`)))
  return all.slice(0, last)
}

const atVendor = ({ vendorColumn, where }: Place, vendor: string): string =>
  `company_id = ?1 AND ${vendorColumn} = ${vendor} AND ${where}`

/** The record of a place's moved rows. */
const recorded = ({ table }: Place): string =>
  `FROM vendor_merge_moves m WHERE m.company_id = ?1 AND m.merge_id = ?2 AND m.place = '${table}'`

const setVendor = ({ vendorColumn, set }: Place, vendor: string): string =>
  [`${vendorColumn} = ${vendor}`, ...set].join(', ')

const followSql = (place: Place): string =>
  `UPDATE ${place.table} SET ${place.vendorColumn} = ${place.follows} WHERE ${atVendor(place, '?3')}`

const insertSql = (place: Place, vendor: string, more: string): string => {
  const values = place.columns.map((column) => (column === place.vendorColumn ? vendor : `m.before ->> '$.${column}'`))
  return `INSERT INTO ${place.table} (${place.columns.join(', ')}) SELECT ${values.join(', ')} ${recorded(place)} ${more}
          ON CONFLICT DO NOTHING`
}

const moveSql = (place: Place): string[] => {
  const { table, key, columns, vendorColumn, where } = place
  if (place.how === 'FOLLOW') return [followSql(place)]
  if (place.how === 'MOVE') {
    return [
      `INSERT INTO vendor_merge_moves (company_id, merge_id, place, row_key)
       SELECT ?1, ?2, '${table}', ${rowKey(key)} FROM ${table} WHERE ${atVendor(place, '?3')}`,
      `UPDATE ${table} SET ${setVendor(place, '?4')} WHERE ${atVendor(place, '?3')}`,
    ]
  }
  const twin = key.map((column) => `t.${column} = ${table}.${column}`).join(' AND ')
  return [
    `INSERT INTO vendor_merge_moves (company_id, merge_id, place, row_key, before, was_double)
     SELECT ?1, ?2, '${table}', ${rowKey(key)}, ${rowJson(columns)},
            EXISTS (SELECT 1 FROM ${table} t WHERE t.company_id = ?1 AND t.${vendorColumn} = ?4 AND ${twin}
                       ${where === '1' ? '' : `AND t.${where}`})
       FROM ${table} WHERE ${atVendor(place, '?3')}`,
    // Removed before they are added, because some may belong to only one vendor.
    `DELETE FROM ${table} WHERE ${atVendor(place, '?3')}`,
    insertSql(place, '?4', 'AND m.was_double = 0'),
  ]
}

const backSql = (place: Place): string[] => {
  const { table, key } = place
  if (place.how === 'FOLLOW') return [followSql(place)]
  if (place.how === 'MOVE') {
    return [
      `UPDATE ${table} SET ${setVendor(place, '?4')}
        WHERE ${atVendor(place, '?3')} AND ${rowKey(key)} IN (SELECT m.row_key ${recorded(place)})`,
    ]
  }
  return [
    // Rows removed from the remaining vendor since then don't come back.
    `DELETE FROM vendor_merge_moves WHERE company_id = ?1 AND merge_id = ?2 AND place = '${table}' AND was_double = 0
        AND row_key NOT IN (SELECT ${rowKey(key)} FROM ${table} WHERE ${atVendor(place, '?3')})`,
    `DELETE FROM ${table} WHERE ${atVendor(place, '?3')}
        AND ${rowKey(key)} IN (SELECT m.row_key ${recorded(place)} AND m.was_double = 0)`,
    insertSql(place, '?4', ''),
  ]
}

/** Computed totals are updated once, after all rows are moved. */
const countedOnce = (
  { db, companyId, fromId, intoId }: Move,
  statements: D1PreparedStatement[],
): D1PreparedStatement[] => {
  const both = 'WHERE +company_id = ?1 AND id IN (?2, ?3)'
  const services = 'services s WHERE s.company_id = ?1 AND s.vendor_id = vendors.id AND s.archived_at IS NULL'
  return [
    db.sql(`UPDATE vendors SET figures_month = '~' ${both}`, companyId, fromId, intoId),
    ...statements,
    db.sql(
      `UPDATE vendors SET figures_month = '0',
              services_count = (SELECT COUNT(*) FROM ${services}),
              spend_category_ids = (SELECT json_group_array(DISTINCT +s.spend_category_id) FROM ${services}
                AND +s.spend_category_id IS NOT NULL),
              department_ids = (SELECT json_group_array(DISTINCT k.target_id) FROM services s CROSS JOIN service_links k
                  ON k.company_id = ?1 AND k.service_id = s.id AND k.kind = 'DEPARTMENT'
                WHERE s.company_id = ?1 AND s.vendor_id = vendors.id AND s.archived_at IS NULL),
              documents_count = (SELECT COUNT(*) FROM document_links l CROSS JOIN documents d ON d.id = l.document_id
                WHERE l.company_id = ?1 AND l.target_type = 'VENDOR' AND l.target_id = vendors.id AND d.deleted_at IS NULL)
        ${both}`,
      companyId,
      fromId,
      intoId,
    ),
  ]
}

/** Moves everything from `fromId` to `intoId`. Both vendors' rows must exist or be written in the same batch. */
export const moveStatements = (move: Move): D1PreparedStatement[] =>
  countedOnce(move, [
    ...PLACES.flatMap((place) => moveSql(place).map((sql) => bound(move, sql, move.fromId, move.intoId))),
    ...copyNameStatements(move.db, move.companyId, 'VENDOR', [move.intoId]),
  ])

/** Moves back what is still where the merge put it. */
export const backStatements = (move: Move): D1PreparedStatement[] =>
  countedOnce(move, [
    ...PLACES.flatMap((place) => backSql(place).map((sql) => bound(move, sql, move.intoId, move.fromId))),
    ...copyNameStatements(move.db, move.companyId, 'VENDOR', [move.fromId]),
  ])

export interface PlaceCount {
  place: string
  noun: Noun
  count: number
}

const counted = () => PLACES.filter(({ noun }) => noun !== null)

/** How many rows of each place refer to a vendor. */
export const countsStatement = (db: Pick<Database, 'sql'>, companyId: string, vendorId: string): D1PreparedStatement =>
  db.sql(
    `SELECT json_array(${counted()
      .map((place) => `(SELECT COUNT(*) FROM ${place.table} WHERE ${atVendor(place, '?2')})`)
      .join(', ')}) AS counts`,
    companyId,
    vendorId,
  )

/** How much of what a merge moved is no longer at the remaining vendor. */
export const goneStatement = (move: Move): D1PreparedStatement =>
  bound(
    move,
    `SELECT json_array(${counted()
      .map(
        (place) =>
          `(SELECT COUNT(*) ${recorded(place)} AND m.was_double = 0
               AND m.row_key NOT IN (SELECT ${rowKey(place.key)} FROM ${place.table} WHERE ${atVendor(place, '?3')}))`,
      )
      .join(', ')}) AS counts`,
    move.intoId,
    move.fromId,
  )

export const countsOf = (row: Record<string, unknown> | undefined): PlaceCount[] => {
  const counts = JSON.parse(String(row?.counts ?? '[]')) as number[]
  return counted().flatMap(({ table, noun }, index) => {
    const count = counts[index] ?? 0
    return noun && count > 0 ? [{ place: table, noun, count }] : []
  })
}
