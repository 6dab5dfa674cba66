import type { OutcomeCounts } from '../../../../schema/vendors/imports/endpoints.ts'
import { newId } from '../../../core/clock.ts'
import type { OutboxRow, VendorImportJob } from '../../../core/outbox.ts'
import type { Ring } from '../../platform/bell/index.ts'
import type { Step } from './step.ts'

const counted = (count: number, noun: string): string => `${count} ${noun}${count === 1 ? '' : 's'}`

const starterOf = ({ by }: VendorImportJob): string => by.impersonatorUserId ?? by.userId

/** What the person who started an import, or undid it, is told at its end. */
export const bellOfImport = ({ companyId, job, found }: Step, at: number): Ring => {
  const counts = JSON.parse(found.counts) as OutcomeCounts
  const isRun = found.status === 'RUNNING'
  const [created, changed] = isRun ? [counts.CREATED, counts.UPDATED] : [counts.REMOVED, counts.RESTORED]
  const { FAILED: failed = 0, KEPT: kept = 0 } = counts
  const isInVain = isRun && failed > 0 && !created && !changed
  const done = isRun
    ? `Your import is done: ${counted(created ?? 0, 'vendor')} created, ${changed ?? 0} changed.`
    : `Your import is undone: ${counted(created ?? 0, 'vendor')} removed, ${changed ?? 0} restored.`
  const more = isRun
    ? failed > 0 && `${counted(failed, 'row')} couldn’t be imported.`
    : kept > 0 && `${counted(kept, 'vendor')} changed since and stayed.`
  return {
    ...{ key: `vendor-import:${found.id}:${found.status}`, companyId, at, userId: starterOf(job) },
    kind: isInVain ? 'IMPORT_FAILED' : 'IMPORTED',
    target: null,
    title: found.fileName,
    sentence: isInVain ? 'Your import failed: no row could be imported.' : [done, more].filter(Boolean).join(' '),
    path: `/vendors/imports/${found.id}`,
  }
}

export const bellOfDeadImport = (
  companyId: string,
  job: VendorImportJob,
  { fileName, status }: { fileName: string; status: string },
): Omit<Ring, 'at'> => ({
  ...{ key: `vendor-import:${job.importId}:${status}:stopped`, companyId, userId: starterOf(job) },
  ...{ kind: 'IMPORT_FAILED', target: null, title: fileName, path: `/vendors/imports/${job.importId}` },
  sentence:
    status === 'ROLLING_BACK' ? 'Undoing your import stopped before its end.' : 'Your import stopped before its end.',
})

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
  const byId = starterOf(job)
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
