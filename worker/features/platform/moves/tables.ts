import { companyNumber, wordNumber } from '../../../core/audit.ts'
import { FIRST_CELL } from '../../../core/cells.ts'
import type { Database } from '../../../core/database.ts'

/** What belongs to a company in a cell, found from the database's own tables, so that a new one is never forgotten. */
export interface CompanyTable {
  name: string
  /** What is copied: every stored column, but for a row's own number, which each cell gives itself. */
  columns: string[]
  /** What tells two rows apart, in every cell. */
  key: string[]
  /** SQL of the number of the row with such a key, which is `@`, if it isn't found by the columns. */
  found?: string
  /** The order in which they are copied. The history is read in the order of its numbers. */
  order: string[]
  /** SQL for the rows of company ?1. */
  where: string
  /** SQL of the columns as they are read, where that is another value than the one stored. */
  read: Record<string, string>
  /** SQL that stores a value that was read, with `@` for it. */
  write: Record<string, string>
}

/** In the directory, of one cell only, or kept by triggers of others. */
const NOT_MOVED = new Set([
  ...['directory_companies', 'directory_people', 'directory_keys', 'directory_forms', 'company_moves', 'company_locks'],
  ...['vendor_company_shares', 'vendor_company_invitations', 'vendor_sessions', 'vendor_login_tokens'],
  ...[
    'rate_limits',
    'write_guard',
    'webhook_events',
    'd1_migrations',
    'company_costs',
    'alarm_settings',
    'alarm_states',
  ],
  ...[
    ...['request_orders', 'request_number_orders', 'request_status_orders', 'request_name_orders'],
    ...['request_amount_orders', 'request_due_orders'],
    'erp_object_counts',
    'notification_counts',
    'check_counts',
    'service_unit_months',
    'decision_months',
  ],
])

const OF_COMPANY = 'company_id = ?1'
const VENDOR_COMPANIES = 'SELECT vendor_company_id FROM vendor_company_customers WHERE company_id = ?1'

/** Tables without the company's id. */
const WHERE: Record<string, string> = {
  companies: 'id = ?1',
  users: `id IN (SELECT user_id FROM company_memberships WHERE company_id = ?1
    UNION SELECT user_id FROM vendor_company_members WHERE vendor_company_id IN (${VENDOR_COMPANIES}))`,
  vendor_companies: `id IN (${VENDOR_COMPANIES})`,
  vendor_company_members: `vendor_company_id IN (${VENDOR_COMPANIES})`,
  audit_entries: `company = ${companyNumber('?1')}`,
  object_numbers: `company = ${companyNumber('?1')}`,
  intake_answers: 'EXISTS (SELECT 1 FROM intake_submissions s WHERE s.id = t.submission_id AND s.company_id = ?1)',
  mail_calls: 'effect_id IN (SELECT id FROM outbox WHERE company_id = ?1 AND done_at IS NULL)',
}

/** Rows that each cell numbers itself, and what tells them apart instead. */
const NUMBERED: Record<string, string[]> = {
  audit_entries: ['change_key', 'sequence', 'object'],
  word_numbers: ['company_id', 'word'],
  object_numbers: ['company', 'kind', 'object_id'],
  search_rows: ['company_id', 'kind', 'target_id'],
  request_people: ['company_id', 'user_id'],
}

/** JSON has no bytes, so a hash that is stored as bytes is copied as text that begins with an x. */
const bytesRead = (column: string): string => `iif(typeof(t.${column}) = 'blob', 'x' || hex(t.${column}), t.${column})`
const BYTES_WRITTEN = "iif(substr(@, 1, 1) = 'x', unhex(substr(@, 2)), @)"

/** Numbers are a cell's own, so what they stand for is copied. */
const wordRead = (id: string): string =>
  `(SELECT json_array(w.company_id, w.word) FROM word_numbers w WHERE w.id = ${id})`
const wordWritten = (value: string): string => wordNumber(`${value} ->> 0`, `${value} ->> 1`)
/** Requests' kind has no word. */
const kindWritten = (value: string): string => `coalesce(${wordWritten(value)}, 0)`
const objectRead = (id: string): string =>
  `(SELECT json_array(${wordRead('o.company')}, ${wordRead('o.kind')}, o.object_id) FROM object_numbers o WHERE o.id = ${id})`
const objectFound = (value: string): string => `(SELECT o.id FROM object_numbers o
  WHERE substr(o.object_id, -8) = substr(${value} ->> 2, -8) AND o.object_id = ${value} ->> 2
    AND o.company = ${wordWritten(`(${value} ->> 0)`)} AND o.kind = ${kindWritten(`(${value} ->> 1)`)})`
