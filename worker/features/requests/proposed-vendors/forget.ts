import { chosenIds } from '../../../../schema/requests/forms/chosen-departments.ts'
import { isProposedVendorId } from '../../../../schema/requests/proposed-vendors/values.ts'
import { requestsNaming } from '../../../core/naming-requests.ts'
import type { SystemContext } from '../../../core/operation.ts'

/** Proposed vendors that nothing names any more. A rejected or withdrawn request keeps its own: it may be filed again. */

const DAY_MS = 24 * 60 * 60 * 1000
/** Someone may take this long to save a draft. */
const KEPT_DAYS = 30

/** SQL condition that no request, draft or spend request that is there names `p`. */
const UNNAMED = `p.settled_at IS NULL AND p.waiting IS NULL
  AND NOT EXISTS (SELECT 1 FROM ${requestsNaming('p.company_id', 'p.id')} a CROSS JOIN intake_submissions s ON s.id = a.id
                   WHERE s.deleted_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM intake_submissions s
                   WHERE s.company_id = p.company_id AND s.vendor_id = p.id AND s.deleted_at IS NULL)
  AND NOT EXISTS (SELECT 1 FROM spend_requests r
                   WHERE r.company_id = p.company_id AND r.vendor_id = p.id AND r.deleted_at IS NULL)`

/** For the batch that writes a deleted request: what it proposed goes with it, unless something else names it. */
export const forgetStatements = (
  db: Pick<D1Database, 'prepare'>,
  { companyId, deletedAt }: { companyId: string; deletedAt: number | null },
  values: readonly unknown[],
): D1PreparedStatement[] => {
  const ids = deletedAt === null ? [] : values.flatMap(chosenIds).filter(isProposedVendorId)
  if (ids.length === 0) return []
  return [
    db
      .prepare(
        `DELETE FROM proposed_vendors WHERE company_id = ?1 AND id IN (
           SELECT p.id FROM json_each(?2) j CROSS JOIN proposed_vendors p ON p.id = j.value WHERE ${UNNAMED})`,
      )
      .bind(companyId, JSON.stringify(ids)),
  ]
}

/** Those that were proposed and never saved with anything. Each is looked at for a day, once it is old enough. */
export const forgetUnfiled = ({ db, clock }: SystemContext): Promise<unknown> => {
  const until = clock.now() - KEPT_DAYS * DAY_MS
  return db.batch([
    db.sql(
      `DELETE FROM proposed_vendors WHERE id IN (
         SELECT p.id FROM proposed_vendors p INDEXED BY proposed_vendors_unsettled
          WHERE p.created_at >= ?1 AND p.created_at < ?2 AND ${UNNAMED} LIMIT 200)`,
      until - DAY_MS,
      until,
    ),
  ])
}
