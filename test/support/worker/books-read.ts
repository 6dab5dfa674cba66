import { syncStatements } from '../../../worker/core/syncs.ts'
import { rows } from './sessions.ts'
import { jobContext, type WritableBooks } from './writable-books.ts'

/** Runs that read the books of the stand-ins, and what they read. */

export const stateOf = async ({ companyId }: WritableBooks): Promise<string | undefined> => {
  const [found] = await rows<{ state: string }>(
    'SELECT state FROM sync_runs WHERE company_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
    companyId,
  )
  return found?.state
}

export const startSync = async (books: WritableBooks): Promise<void> => {
  const { db } = jobContext(books)
  const { companyId, system: provider } = books
  const id = `${companyId}-${books.now}`
  await db.batch(syncStatements(db, [{ id, companyId, provider, kind: 'BOOKS', trigger: 'HAND' }], books.now))
}

/** All that was read, without what differs from run to run. */
export const readOf = async ({ companyId }: WritableBooks) => ({
  lines: await rows(
    `SELECT document_kind AS kind, erp_id, line_erp_id, date, amount_minor, company_minor, account_type
       FROM transactions WHERE company_id = ? ORDER BY document_kind, erp_id, line_erp_id`,
    companyId,
  ),
  objects: await rows(
    `SELECT kind, erp_id, name, last12_minor, deleted_at IS NULL AS isThere
       FROM erp_objects WHERE company_id = ? ORDER BY kind, erp_id`,
    companyId,
  ),
  months: await rows(
    `SELECT o.kind, o.erp_id, m.month, m.amount_minor FROM erp_object_months m JOIN erp_objects o ON o.id = m.object_id
      WHERE m.company_id = ? ORDER BY o.kind, o.erp_id, m.month`,
    companyId,
  ),
  counts: await rows(
    'SELECT mapped_kind, total, unmapped FROM erp_object_counts WHERE company_id = ? ORDER BY mapped_kind',
    companyId,
  ),
})
