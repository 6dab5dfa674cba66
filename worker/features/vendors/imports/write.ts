import type { TaxpayerId } from '../../../../schema/vendors/vendors/values.ts'
import type { AuditEntry } from '../../../core/audit.ts'
import type { Database } from '../../../core/database.ts'
import { copyNameStatements } from '../../../core/kinds/copy-names.ts'
import { taxText } from '../vendors/index.ts'
import type { PlannedRow } from './plan-rows.ts'
import {
  changedColumns,
  columnsOf,
  DEFAULTS,
  LINKED,
  type StoredVendor,
  type VendorColumns,
  WRITTEN,
} from './vendor-columns.ts'

/** Who an import acts for: the person who started it, even long after their request was answered. */
export interface ImportActor {
  companyId: string
  userId: string
  impersonatorUserId: string | null
  apiKeyId: string | null
}

export interface Writing {
  db: Database
  actor: ImportActor
  now: number
  newId: () => string
  /** Ends the sentences of the history. */
  source: string
}

/** The result of a row, stored beside it. */
export interface WrittenRow {
  number: number
  outcome: 'CREATED' | 'UPDATED' | 'SKIPPED' | 'FAILED' | 'REMOVED' | 'RESTORED' | 'KEPT'
  problems: string
  vendorId: string | null
  writtenVersion: number | null
  before: string | null
}

export interface Written {
  statements: D1PreparedStatement[]
  audit: AuditEntry[]
  rows: WrittenRow[]
}

interface VendorChange {
  id: string
  version: number
  columns: VendorColumns
}

/** Aborts the batch unless all these vendors are as they were read. If someone else was faster, it is retried. */
const guardVersions = (db: Database, companyId: string, changes: string, count: number): D1PreparedStatement =>
  db.sql(
    `INSERT INTO write_guard (ok) SELECT NULL WHERE (
       SELECT COUNT(*) FROM json_each(?2) u CROSS JOIN vendors v
           ON v.id = u.value ->> 'id' AND +v.company_id = ?1 AND v.version = u.value ->> 'version') <> ?3`,
    companyId,
    changes,
    count,
  )

const linkStatements = (db: Database, companyId: string, changes: string): D1PreparedStatement[] =>
  Object.entries(LINKED).flatMap(([name, kind]) => [
    db.sql(
      `DELETE FROM vendor_links WHERE company_id = ?1 AND kind = '${kind}'
          AND vendor_id IN (SELECT value ->> 'id' FROM json_each(?2) WHERE value ->> '$.columns.${name}' IS NOT NULL)
          AND NOT EXISTS (SELECT 1 FROM json_each(?2) u, json_each(u.value ->> '$.columns.${name}') t
                           WHERE u.value ->> 'id' = vendor_links.vendor_id AND t.value = vendor_links.target_id)`,
      companyId,
      changes,
    ),
    db.sql(
      `INSERT INTO vendor_links (company_id, vendor_id, kind, target_id, vendor_key)
       SELECT ?1, v.id, '${kind}', t.value, lower(v.name)
         FROM json_each(?2) u CROSS JOIN vendors v ON v.id = u.value ->> 'id', json_each(u.value ->> '$.columns.${name}') t
        WHERE 1 ON CONFLICT DO NOTHING`,
      companyId,
      changes,
    ),
  ])

/** Updates existing vendors, each with its own columns. None may have changed since it was read. */
export const updateStatements = (
  { db, actor }: Pick<Writing, 'db' | 'actor'>,
  changes: VendorChange[],
): D1PreparedStatement[] => {
  if (changes.length === 0) return []
  const json = JSON.stringify(changes)
  const sets = Object.entries(WRITTEN).map(
    ([name, column]) =>
      `${column} = CASE WHEN json_type(u.value, '$.columns.${name}') IS NULL THEN vendors.${column}
                        ELSE u.value ->> '$.columns.${name}' END`,
  )
  return [
    guardVersions(db, actor.companyId, json, changes.length),
    db.sql(
      `UPDATE vendors SET version = vendors.version + 1, ${sets.join(', ')} FROM json_each(?2) u
        WHERE vendors.id = u.value ->> 'id' AND +vendors.company_id = ?1 AND vendors.version = u.value ->> 'version'`,
      actor.companyId,
      json,
    ),
    ...copyNameStatements(
      db,
      actor.companyId,
      'VENDOR',
      changes.filter(({ columns }) => columns.name !== undefined).map(({ id }) => id),
    ),
    ...linkStatements(db, actor.companyId, json),
  ]
}

