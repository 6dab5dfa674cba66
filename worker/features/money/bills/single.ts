import type { BillContent } from '../../../../schema/money/bills/content.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { isDuplicate, sameNumber, similarOf, similarStatement } from './duplicates.ts'

/** Throws CONFLICT with DUPLICATE_BILL if another bill has its number and no admin let it through. */
export const requireSingle = async (context: StaffContext, id: string): Promise<void> => {
  const { db, actor } = context
  const row = await db.first<{ content: string; vendorName: string | null }>(
    db.sql(
      `SELECT s.content, (SELECT o.name FROM erp_objects o WHERE o.id = s.erp_vendor_id AND +o.company_id = ?1) AS vendorName
         FROM bills s WHERE s.id = ?2 AND s.company_id = ?1`,
      actor.companyId,
      id,
    ),
  )
  if (!row) return
  const content = JSON.parse(row.content) as BillContent
  const found = await db.all<Record<string, unknown>>(similarStatement(context, id, content, null))
  const other = sameNumber(similarOf(found, content.invoiceNumber))
  // Of two with one number, the one that was let through names the other.
  if (other && content.duplicateAllowed === null && !(await isAllowedBeside(context, other.id, id)))
    throw isDuplicate(other, row.vendorName ?? 'this vendor')
}

const isAllowedBeside = async ({ db, actor }: StaffContext, otherId: string, id: string): Promise<boolean> =>
  (await db.first(
    db.sql(
      `SELECT 1 AS one FROM bills WHERE id = ?2 AND company_id = ?1 AND content ->> '$.duplicateAllowed.billId' = ?3`,
      actor.companyId,
      otherId,
      id,
    ),
  )) !== null
