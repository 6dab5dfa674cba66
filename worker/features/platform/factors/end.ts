import type { Database } from '../../../core/database.ts'
import { forgetGivenStatement } from '../session/index.ts'

/** Takes a person's factors and recovery codes away. */
export const endFactors = (db: Pick<Database, 'sql'>, companyId: string, userId: string): D1PreparedStatement[] => [
  db.sql('DELETE FROM second_factors WHERE company_id = ? AND user_id = ?', companyId, userId),
  db.sql('DELETE FROM factor_resets WHERE company_id = ? AND user_id = ?', companyId, userId),
  db.sql('DELETE FROM recovery_codes WHERE company_id = ? AND user_id = ?', companyId, userId),
  forgetGivenStatement(db, companyId, userId),
]
