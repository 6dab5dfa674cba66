import type { Database } from '../../../core/database.ts'

interface KeptRow {
  number: number
  outcome: string
  /** JSON. */
  problems: string
  vendorId: string | null
  writtenVersion?: number | null
  before?: string | null
}

/**
 * Stores the check or the result of rows. Inserting over existing rows finds each by its key, while an update would
 * scan the whole file for each row.
 */
export const keptRowsStatement = (
  db: Database,
  companyId: string,
  importId: string,
  rows: readonly KeptRow[],
): D1PreparedStatement =>
  db.sql(
    `INSERT INTO vendor_import_rows (company_id, import_id, number, cells, outcome, problems, vendor_id, written_version, before)
     SELECT ?1, ?2, value ->> 'number', '', value ->> 'outcome', value ->> 'problems', value ->> 'vendorId',
            value ->> 'writtenVersion', value ->> 'before' FROM json_each(?3) WHERE 1
     ON CONFLICT (company_id, import_id, number) DO UPDATE SET outcome = excluded.outcome, problems = excluded.problems,
       vendor_id = excluded.vendor_id, written_version = excluded.written_version, before = excluded.before`,
    companyId,
    importId,
    JSON.stringify(rows),
  )
