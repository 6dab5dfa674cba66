import type { Database } from '../../../core/database.ts'
import { type CompanyTable, companyTables } from './tables.ts'

/**
 * Makes the rows of a company in one database the same as in another. It compares before it writes, so that it can be
 * repeated from the start after any interruption. Triggers of the target write rows as well, which a further round
 * compares again.
 */

/** Rows of a page, and the most characters of one statement's input. */
const PAGE = 200
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

const readOf = ({ read }: CompanyTable, column: string): string => read[column] ?? `t.${column}`
const jsonOf = (table: CompanyTable, columns: string[]): string =>
  `json_array(${columns.map((column) => readOf(table, column)).join(', ')})`
const listOf = (columns: string[]): string => columns.map((column) => `t.${column}`).join(', ')

/** A page of the company's rows from a place in their order on. */
const pageOf = (db: Database, table: CompanyTable, companyId: string, after: string | null): Promise<Row[]> => {
  const places = table.order.map((_, index) => `json_extract(?2, '$[${index}]')`).join(', ')
  const order = listOf(table.order)
  return db.all<Row>(
    db.sql(
      `SELECT ${jsonOf(table, table.columns)} AS text, json_array(${listOf(table.key)}) AS key,
              json_array(${order}) AS place FROM ${table.name} t
        WHERE ${table.where} AND (?2 IS NULL OR (${order}) > (${places})) ORDER BY ${order} LIMIT ${PAGE}`,
      companyId,
      after,
    ),
  )
}

/** The rows with these keys. */
const rowsAt = async (db: Database, table: CompanyTable, keys: string[]): Promise<Map<string, string>> => {
  const same = table.key.map((column, index) => `t.${column} IS json_extract(j.value, '$[${index}]')`)
  const rows = await db.all<Omit<Row, 'place'>>(
    db.sql(
      `SELECT ${jsonOf(table, table.columns)} AS text, json_array(${listOf(table.key)}) AS key
         FROM json_each(?1) j CROSS JOIN ${table.name} t ON ${same.join(' AND ')}`,
      `[${keys.join(',')}]`,
    ),
  )
  return new Map(rows.map(({ key, text }) => [key, text]))
}

const writtenAs = ({ columns, write }: CompanyTable, from: string): string[] =>
  columns.map((column, index) => {
    const value = `json_extract(${from}, '$[${index}]')`
    return write[column]?.replace('@', value) ?? value
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
  const at = table.key.map((column, index) => `${column} IS json_extract(?2, '$[${index}]')`)
  return db.sql(`UPDATE ${table.name} SET ${set.join(', ')} WHERE ${at.join(' AND ')}`, text, key)
}

const deleteStatement = (db: Database, table: CompanyTable, keys: string[]): D1PreparedStatement => {
  const at = table.key.map((column, index) => `${column} IS json_extract(j.value, '$[${index}]')`)
  return db.sql(
    `DELETE FROM ${table.name} WHERE EXISTS (SELECT 1 FROM json_each(?1) j WHERE ${at.join(' AND ')})`,
    `[${keys.join(',')}]`,
  )
}

export interface Copying {
  from: Database
  to: Database
  companyId: string
  /** Called after each page, to show that it goes on. */
  beat: () => Promise<void>
}

/** @returns how many rows were different */
const copyTable = async ({ from, to, companyId, beat }: Copying, table: CompanyTable): Promise<number> => {
  let different = 0
  for (let after: string | null = null; ; ) {
    const rows = await pageOf(from, table, companyId, after)
    if (rows.length === 0) break
    const there = await rowsAt(
      to,
      table,
      rows.map(({ key }) => key),
    )
    const missing = rows.filter(({ key }) => !there.has(key))
    const changed = rows.filter(({ key, text }) => there.has(key) && there.get(key) !== text)
    const statements = [
      ...insertStatements(to, table, missing),
      ...changed.map((row) => updateStatement(to, table, row)),
    ]
    if (statements.length > 0) await to.batch(statements)
    different += missing.length + changed.length
    after = rows.at(-1)?.place ?? null
    await beat()
    if (rows.length < PAGE) break
  }
  return different + (await deleteExtras({ from, to, companyId, beat }, table))
}

/** What triggers wrote into the target and the source doesn't have. Others may need shared rows. */
const deleteExtras = async ({ from, to, companyId, beat }: Copying, table: CompanyTable): Promise<number> => {
  if (
    table.where !== 'company_id = ?1' ||
    (await countOf(from, table, companyId)) >= (await countOf(to, table, companyId))
  )
    return 0
  let deleted = 0
  for (let after: string | null = null; ; ) {
    const rows = await pageOf(to, table, companyId, after)
    const known = await rowsAt(
      from,
      table,
      rows.map(({ key }) => key),
    )
    const extra = rows.filter(({ key }) => !known.has(key)).map(({ key }) => key)
    if (extra.length > 0) await to.batch([deleteStatement(to, table, extra)])
    deleted += extra.length
    after = rows.at(-1)?.place ?? null
    await beat()
    if (rows.length < PAGE) return deleted
  }
}

const countOf = async (db: Database, { name, where }: CompanyTable, companyId: string): Promise<number> =>
  Number((await db.first<{ n: number }>(db.sql(`SELECT COUNT(*) AS n FROM ${name} WHERE ${where}`, companyId)))?.n)

/**
 * Copies until a whole round finds no difference: then every row of every table is the same. Throws if the two never
 * become the same, with the tables that differ.
 */
export const copyCompany = async (copying: Copying): Promise<void> => {
  const tables = await companyTables(copying.from)
  for (let round = 1; ; round += 1) {
    const different: string[] = []
    for (const table of tables) if ((await copyTable(copying, table)) > 0) different.push(table.name)
    if (different.length === 0) return
    if (round === MOST_ROUNDS) throw new Error(`The copies stay different: ${different.join(', ')}`)
  }
}
