import { DatabaseSync } from 'node:sqlite'
import { databaseOf, withoutRequests } from './data/build.ts'
import { OTHER_REQUESTS } from './data/company.ts'
import { table } from './report.ts'

/** What one request adds to the database, table by table: rows, and the indexes on them. */

/** Pages of a B-tree are never quite full, and few requests fill them worse than many. */
const REQUESTS = 20_000

export interface Weight {
  table: string
  rows: number
  indexes: number
}

interface Stored {
  table: string
  isIndex: number
  bytes: number
}

const SIZES = `SELECT m.tbl_name AS "table", m.name <> m.tbl_name AS isIndex, SUM(d.pgsize) AS bytes
  FROM dbstat d JOIN sqlite_master m ON m.name = d.name GROUP BY 1, 2`

const sizesIn = (file: string): Map<string, Stored> => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare(SIZES).all() as unknown as Stored[]
    return new Map(rows.map((row) => [`${row.table} ${row.isIndex}`, row]))
  } finally {
    database.close()
  }
}

/** Bytes of each table for one request, the largest first. */
export const weigh = async (): Promise<Weight[]> => {
  const [before, after] = [sizesIn(await withoutRequests()), sizesIn(await databaseOf(REQUESTS))]
  const weights = new Map<string, Weight>()
  for (const [key, { table, isIndex, bytes }] of after) {
    const each = (bytes - (before.get(key)?.bytes ?? 0)) / (REQUESTS + OTHER_REQUESTS)
    const known = weights.get(table) ?? { table, rows: 0, indexes: 0 }
    weights.set(table, isIndex ? { ...known, indexes: each } : { ...known, rows: each })
  }
  return [...weights.values()]
    .filter(({ rows, indexes }) => rows + indexes >= 1)
    .sort((a, b) => b.rows + b.indexes - a.rows - a.indexes)
}

export const weightOf = (weights: Weight[]): number =>
  Math.round(weights.reduce((sum, { rows, indexes }) => sum + rows + indexes, 0))

export const weightTable = (weights: Weight[]): string =>
  table(
    ['table', 'bytes', 'rows', 'indexes'],
    weights.map((weight) => [
      weight.table,
      String(Math.round(weight.rows + weight.indexes)),
      String(Math.round(weight.rows)),
      String(Math.round(weight.indexes)),
    ]),
  )