const entryRead = (id: string): string =>
  `(SELECT json_array(e.change_key, e.sequence, ${objectRead('e.object')}) FROM audit_entries e WHERE e.id = ${id})`
const entryFound = (value: string): string => `coalesce(
  (SELECT e.id FROM audit_entries e WHERE e.change_key = ${value} ->> 0),
  (SELECT e.id FROM audit_entries e WHERE e.object = ${objectFound(`(${value} ->> 2)`)} AND e.sequence = ${value} ->> 1))`

const READ: Record<string, Record<string, string>> = {
  object_numbers: { company: wordRead('t.company'), kind: wordRead('t.kind') },
  audit_entries: {
    ...{ object: objectRead('t.object'), company: wordRead('t.company'), kind: wordRead('t.kind') },
    ...{ actor: wordRead('t.actor'), impersonator: wordRead('t.impersonator'), entry_hash: bytesRead('entry_hash') },
  },
  audit_seals: { audit_id: entryRead('t.audit_id'), hash: bytesRead('hash') },
}
const WRITE: Record<string, Record<string, string>> = {
  object_numbers: { company: wordWritten('@'), kind: kindWritten('@') },
  audit_entries: {
    ...{ object: objectFound('@'), company: wordWritten('@'), kind: kindWritten('@') },
    ...{ actor: wordWritten('@'), impersonator: wordWritten('@'), entry_hash: BYTES_WRITTEN },
  },
  audit_seals: { audit_id: entryFound('@'), hash: BYTES_WRITTEN },
}
const FOUND: Record<string, string> = { object_numbers: objectFound('@'), audit_entries: entryFound('@') }

/**
 * These first, and deleted last, because others are found by them or their triggers read them. Decisions know the
 * departments of their time, so they are there before the triggers of their requests would make others.
 */
const FIRST = [
  ...[
    'companies',
    'users',
    'provisioned_people',
    'company_memberships',
    'request_people',
    'word_numbers',
    'object_numbers',
  ],
  ...['request_decisions', 'intake_submissions'],
]

interface Column {
  tableName: string
  name: string
  pk: number
  hidden: number
}

/** @param db any cell, since all have the same tables */
export const companyTables = async (db: Database): Promise<CompanyTable[]> => {
  const columns = await db.all<Column>(
    db.prepare(
      `SELECT m.name AS tableName, x.name, x.pk, x.hidden
         FROM sqlite_master m CROSS JOIN pragma_table_xinfo(m.name) x
        WHERE m.type = 'table' AND m.sql NOT LIKE 'CREATE VIRTUAL%' AND m.name NOT LIKE 'sqlite_%'
          AND m.name NOT LIKE '_cf_%' AND m.name NOT LIKE 'search_index%' ORDER BY m.name, x.cid`,
    ),
  )
  const byTable = Map.groupBy(columns, ({ tableName }) => tableName)
  const tables = [...byTable].flatMap(([name, all]) => {
    const where = WHERE[name] ?? (all.some((column) => column.name === 'company_id') ? OF_COMPANY : null)
    if (NOT_MOVED.has(name) || where === null) return []
    const natural = NUMBERED[name]
    const stored = all.filter(({ hidden }) => hidden === 0).map((column) => column.name)
    const primary = all.filter(({ pk }) => pk > 0).toSorted((a, b) => a.pk - b.pk)
    return [
      {
        name,
        columns: natural ? stored.filter((column) => column !== 'id') : stored,
        key: natural ?? primary.map((column) => column.name),
        ...(FOUND[name] && { found: FOUND[name] }),
        order: primary.map((column) => column.name),
        where,
        read: READ[name] ?? {},
        write: WRITE[name] ?? {},
      },
    ]
  })
  const placeOf = ({ name }: CompanyTable) =>
    (FIRST.indexOf(name) + FIRST.length + 1) % (FIRST.length + 1) || FIRST.length + 1
  return tables.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/** Whether no other company has rows that are found by this table's condition. */
export const isOfCompanyAlone = ({ name, where }: CompanyTable): boolean =>
  where === OF_COMPANY || ['intake_answers', 'audit_entries', 'object_numbers'].includes(name)

/** What stays when a company's rows are deleted from a cell, because others there share it. */
export const staysBehind = ({ name }: CompanyTable, cell: number): boolean =>
  ['users', 'vendor_companies', 'vendor_company_members', 'mail_calls'].includes(name) ||
  (cell === FIRST_CELL && name === 'vendor_company_customers')
