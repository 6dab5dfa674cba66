import { type BooksEntry, booksEntry } from '../../../../schema/platform/accounting/entries.ts'
import { AppError } from '../../../core/errors.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { ProviderError } from '../../../core/provider-error.ts'
import { type EntryChange, type EntryName, sendingOf } from './entries.ts'
import { entrySourceOf } from './entry-sources.ts'

/** Sending an entry again that failed. Only a person does that. */

interface Failed extends EntryName {
  id: string
  companyId: string
  entry: string | null
  isRemoval: number
}

/** SQL: it was deleted in the accounting system, so that it is made again. */
const IS_DELETED = `(state = 'SYNCED' AND EXISTS (
  SELECT 1 FROM erp_drifts d WHERE d.entry_id = erp_entries.id AND d.kind = 'DELETED'))`

/** The entry as it should be now. Throws RULE_BROKEN in words if it can't be made yet. */
const rebuilt = async (
  context: BaseContext,
  { companyId, ownerKind, ownerId, kind, entry }: Failed,
): Promise<string | null> => {
  const build = entrySourceOf(ownerKind)?.build
  if (!build) return entry
  try {
    const made: BooksEntry = await build(context, { companyId, ownerId, kind })
    return JSON.stringify(booksEntry.parse(made))
  } catch (error) {
    if (error instanceof ProviderError) throw new AppError('RULE_BROKEN', error.message, { reason: 'NOT_READY' })
    throw error
  }
}

/**
 * What sends it again: null if it has no such entry that failed. After someone's change there, ours replaces it, because
 * the person has seen it by now. Where an attempt may have arrived, the next one looks for it first.
 */
export const resendEntry = async (
  context: BaseContext,
  companyId: string,
  name: EntryName,
): Promise<EntryChange | null> => {
  const { db, clock } = context
  const row = await db.first<Failed>(
    db.sql(
      `SELECT id, company_id AS companyId, owner_kind AS ownerKind, owner_id AS ownerId, kind, entry, is_removal AS isRemoval
         FROM erp_entries WHERE company_id = ? AND owner_kind = ? AND owner_id = ? AND kind = ?
          AND (state = 'ERRORED' OR ${IS_DELETED})`,
      ...[companyId, name.ownerKind, name.ownerId, name.kind],
    ),
  )
  if (!row) return null
  const entry = row.isRemoval ? row.entry : await rebuilt(context, row)
  return {
    statements: [
      db.sql(
        `UPDATE erp_entries
            SET state = 'UNSYNCED', entry = ?2, revision = revision + (entry IS NOT ?2), updated_at = ?3,
                erp_version = iif(reason = 'STALE' OR ${IS_DELETED}, NULL, erp_version), error = NULL, reason = NULL,
                failed_at = NULL, erp_id = iif(${IS_DELETED}, NULL, erp_id)
          WHERE id = ?1 AND (state = 'ERRORED' OR ${IS_DELETED})`,
        ...[row.id, entry, clock.now()],
      ),
      db.sql("DELETE FROM erp_drifts WHERE entry_id = ? AND kind = 'DELETED'", row.id),
    ],
    outbox: [sendingOf(row)],
  }
}
