import { auditStatement } from '../../core/audit.ts'
import type { OutboxContext } from '../../core/outbox-runner.ts'

type JobContext = Pick<OutboxContext, 'db' | 'env' | 'clock'>

const AT_ONCE = 100

/** Files that nobody made a document of since then. */
export const removeAbandonedUploads = async ({ db, env }: JobContext, before: number): Promise<void> => {
  const rows = await db.all<{ storageKey: string }>(
    db.sql(
      `SELECT storage_key AS storageKey FROM uploads WHERE document_id IS NULL AND created_at < ? LIMIT ${AT_ONCE}`,
      before,
    ),
  )
  if (rows.length === 0) return
  const keys = rows.map((row) => row.storageKey)
  await env.DOCUMENTS.delete(keys)
  await db.batch([
    db.sql('DELETE FROM uploads WHERE storage_key IN (SELECT value FROM json_each(?))', JSON.stringify(keys)),
  ])
}

interface Temporary {
  id: string
  companyId: string
  displayName: string
  storageKey: string
}

/** Documents that a form uploaded ahead and then was not sent; whoever attaches one keeps it. */
export const removeTemporaryDocuments = async ({ db, env, clock }: JobContext, before: number): Promise<void> => {
  const rows = await db.all<Temporary>(
    db.sql(
      `SELECT id, company_id AS companyId, display_name AS displayName, storage_key AS storageKey FROM documents
        WHERE temporary_since IS NOT NULL AND temporary_since < ? LIMIT ${AT_ONCE}`,
      before,
    ),
  )
  if (rows.length === 0) return
  const now = clock.now()
  // One that was attached a moment ago is not temporary any more: it is neither removed nor told of.
  const removed = await db.all<{ id: string }>(
    db.sql(
      `UPDATE documents SET deleted_at = coalesce(deleted_at, ?1), updated_at = ?1, temporary_since = NULL
        WHERE temporary_since < ?2 AND link_count = 0 AND id IN (SELECT value FROM json_each(?3)) RETURNING id`,
      now,
      before,
      JSON.stringify(rows.map(({ id }) => id)),
    ),
  )
  const gone = rows.filter(({ id }) => removed.some((row) => row.id === id))
  if (gone.length === 0) return
  await db.batch([
    await auditStatement(
      db,
      gone.map(({ id, companyId, displayName }) => ({
        changeKey: `document:${id}:abandoned`,
        companyId,
        actorUserId: null,
        impersonatorUserId: null,
        action: 'document.abandoned',
        targetType: 'DOCUMENT',
        targetId: id,
        message: `Removed ${displayName}, which was uploaded for a form that nobody sent`,
        changeData: null,
        occurredAt: now,
      })),
      'ignore',
    ),
  ])
  await env.DOCUMENTS.delete(gone.map(({ storageKey }) => storageKey))
}
