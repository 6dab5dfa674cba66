import type { MemberOutcome } from '../../../../schema/platform/member-imports/endpoints.ts'
import type { ImportProblem } from '../../../../schema/shared/imports.ts'
import type { Database } from '../../../core/database.ts'

export interface KeptRow {
  number: number
  outcome: MemberOutcome
  problems: readonly ImportProblem[]
  userId?: string | null
}

/**
 * Stores the check or the result of rows, in one statement, with the version that a new member's row has by then.
 * Inserting over existing rows finds each by its key.
 */
export const keptRowsStatement = (
  db: Database,
  companyId: string,
  importId: string,
  rows: readonly KeptRow[],
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO member_import_rows (company_id, import_id, number, cells, outcome, problems, user_id, written_version)
     SELECT ?1, ?2, value ->> 'number', '', value ->> 'outcome', value ->> 'problems', value ->> 'userId',
            (SELECT m.version FROM company_memberships m WHERE m.company_id = ?1 AND m.user_id = value ->> 'userId')
       FROM json_each(?3) WHERE 1
     ON CONFLICT (company_id, import_id, number) DO UPDATE SET outcome = excluded.outcome, problems = excluded.problems,
       user_id = excluded.user_id, written_version = excluded.written_version`,
    companyId,
    importId,
    JSON.stringify(rows),
  )

export const countsOf = (rows: readonly { outcome: MemberOutcome }[]): Partial<Record<MemberOutcome, number>> => {
  const counts: Partial<Record<MemberOutcome, number>> = {}
  for (const { outcome } of rows) counts[outcome] = (counts[outcome] ?? 0) + 1
  return counts
}
