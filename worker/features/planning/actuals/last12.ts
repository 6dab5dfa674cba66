import type { SystemContext } from '../../../core/operation.ts'
import { firstOfLast12Months } from '../../platform/organisation/index.ts'

/** What the mapping's pages show and sort by. */
export const last12Statement = ({ db, clock }: SystemContext, companyId: string): D1PreparedStatement =>
  db.sql(
    `WITH sums AS (
       SELECT o.id, coalesce((SELECT SUM(m.amount_minor) FROM erp_object_months m INDEXED BY erp_object_months_object
                               WHERE m.company_id = ?1 AND m.object_id = o.id AND m.month >= ?2), 0) AS minor
         FROM erp_objects o INDEXED BY erp_objects_mapped WHERE o.company_id = ?1 AND o.mapped_kind IS NOT NULL)
     UPDATE erp_objects SET last12_minor = sums.minor FROM sums
      WHERE erp_objects.id = sums.id AND erp_objects.last12_minor <> sums.minor`,
    companyId,
    firstOfLast12Months(clock.now()),
  )
