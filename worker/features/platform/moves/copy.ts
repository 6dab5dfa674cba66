import type { Database } from '../../../core/database.ts'
import { jsonList } from './json-list.ts'
import { type CompanyTable, isOfCompanyAlone } from './tables.ts'

/**
 * Makes the rows of a company in one database the same as in another, a page at a time. It compares before it writes, so
 * that each page can be repeated after an interruption. Triggers of the target write rows as well, which a further round
 * compares again.
 */

/** Rows of a page, how many of all companies are looked through for one, and the most characters of a statement's input. */
const PAGE = 200
const LOOKED_THROUGH = 10_000
const MOST_TEXT = 400_000
const MOST_ROUNDS = 6

interface Row {
  /** JSON of all columns, as stored. */
  text: string
  /** JSON of the key. */
  key: string
  /** JSON of the place in the order of copying. */
  place: string
}

/** How far a copy or a deletion has come. */
export interface Progress {
  /** The name of the table at which it goes on. */
  table: string
  /** The last row that was looked at, or null before the first one. */
  after: string | null
  /** Rows so far, in all rounds. */
  rows: number
  round: number
  /** First the source's rows, then what only the target has. */
  part: 'ROWS' | 'EXTRAS'
  /** Tables in which this round found something different. */
  different: string[]
}

const readOf = ({ read }: CompanyTable, column: string): string => read[column] ?? `t.${column}`
const jsonOf = (table: CompanyTable, columns: string[]): string =>
  jsonList(columns.map((column) => readOf(table, column)))
/** SQL of a row's key. */
const keyOf = (table: CompanyTable): string => jsonOf(table, table.key)
/** SQL of whether a row has this key, which is SQL too. */
const hasKey = ({ key, found }: CompanyTable, value: string): string =>
  found
    ? `t.id = ${found.replaceAll('@', value)}`
    : key.map((column, index) => `t.${column} IS json_extract(${value}, '$[${index}]')`).join(' AND ')
const listOf = (columns: string[]): string => columns.map((column) => `t.${column}`).join(', ')

interface Page {
  rows: Row[]
  /** Where the next one begins, or null after the last. */
  next: string | null
}

/**
 * A page of the company's rows from a place in their order on. If the order doesn't begin with the company, a limited
 * number of all rows is looked through, so that the page may have few.
 */
const pageOf = async (db: Database, table: CompanyTable, companyId: string, after: string | null): Promise<Page> => {
  const order = listOf(table.order)
  const places = table.order.map((_, index) => `json_extract(?2, '$[${index}]')`).join(', ')
  const since = after === null ? '' : `(${order}) > (${places})`
  const isNarrow = table.order[0] === 'company_id'
  const looked = `SELECT * FROM ${table.name} t ${since && `WHERE ${since}`} ORDER BY ${order} LIMIT ${LOOKED_THROUGH}`
  const from = isNarrow ? `${table.name} t` : `(${looked}) t`
  const values = after === null ? [companyId] : [companyId, after]
  const select = db.sql(
    `SELECT ${jsonOf(table, table.columns)} AS text, ${keyOf(table)} AS key, json_array(${order}) AS place
       FROM ${from} WHERE ${[table.where, ...(isNarrow && since ? [since] : [])].join(' AND ')}
      ORDER BY ${order} LIMIT ${PAGE}`,
    ...values,
  )
  const last = db.sql(
    `SELECT json_array(${order}) AS place FROM ${table.name} t ${since && `WHERE ${since.replaceAll('?2', '?1')}`}
      ORDER BY ${order} LIMIT 1 OFFSET ${LOOKED_THROUGH - 1}`,
    ...values.slice(1),
  )
  const [found, end] = await db.batch(isNarrow ? [select] : [select, last])
  const rows = (found?.results ?? []) as unknown as Row[]
  const next = rows.length === PAGE ? rows.at(-1)?.place : end?.results[0]?.place
  return { rows, next: next === undefined ? null : String(next) }
}

/** The rows with these keys. */
const rowsAt = async (db: Database, table: CompanyTable, keys: string[]): Promise<Map<string, string>> => {
  if (keys.length === 0) return new Map()
  const rows = await db.all<Omit<Row, 'place'>>(
    db.sql(
      `SELECT ${jsonOf(table, table.columns)} AS text, ${keyOf(table)} AS key
         FROM json_each(?1) j CROSS JOIN ${table.name} t ON ${hasKey(table, 'j.value')}`,
      `[${keys.join(',')}]`,
    ),
  )
  return new Map(rows.map(({ key, text }) => [key, text]))
}

const writtenAs = ({ columns, write }: CompanyTable, from: string): string[] =>
  columns.map((column, index) => {
    const value = `json_extract(${from}, '$[${index}]')`
    return write[column]?.replaceAll('@', value) ?? value
  })

const insertStatements = (db: Database, table: CompanyTable, rows: Row[]): D1PreparedStatement[] => {
  const parts: string[][] = [[]]
  let length = 0
  for (const { text } of rows) {
    if (length + text.length > MOST_TEXT) {
      parts.push([])
      length = 0
    }
    parts.at(-1)?.push(text)
    length += text.length
  }
  const sql = `INSERT OR IGNORE INTO ${table.name} (${table.columns.join(', ')})
     SELECT ${writtenAs(table, 'j.value').join(', ')} FROM json_each(?1) j`
  return parts.filter((part) => part.length > 0).map((part) => db.sql(sql, `[${part.join(',')}]`))
}

