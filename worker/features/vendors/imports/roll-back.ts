import type { ImportProblem } from '../../../../schema/shared/imports.ts'
import type { AuditEntry } from '../../../core/audit.ts'
import type { Database } from '../../../core/database.ts'
import { forgetReferences, unusedSql } from '../../../core/references.ts'
import { countSql, holdingPlaces, inWords, unheldSql } from '../merges/index.ts'
import { VENDOR_REFERRED } from '../vendors/index.ts'
import type { StoredRow } from './step.ts'
import { type StoredVendor, VENDOR_COLUMNS, type VendorColumns } from './vendor-columns.ts'
import { auditEntry, before, readable, updateStatements, type Writing, type Written } from './write.ts'

/** Undoes rows of an import, but only vendors that are unchanged since and not in use. */

interface Found extends StoredVendor {
  /** JSON: the number of references from each place. */
  held: string
  /** Whether anything else names it, such as a condition of a workflow. */
  isNamed: number
}

/** SQL: nothing that keeps a vendor from being deleted names vendor `v`. ?1 is the company. */
const unnamedSql = (): string => unusedSql(VENDOR_REFERRED).replaceAll('?1', 'v.id').replaceAll('?2', '?1')

const foundVendors = async (db: Database, companyId: string, rows: StoredRow[]): Promise<Map<string, Found>> => {
  const counts = holdingPlaces()
    .map((place) => countSql(place, '?1', 'v.id'))
    .join(', ')
  const found = await db.all<Found>(
    db.sql(
      `SELECT ${VENDOR_COLUMNS}, json_array(${counts}) AS held, NOT (${unnamedSql()}) AS isNamed
         FROM json_each(?2) r CROSS JOIN vendors v ON v.id = r.value AND +v.company_id = ?1`,
      companyId,
      JSON.stringify(rows.map(({ vendorId }) => vendorId)),
    ),
  )
  return new Map(found.map((vendor) => [vendor.id, vendor]))
}

const heldBy = ({ held }: Found): string => {
  const counts = JSON.parse(held) as number[]
  return inWords(holdingPlaces().map(({ noun }, index) => ({ noun, count: counts[index] ?? 0 })))
}

/** Why a vendor can't be undone, or null if it can. */
const keptBecause = (row: StoredRow, vendor: Found | undefined): string | null => {
  if (!vendor) return 'The vendor was deleted or merged since'
  if (vendor.version !== row.writtenVersion) return 'The vendor was changed since'
  const holds = row.outcome === 'CREATED' ? heldBy(vendor) : ''
  if (holds) return `The vendor has ${holds}`
  return row.outcome === 'CREATED' && vendor.isNamed === 1 ? 'Rules, forms or settings name the vendor' : null
}

const deleteStatements = async (
  { db, actor, now }: Writing,
  gone: { id: string; version: number }[],
): Promise<D1PreparedStatement[]> => {
  if (gone.length === 0) return []
  const json = JSON.stringify(gone)
  return [
    // Which of them can be deleted is decided before the first one is.
    db.sql(
      `DELETE FROM vendors WHERE id IN (
         SELECT v.id FROM json_each(?2) g CROSS JOIN vendors v
             ON v.id = g.value ->> 'id' AND +v.company_id = ?1 AND v.version = g.value ->> 'version'
          WHERE ${unheldSql('?1', 'v.id')} AND ${unnamedSql()})`,
      actor.companyId,
      json,
    ),
    db.sql(
      `INSERT INTO write_guard (ok) SELECT NULL WHERE EXISTS (
         SELECT 1 FROM json_each(?2) g CROSS JOIN vendors v ON v.id = g.value ->> 'id' AND +v.company_id = ?1)`,
      actor.companyId,
      json,
    ),
    db.sql(
      "DELETE FROM vendor_links WHERE company_id = ?1 AND vendor_id IN (SELECT value ->> 'id' FROM json_each(?2))",
      actor.companyId,
      json,
    ),
    ...(await forgetReferences(
      { db, actor, clock: { now: () => now } },
      gone.map(({ id }) => id),
    )),
  ]
}

/** The statements that undo these rows, and the result of each with the reason. */
export const takeBackRows = async (writing: Writing, rows: StoredRow[]): Promise<Written> => {
  const { db, actor, source } = writing
  const vendors = await foundVendors(db, actor.companyId, rows)
  const gone: { id: string; version: number }[] = []
  const restored: { id: string; version: number; columns: VendorColumns }[] = []
  const audit: AuditEntry[] = []
  const written = rows.map((row): Written['rows'][number] => {
    const { number, vendorId, writtenVersion } = row
    const vendor = vendors.get(vendorId ?? '')
    const reason = keptBecause(row, vendor)
    const kept = { number, vendorId, writtenVersion, before: row.before, problems: row.problems }
    if (reason !== null || !vendor) {
      const problem: ImportProblem = { level: 'WARNING', field: null, message: reason ?? '' }
      return { ...kept, outcome: 'KEPT', problems: JSON.stringify([problem]) }
    }
    if (row.outcome === 'CREATED') {
      gone.push({ id: vendor.id, version: vendor.version })
      audit.push(
        auditEntry(writing, vendor.id, vendor.version + 1, {
          action: 'vendor.deleted',
          message: `Deleted the vendor ${vendor.name}: the import of ${source} was undone`,
          changeData: { before: { name: vendor.name } },
        }),
      )
      return { ...kept, outcome: 'REMOVED' }
    }
    const columns = JSON.parse(row.before ?? '{}') as VendorColumns
    restored.push({ id: vendor.id, version: vendor.version, columns })
    audit.push(
      auditEntry(writing, vendor.id, vendor.version + 1, {
        action: 'vendor.changed',
        message: `Changed the vendor ${vendor.name} back: the import of ${source} was undone`,
        changeData: { before: readable(before(vendor, columns)), after: readable(columns) },
      }),
    )
    return { ...kept, outcome: 'RESTORED' }
  })
  return {
    statements: [...(await deleteStatements(writing, gone)), ...updateStatements(writing, restored)],
    audit,
    rows: written,
  }
}