const insertStatements = (
  { db, actor, now }: Writing,
  created: { id: string; columns: VendorColumns }[],
): D1PreparedStatement[] => {
  if (created.length === 0) return []
  const json = JSON.stringify(created)
  const columns = Object.entries(WRITTEN)
  const values = columns.map(([name]) => {
    const value = `value ->> '$.columns.${name}'`
    return DEFAULTS[name] ? `COALESCE(${value}, ${DEFAULTS[name]})` : value
  })
  return [
    db.sql(
      `INSERT INTO vendors (id, company_id, created_at, created_by_user_id, ${columns.map(([, column]) => column).join(', ')})
       SELECT value ->> 'id', ?1, ?3, ?4, ${values.join(', ')} FROM json_each(?2)`,
      actor.companyId,
      json,
      now,
      actor.userId,
    ),
    ...linkStatements(db, actor.companyId, json),
  ]
}

/** Columns for the history, with JSON parsed. */
export const readable = (columns: VendorColumns): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([name, value]) => {
      if (name === 'matchKey' || name === 'answerRates') return []
      // Taxpayer ids stay out of the history, which more people can read. The last four characters identify them.
      if (name === 'taxIds') return [[name, (JSON.parse(String(value)) as TaxpayerId[]).map(taxText)]]
      if (name === 'isSocTwoCompliant') return [[name, value === null ? null : value === 1]]
      return [[name, typeof value === 'string' && /^[[{]/.test(value) ? JSON.parse(value) : value]]
    }),
  )

export const before = (vendor: StoredVendor, columns: VendorColumns): VendorColumns =>
  Object.fromEntries(Object.keys(columns).map((name) => [name, vendor[name as keyof StoredVendor]])) as VendorColumns

export const auditEntry = (
  { actor, now }: Pick<Writing, 'actor' | 'now'>,
  vendorId: string,
  version: number,
  entry: Pick<AuditEntry, 'action' | 'message' | 'changeData'>,
): AuditEntry => ({
  ...entry,
  changeKey: `vendor:${vendorId}:v${version}`,
  companyId: actor.companyId,
  actorUserId: actor.userId,
  impersonatorUserId: actor.impersonatorUserId,
  ...(actor.apiKeyId && { apiKeyId: actor.apiKeyId }),
  targetType: 'VENDOR',
  targetId: vendorId,
  occurredAt: now,
})

/** The statements for what was planned for these rows, and their results. */
export const writeRows = (writing: Writing, planned: PlannedRow[]): Written => {
  const { actor, newId, source } = writing
  const created: { id: string; columns: VendorColumns }[] = []
  const updated: VendorChange[] = []
  const audit: AuditEntry[] = []
  const rows = planned.map(({ number, outcome, problems, values, existing }): WrittenRow => {
    const kept = {
      number,
      problems: JSON.stringify(problems),
      vendorId: existing?.id ?? null,
      writtenVersion: null,
      before: null,
    }
    if (outcome === 'BAD') return { ...kept, outcome: 'FAILED' }
    if (outcome === 'CREATE') {
      const id = newId()
      // Every vendor needs an owner. Without one in the file it is the person importing.
      const columns = columnsOf({ ownerIds: [actor.userId], ...values }, null, newId)
      created.push({ id, columns })
      audit.push(
        auditEntry(writing, id, 1, {
          action: 'vendor.created',
          message: `Created the vendor ${columns.name} from ${source}`,
          changeData: { after: readable(columns) },
        }),
      )
      return { ...kept, outcome: 'CREATED', vendorId: id, writtenVersion: 1 }
    }
    if (outcome === 'SKIP' || !existing) return { ...kept, outcome: 'SKIPPED' }
    const columns = changedColumns(values, existing, newId)
    const old = before(existing, columns)
    const version = existing.version + 1
    updated.push({ id: existing.id, version: existing.version, columns })
    audit.push(
      auditEntry(writing, existing.id, version, {
        action: 'vendor.changed',
        message: `Changed the vendor ${existing.name} from ${source}`,
        changeData: { before: readable(old), after: readable(columns) },
      }),
    )
    return { ...kept, outcome: 'UPDATED', writtenVersion: version, before: JSON.stringify(old) }
  })
  return { statements: [...insertStatements(writing, created), ...updateStatements(writing, updated)], audit, rows }
}
