import { auditStatement } from '../../../core/audit.ts'
import { livesHere } from '../../../core/cells.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'

type JobContext = Pick<OutboxContext, 'db' | 'env' | 'clock'>

const AT_ONCE = 100

/** Uploaded files that were never made into a document. */
export const removeAbandonedUploads = async ({ db, env }: JobContext, before: number): Promise<void> => {
  const rows = await db.all<{ storageKey: string }>(
    db.sql(
      `SELECT storage_key AS storageKey FROM uploads u WHERE document_id IS NULL AND created_at < ?
          AND ${livesHere('u.company_id')} LIMIT ${AT_ONCE}`,
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

/** Whether a draft by the uploader of document `documents` names it in its answers. */
const IN_A_DRAFT = `EXISTS (SELECT 1 FROM intake_submissions s
   WHERE s.company_id = documents.company_id AND s.created_by_user_id = documents.uploaded_by_user_id
     AND s.is_draft = 1 AND s.deleted_at IS NULL AND instr(s.draft_answers, '"' || documents.id || '"') > 0)`

/**
 * Removes documents that were uploaded in a form that was never sent. Attaching one keeps it. Documents in a draft are
 * checked again a day later, and are deleted with the draft.
 */
export const removeTemporaryDocuments = async ({ db, env, clock }: JobContext, before: number): Promise<void> => {
  const rows = await db.all<Temporary>(
    db.sql(
      `SELECT id, company_id AS companyId, display_name AS displayName, storage_key AS storageKey FROM documents d
        WHERE temporary_since IS NOT NULL AND temporary_since < ? AND ${livesHere('d.company_id')} LIMIT ${AT_ONCE}`,
      before,
    ),
  )
  if (rows.length === 0) return
  const now = clock.now()
  const ids = JSON.stringify(rows.map(({ id }) => id))
  // A document attached a moment ago is no longer temporary, so it is neither removed nor reported.
  const [, removal] = await db.batch([
    db.sql(
      `UPDATE documents SET temporary_since = ?1
        WHERE temporary_since < ?2 AND id IN (SELECT value FROM json_each(?3)) AND ${IN_A_DRAFT}`,
      now,
      before,
      ids,
    ),
    db.sql(
      `UPDATE documents SET deleted_at = coalesce(deleted_at, ?1), updated_at = ?1, temporary_since = NULL
        WHERE temporary_since < ?2 AND link_count = 0 AND id IN (SELECT value FROM json_each(?3)) RETURNING id`,
      now,
      before,
      ids,
    ),
  ])
  const removed = (removal?.results ?? []) as { id: string }[]
  const gone = rows.filter(({ id }) => removed.some((row) => row.id === id))
  if (gone.length === 0) return
  await db.batch([
    auditStatement(
      db,
      gone.map(({ id, companyId, displayName }) => ({
        changeKey: `document:${id}:abandoned`,
        companyId,
        actorUserId: null,
        impersonatorUserId: null,
        action: 'document.abandoned',
        targetType: 'DOCUMENT',
        targetId: id,
        message: `Removed ${displayName}, which was uploaded for a form that was never submitted`,
        changeData: null,
        occurredAt: now,
      })),
      'ignore',
    ),
  ])
  await env.DOCUMENTS.delete(gone.map(({ storageKey }) => storageKey))
}
