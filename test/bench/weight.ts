import { DatabaseSync } from 'node:sqlite'
import { weighedDatabases } from './data/build.ts'
import { table } from './report.ts'

/**
 * What one request adds to the database, table by table and index by index: with five questions, three steps that were
 * decided, and its history, sealed.
 */

/** Pages of a B-tree are never quite full, and few requests fill them worse than many. */
const REQUESTS = 20_000
/** The most that a request may add. */
const MOST_BYTES = 5_000

export interface Weight {
  table: string
  /** Bytes of the rows themselves, without the indexes. */
  rows: number
  /** How many rows that are. */
  count: number
  /** By index. */
  indexes: [name: string, bytes: number][]
}

interface Stored {
  table: string
  name: string
  bytes: number
  cells: number
}

const SIZES = `SELECT m.tbl_name AS "table", m.name, SUM(d.pgsize) AS bytes,
    SUM(d.ncell) FILTER (WHERE d.pagetype = 'leaf') AS cells
  FROM dbstat d JOIN sqlite_master m ON m.name = d.name GROUP BY 1, 2`

const sizesIn = (file: string): Map<string, Stored> => {
  const database = new DatabaseSync(file, { readOnly: true })
  try {
    const rows = database.prepare(SIZES).all() as unknown as Stored[]
    return new Map(rows.map((row) => [row.name, row]))
  } finally {
    database.close()
  }
}

const sum = (numbers: number[]): number => numbers.reduce((total, each) => total + each, 0)
const indexesOf = ({ indexes }: Weight): number => sum(indexes.map(([, bytes]) => bytes))
const bytesOf = (weight: Weight): number => weight.rows + indexesOf(weight)

/** Bytes of each table for one request, the largest first. */
export const weigh = async (): Promise<Weight[]> => {
  const files = await weighedDatabases(REQUESTS)
  const [before, after] = [sizesIn(files.before), sizesIn(files.after)]
  const weights = new Map<string, Weight>()
  for (const { table, name, bytes, cells } of after.values()) {
    const known = before.get(name)
    const each = (bytes - (known?.bytes ?? 0)) / REQUESTS
    const weight = weights.get(table) ?? { table, rows: 0, count: 0, indexes: [] }
    if (name === table) Object.assign(weight, { rows: each, count: (cells - (known?.cells ?? 0)) / REQUESTS })
    else if (each >= 0.5) weight.indexes.push([name, each])
    weights.set(table, weight)
  }
  return [...weights.values()].filter((weight) => bytesOf(weight) >= 1).sort((a, b) => bytesOf(b) - bytesOf(a))
}

export const weightOf = (weights: Weight[]): number => Math.round(sum(weights.map(bytesOf)))

export const missedWeight = (weights: Weight[]): string[] => {
  const bytes = weightOf(weights)
  return bytes > MOST_BYTES ? [`A request adds ${bytes} bytes, not ${MOST_BYTES}`] : []
}

export const weightTable = (weights: Weight[]): string =>
  table(
    ['table and its indexes', 'bytes', 'rows', 'row bytes', 'index bytes'],
    weights.flatMap((weight) => [
      [
        weight.table,
        ...[bytesOf(weight).toFixed(0), weight.count.toFixed(2), weight.rows.toFixed(0), indexesOf(weight).toFixed(0)],
      ],
      ...weight.indexes
        .toSorted(([, a], [, b]) => b - a)
        .map(([name, bytes]) => [`  ${name}`, '', '', '', bytes.toFixed(0)]),
    ]),
  )
