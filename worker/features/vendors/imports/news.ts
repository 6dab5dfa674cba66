import type { OutcomeCounts } from '../../../../schema/vendors/imports/endpoints.ts'
import { newId } from '../../../core/clock.ts'
import type { OutboxRow } from '../../../core/outbox.ts'
import type { Step } from './step.ts'

/** One email at the end of an import, or of undoing it, instead of one for each vendor. None if nothing changed. */
export const newsOfImport = async (
  { context: { db }, companyId, job, found }: Step,
  now: number,
): Promise<OutboxRow<'vendor.notify'>[]> => {
  const counts = JSON.parse(found.counts) as OutcomeCounts
  const isRun = found.status === 'RUNNING'
  // Undoing deletes what was created and restores what was changed.
  const created = (isRun ? counts.CREATED : counts.REMOVED) ?? 0
  const changed = (isRun ? counts.UPDATED : counts.RESTORED) ?? 0
  if (created + changed === 0) return []
  const byId = job.by.impersonatorUserId ?? job.by.userId
  const [owners, person] = await db.batch([
    db.sql(
      `SELECT DISTINCT k.target_id AS userId FROM vendor_import_rows r
        CROSS JOIN vendor_links k ON k.company_id = r.company_id AND k.vendor_id = r.vendor_id AND k.kind = 'OWNER'
        WHERE r.company_id = ? AND r.import_id = ? AND r.outcome IN (${isRun ? "'CREATED', 'UPDATED'" : "'RESTORED'"})`,
      companyId,
      found.id,
    ),
    db.sql(
      "SELECT coalesce(nullif(trim(first_name || ' ' || last_name), ''), email) AS name FROM users WHERE id = ?",
      byId,
    ),
  ])
  const ownerIds = (owners?.results ?? []).map(({ userId }) => String(userId))
  const { fileName } = found
  return [
    {
      id: newId(),
      companyId,
      topic: 'vendor.notify',
      payload: {
        event: { kind: isRun ? 'IMPORTED' : 'IMPORT_UNDONE', fileName, created, changed, ownerIds },
        vendors: [],
        by: { userId: byId, name: String(person?.results[0]?.name ?? 'Someone') },
      },
      createdAt: now,
    },
  ]
}
