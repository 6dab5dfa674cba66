import type { Database } from '../../../../core/database.ts'

/**
 * What the company asks a second factor for. Changes nothing where it would ask for less than it does now, unless that was
 * asked for and confirmed.
 */
export const factorsAskedStatement = (
  db: Pick<Database, 'sql'>,
  companyId: string,
  { forMoney, forEmailLink }: { forMoney: boolean; forEmailLink: boolean },
  mayLoosen: boolean,
): D1PreparedStatement =>
  db.sql(
    `UPDATE companies SET factor_for_money = ?2, factor_for_email = ?3
      WHERE id = ?1 AND (?4 OR (factor_for_money <= ?2 AND factor_for_email <= ?3))`,
    companyId,
    Number(forMoney),
    Number(forEmailLink),
    Number(mayLoosen),
  )

/** SQL: whether the company asks for a second factor after an email link. */
export const asksAfterEmailLink = (companyId: string): string =>
  `(SELECT ac.factor_for_email FROM companies ac WHERE ac.id = ${companyId}) = 1`
