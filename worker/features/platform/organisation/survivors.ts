import type { StaffContext } from '../../../core/operation.ts'

/** Units that were merged, and those that took over. */

export const survivorStatements = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  fromId: string,
  toId: string,
): D1PreparedStatement[] => [
  db.sql(
    'UPDATE unit_merges SET survivor_id = ?3 WHERE company_id = ?1 AND survivor_id = ?2',
    ...[actor.companyId, fromId, toId],
  ),
  db.sql(
    'INSERT INTO unit_merges (company_id, from_id, survivor_id) VALUES (?, ?, ?)',
    ...[actor.companyId, fromId, toId],
  ),
]

/** The unit of a column, or the one that it was merged into meanwhile, as SQL. */
export const unitSurvivorSql = (company: string, unitId: string): string =>
  `coalesce((SELECT um.survivor_id FROM unit_merges um WHERE um.company_id = ${company} AND um.from_id = ${unitId}), ${unitId})`
