import { env } from 'cloudflare:workers'
import { is } from 'drizzle-orm'
import { getTableConfig, SQLiteSyncDialect, SQLiteTable } from 'drizzle-orm/sqlite-core'
import { describe, expect, it } from 'vitest'
import * as declared from '../../schema/tables.ts'

/** The tables in the code and those created by the migrations are the same. */

const dialect = new SQLiteSyncDialect()
const tables = (Object.values(declared) as unknown[])
  .filter((value) => is(value, SQLiteTable))
  .map((table) => ({ name: getTableConfig(table).name, config: getTableConfig(table) }))
type Config = (typeof tables)[number]['config']

const rows = async <Row>(sql: string, ...values: unknown[]): Promise<Row[]> =>
  (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results

const text = (value: unknown): string => dialect.sqlToQuery(value as Parameters<typeof dialect.sqlToQuery>[0]).sql
const isSql = (value: unknown): boolean => typeof value === 'object' && value !== null && 'queryChunks' in value

const defaultOf = (value: unknown): string | null => {
  if (value === undefined) return null
  if (isSql(value)) return text(value)
  return typeof value === 'string' ? `'${value}'` : String(value)
}

interface Column {
  name: string
  type: string
  notNull: boolean
  default: string | null
  primaryKey: number
  generated: boolean
}

const keyColumns = ({ columns, primaryKeys }: Config): string[] =>
  primaryKeys[0]?.columns.map((column) => column.name) ??
  columns.filter((column) => column.primary).map((column) => column.name)

const declaredColumns = (config: Config): Column[] =>
  config.columns.map((column) => ({
    name: column.name,
    type: column.getSQLType(),
    notNull: column.notNull,
    default: defaultOf(column.default),
    primaryKey: keyColumns(config).indexOf(column.name) + 1,
    generated: column.generated !== undefined,
  }))

const migratedColumns = async (table: string): Promise<Column[]> => {
  const found = await rows<{
    name: string
    type: string
    notnull: number
    dflt_value: string
    pk: number
    hidden: number
  }>(`SELECT name, type, "notnull", dflt_value, pk, hidden FROM pragma_table_xinfo('${table}') ORDER BY cid`)
  return found.map((row) => ({
    name: row.name,
    type: row.type.toLowerCase().replace(' generated always', ''),
    notNull: row.notnull === 1,
    default: row.dflt_value,
    primaryKey: row.pk,
    generated: row.hidden !== 0,
  }))
}

const plain = (sql: string): string => sql.replaceAll(/["`\s]/g, '').toLowerCase()

const declaredIndexes = (config: Config): string[] =>
  config.indexes.map(({ config: index }) => {
    const columns = index.columns.map((column) => (isSql(column) ? text(column) : (column as { name: string }).name))
    const where = index.where ? ` WHERE ${text(index.where)}` : ''
    const sql = `CREATE ${index.unique ? 'UNIQUE ' : ''}INDEX ${index.name} ON ${config.name} (${columns.join(',')})${where}`
    return plain(sql).replaceAll(`${config.name}.`, '')
  })

const migratedIndexes = async (table: string): Promise<string[]> =>
  (
    await rows<{ sql: string }>(
      "SELECT sql FROM sqlite_master WHERE type = 'index' AND tbl_name = ? AND sql IS NOT NULL",
      table,
    )
  ).map(({ sql }) => plain(sql))

describe('the migrated database', () => {
  it('the database has the declared tables and no others', async () => {
    // Tests share one database, and two of them bring a table of their own.
    const migrated = await rows<{ name: string }>(
      `SELECT name FROM sqlite_master WHERE type = 'table'
          AND name NOT LIKE 'sqlite_%' AND name NOT LIKE '_cf_%' AND name <> 'd1_migrations'
          AND name <> 'search_index' AND name NOT LIKE 'search_index_%'
          AND name NOT IN ('equipment', 'equipment_loans')`,
    )
    expect(migrated.map((row) => row.name).sort()).toEqual(tables.map((table) => table.name).sort())
  })

  it('the only other tables are full-text indexes over the search entries and their names, and the words of these', async () => {
    const virtual = await rows<{ name: string; sql: string }>(
      "SELECT name, sql FROM sqlite_master WHERE sql LIKE 'CREATE VIRTUAL TABLE%'",
    )
    expect(virtual.map((row) => row.name)).toEqual([
      ...['search_index', 'search_index_words', 'search_index_terms', 'search_index_names', 'search_index_beginnings'],
    ])
    expect(virtual[0]?.sql).toContain("content = 'search_entries', content_rowid = 'id'")
  })

  it.each(tables)('$name has the declared columns, defaults and keys', async ({ name, config }) => {
    expect(await migratedColumns(name)).toEqual(declaredColumns(config))
  })

  it.each(tables)('$name has the declared indexes', async ({ name, config }) => {
    expect((await migratedIndexes(name)).sort()).toEqual(declaredIndexes(config).sort())
  })

  it.each(tables.filter(({ config }) => config.checks.length > 0))(
    '$name enforces its constraints',
    async ({ name, config }) => {
      const [row] = await rows<{ sql: string }>("SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ?", name)
      for (const check of config.checks) {
        expect(plain(row?.sql ?? '')).toContain(plain(`CONSTRAINT ${check.name} CHECK(${text(check.value)})`))
      }
    },
  )

  const isCompany = (column: unknown): boolean => !isSql(column) && (column as { name?: string }).name === 'company_id'

  it('every index that finds a company’s rows starts with the company', () => {
    /** Found by unguessable values or a person's own id, or swept across companies. */
    const across =
      /^((vendor_)?(sessions|login_tokens)|email_changes|sign_ups_expiry|vendor_company_(members_user|addresses|contacts|payment_information|invitations_(token|email))|users|outbox_(due|dead|turns)|configuration_imports_kept|command_results|rate_limits|save_batches_age|uploads|audit_(entries_|seals_entry)|object_numbers_object|search_rows_target|level_group_statuses_target|intake_submissions_(requestor|vendor|of_vendor)|company_memberships_user|notification_(reminders_due|preferences_digest)|delegate_approvers_ending|vendors_(figures|rates|last12)_due|mail_calls|mail_outcomes_age|webhook_events_age|service_reminders_due|services_open|renewal_feeds_token|vendor_form_invitations_token|vendor_documents_(asking|expiring)|api_keys_(hash|ending)|provisioning_keys_hash|documents_temporary|documents_file|directory_companies|request_(orders|participants)_|companies_email_short_name|connection_credentials|erp_connections_(account|due)|book_generations_rows|sourcing_events_(due|keys)|sourcing_bidders_token|payments_accounts_(account|ask)|payment_methods_(setup|ask)|payment_transfers_(provider|ask)|vendor_bank_details_(key|unmarked)|check_silences_until|bill_payments_(provider|ask|scheduled)|decision_links_|reply_addresses_expiry|evidence_packs_expiry|guarded_changes_due|vendor_invoices_sent|proposed_vendors_unsettled|sync_runs_(unfinished|failed)|audit_checks_due|alarm_states_|sign_on_identities_(user|subject)|saml_assertions_end|directory_(sign_on_attempts|login_domains)_|second_factors_(credential|key)|factor_(challenges_expiry|resets_due))/
    const wrong = tables.flatMap(({ config }) =>
      config.indexes
        .filter(({ config: index }) => !across.test(index.name))
        .filter(({ config: index }) => !isCompany(index.columns[0]))
        .map(({ config: index }) => index.name),
    )
    expect(wrong).toEqual([])
  })

  it('no deletion cascades', async () => {
    const cascading = await rows("SELECT name FROM sqlite_master WHERE sql LIKE '%CASCADE%'")
    expect(cascading).toEqual([])
  })
})
