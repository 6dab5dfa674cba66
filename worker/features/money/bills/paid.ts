import type { Database } from '../../../core/database.ts'

/**
 * For the batch of a payment: the bill is paid, or with null it isn't anymore, because the payment came back. Of that run
 * only.
 */
export const paidStatement = (
  db: Pick<Database, 'sql'>,
  { companyId, billId, run }: { companyId: string; billId: string; run: number },
  paidAt: number | null,
): D1PreparedStatement =>
  db.sql('UPDATE bills SET paid_at = ?4 WHERE id = ?2 AND company_id = ?1 AND run = ?3', companyId, billId, run, paidAt)
