import type { Database } from '../database.ts'

/** How many rows are looked at each time. */
const WINDOW = 2_000

/**
 * Deletes rows whose time is over, in the order in which they were written: no index has to be kept for that. Looks at one
 * row as long as the first one isn't due. A row that was copied here later than its time says stays a little longer.
 * @param column a time that later rows don't have earlier, in milliseconds
 */
export const forgetOldest = (
  db: Pick<Database, 'sql'>,
  table: string,
  column: string,
  before: number,
): D1PreparedStatement =>
  db.sql(
    `DELETE FROM ${table} WHERE (SELECT o.${column} FROM ${table} o ORDER BY o.rowid LIMIT 1) < ?1 AND rowid IN (
       SELECT f.line FROM (SELECT rowid AS line, ${column} AS at FROM ${table} ORDER BY rowid LIMIT ${WINDOW}) f
        WHERE f.at < ?1)`,
    before,
  )
