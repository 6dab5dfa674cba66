import type { Database } from '../../core/database.ts'

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
 * Keeps what was found out about rows, or became of them. An insert of rows that are there: it finds each by its key,
 * where an update would go through the whole file once for each row.
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
