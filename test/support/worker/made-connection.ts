import { newId } from '../../../worker/core/clock.ts'
import { registerMadeCustom } from './made-books.ts'
import { run } from './sessions.ts'

/** A company that is connected to the made-up books, for what only looks at the connection. */

export const BOOKS_NAME = 'Books of the Northern Office'

/** A company has one connection, which every test of it shares. */
export const connectMadeBooks = async (companyId: string): Promise<string> => {
  registerMadeCustom()
  const id = `connection-${companyId}`
  await run('DELETE FROM sync_runs WHERE company_id = ? AND finished_at IS NULL', companyId)
  await run('DELETE FROM erp_connections WHERE company_id = ? AND id <> ?', companyId, id)
  await run(
    `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
       is_full_wanted, connected_by_user_id, connected_at)
     VALUES (?, ?, 'CUSTOM', 'account', ?, 'USD', 'CONNECTED', 'COMPLETE', '2024-01-01', 0, 'nobody', 0)
     ON CONFLICT (id) DO UPDATE SET state = 'CONNECTED', step = 'COMPLETE', disconnected_at = NULL`,
    ...[id, companyId, BOOKS_NAME],
  )
  return id
}

export const RUN_ERROR = `${BOOKS_NAME} are closed.`

/** A run that failed. */
export const addMadeRun = async (companyId: string): Promise<void> => {
  await connectMadeBooks(companyId)
  await run(
    `INSERT INTO sync_runs (id, company_id, provider, kind, trigger, state, error, created_at, started_at, finished_at)
     VALUES (?1, ?2, 'CUSTOM', 'BOOKS', 'HAND', 'ERROR', ?3, ?4, ?4, ?4)`,
    ...[newId(), companyId, RUN_ERROR, Date.now()],
  )
}
