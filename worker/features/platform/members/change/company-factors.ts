import type { Database } from '../../../../core/database.ts'

/**
 * What the company asks a second factor for. Changes nothing where it would ask for less than it does now, unless that was
 * asked for and confirmed.
 */
export const factorForMoneyStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  forMoney: boolean,
  mayLoosen: boolean,
): D1PreparedStatement =>
  db.sql(
    'UPDATE companies SET factor_for_money = ?2 WHERE id = ?1 AND (?3 OR factor_for_money <= ?2)',
    companyId,
    Number(forMoney),
    Number(mayLoosen),
  )