const updateStatement = (db: Database, table: CompanyTable, { text, key }: Row): D1PreparedStatement => {
  const values = writtenAs(table, '?1')
  const set = table.columns.map((column, index) => `${column} = ${values[index]}`)
  return db.sql(`UPDATE ${table.name} AS t SET ${set.join(', ')} WHERE ${hasKey(table, '?2')}`, text, key)
}

const deleteStatement = (db: Database, table: CompanyTable, keys: string[]): D1PreparedStatement => {
  const { key, found } = table
  const at = found ? 't.id' : `(${listOf(key)})`
  const asked = found
    ? found.replaceAll('@', 'j.value')
    : key.map((_, index) => `json_extract(j.value, '$[${index}]')`).join(', ')
  return db.sql(
    `DELETE FROM ${table.name} AS t WHERE ${at} IN (SELECT ${asked} FROM json_each(?1) j)`,
    `[${keys.join(',')}]`,
  )
}

export interface Copying {
  from: Database
  to: Database
  companyId: string
  tables: CompanyTable[]
}

const beginningOf = (tables: CompanyTable[], rows: number, round: number): Progress => ({
  ...{ table: tables[0]?.name ?? '', after: null, rows, round },
  ...{ part: 'ROWS', different: [] },
})

export const startOf = (tables: CompanyTable[]): Progress => beginningOf(tables, 0, 1)

/** The same round from its first table on, because rows may have changed since. */
export const roundAgain = (tables: CompanyTable[], { rows, round }: Progress): Progress =>
  beginningOf(tables, rows, round)

/** Where the progress stands. A table that no longer exists is the first one again. */
const placeOf = (tables: CompanyTable[], { table }: Progress): number =>
  Math.max(
    0,
    tables.findIndex(({ name }) => name === table),
  )

const nextTable = (tables: CompanyTable[], progress: Progress): Progress | null => {
  const next = tables[placeOf(tables, progress) + 1]
  return next ? { ...progress, table: next.name, after: null, part: 'ROWS' } : null
}

/**
 * Compares one page and writes what differs. Returns where to go on, or null when a whole round found no difference: then
 * every row of every table is the same. Throws if the two never become the same, with the tables that differ.
 */
export const copyPage = async (copying: Copying, progress: Progress): Promise<Progress | null> => {
  const { tables } = copying
  const table = tables[placeOf(tables, progress)]
  if (!table) return null
  const { found, next, rows } = await (progress.part === 'ROWS' ? copyRows : deleteExtras)(copying, table, progress)
  const different = found && !progress.different.includes(table.name) ? [table.name] : []
  const now = { ...progress, rows: progress.rows + rows, different: [...progress.different, ...different] }
  if (next !== null) return { ...now, after: next }
  if (progress.part === 'ROWS' && isOfCompanyAlone(table)) return { ...now, part: 'EXTRAS', after: null }
  const further = nextTable(tables, now)
  if (further) return further
  if (now.different.length === 0) return null
  if (now.round === MOST_ROUNDS) throw new Error(`The copies stay different: ${now.different.join(', ')}`)
  return beginningOf(tables, now.rows, now.round + 1)
}

interface Done {
  found: boolean
  next: string | null
  rows: number
}

const copyRows = async ({ from, to, companyId }: Copying, table: CompanyTable, { after }: Progress): Promise<Done> => {
  const { rows, next } = await pageOf(from, table, companyId, after)
  const there = await rowsAt(
    to,
    table,
    rows.map(({ key }) => key),
  )
  const missing = rows.filter(({ key }) => !there.has(key))
  const changed = rows.filter(({ key, text }) => there.has(key) && there.get(key) !== text)
  const statements = [...insertStatements(to, table, missing), ...changed.map((row) => updateStatement(to, table, row))]
  if (statements.length > 0) await to.batch(statements)
  return { found: statements.length > 0, next, rows: rows.length }
}

/** What triggers wrote into the target and the source doesn't have. */
const deleteExtras = async (
  { from, to, companyId }: Copying,
  table: CompanyTable,
  { after }: Progress,
): Promise<Done> => {
  const { rows, next } = await pageOf(to, table, companyId, after)
  const keys = rows.map(({ key }) => key)
  const known = await rowsAt(from, table, keys)
  const extra = keys.filter((key) => !known.has(key))
  if (extra.length > 0) await to.batch([deleteStatement(to, table, extra)])
  return { found: extra.length > 0, next, rows: 0 }
}

/** Deletes one page of a company's rows. Returns where to go on, or null when nothing is left. */
export const clearPage = async (
  { db, companyId, tables }: { db: Database; companyId: string; tables: CompanyTable[] },
  progress: Progress,
): Promise<Progress | null> => {
  const table = tables[placeOf(tables, progress)]
  if (!table) return null
  const { rows, next } = await pageOf(db, table, companyId, progress.after)
  const keys = rows.map(({ key }) => key)
  if (keys.length > 0) await db.batch([deleteStatement(db, table, keys)])
  const now = { ...progress, rows: progress.rows + keys.length }
  return next === null ? nextTable(tables, now) : { ...now, after: next }
}
