import type { SystemContext } from '../../../core/operation.ts'
import type { Connection } from '../../platform/accounting/index.ts'

/**
 * Books that were connected before count no longer once others are: a cost that stands in both would count twice. What
 * people set on their lines goes with them. Connected again, they are read again.
 */

const AT_ONCE = 5000

interface Old {
  connectionId: string
  /** Which of its rows are left. */
  rows: 'transactions' | 'erp_objects'
}

const INDEXES = { transactions: 'transactions_line', erp_objects: 'erp_objects_erp' }

const left = (table: Old['rows']): string => `EXISTS (
  SELECT 1 FROM ${table} t INDEXED BY ${INDEXES[table]} WHERE t.company_id = c.company_id AND t.connection_id = c.id)`

/** Rows of another connection that are still there. */
const oldRows = async ({ db }: SystemContext, { companyId, id }: Connection): Promise<Old | null> => {
  const row = await db.first<{ id: string; hasLines: number }>(
    db.sql(
      `SELECT c.id, ${left('transactions')} AS hasLines FROM erp_connections c INDEXED BY erp_connections_company
        WHERE c.company_id = ? AND c.id <> ? AND (${left('transactions')} OR ${left('erp_objects')}) LIMIT 1`,
      companyId,
      id,
    ),
  )
  return row && { connectionId: row.id, rows: row.hasLines === 1 ? 'transactions' : 'erp_objects' }
}

/** The next rows to delete, and the months whose sums they were in. Null if there are none. */
export const forgetStep = async (
  context: SystemContext,
  connection: Connection,
): Promise<{ statements: D1PreparedStatement[]; months: string[] } | null> => {
  const { db } = context
  const old = await oldRows(context, connection)
  if (!old) return null
  const index = INDEXES[old.rows]
  const key = [connection.companyId, old.connectionId]
  const some = `SELECT rowid FROM ${old.rows} INDEXED BY ${index} WHERE company_id = ?1 AND connection_id = ?2 LIMIT ${AT_ONCE}`
  const months =
    old.rows === 'transactions'
      ? await db.all<{ month: string }>(
          db.sql(`SELECT DISTINCT substr(date, 1, 7) AS month FROM transactions WHERE rowid IN (${some})`, ...key),
        )
      : []
  return {
    statements: [db.sql(`DELETE FROM ${old.rows} WHERE rowid IN (${some})`, ...key)],
    months: months.map(({ month }) => month),
  }
}
