import { withStop } from '../../../../schema/shared/name-lists.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { Database } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'

/**
 * The error for a missing vendor. If it was merged, it names the remaining one, so that old links lead there: NOT_FOUND
 * with the reason MERGED and `details.vendorId`.
 */
export const missingVendor = async (
  { db, actor }: { db: Database; actor: StaffActor },
  vendorId: string,
): Promise<AppError> => {
  const merge = await db.first<{ id: string; name: string }>(
    db.sql(
      `SELECT m.survivor_id AS id, v.name FROM vendor_merges m JOIN vendors v ON v.id = m.survivor_id
        WHERE m.company_id = ? AND m.from_id = ? AND m.undone_at IS NULL`,
      actor.companyId,
      vendorId,
    ),
  )
  if (!merge) return notFound('The vendor')
  return new AppError('NOT_FOUND', `The vendor was merged into ${withStop(merge.name)}`, {
    reason: 'MERGED',
    details: { vendorId: merge.id },
  })
}
