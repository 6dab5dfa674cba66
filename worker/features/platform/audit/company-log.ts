import { type AuditEntryRow, exportCompanyLog, listCompanyLog } from '../../../../schema/platform/audit/endpoints.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type CsvRow, csvFileName, csvStream } from '../../../core/csv.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { AUDIT_COLUMNS, AUDIT_JOINS, type AuditDbRow, toAuditRow } from './rows.ts'

interface Filter {
  targetType?: string | undefined
  userId?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

interface EntryRow extends AuditDbRow {
  targetType: string
  targetId: string
  targetName: string | null
}

const PERSON = `(SELECT t.first_name || ' ' || t.last_name FROM company_memberships m JOIN users t ON t.id = m.user_id
  WHERE m.company_id = ?1 AND m.user_id = a.target_id)`
const named = (table: string, name = 't.name'): string =>
  `(SELECT ${name} FROM ${table} t WHERE t.id = a.target_id AND t.company_id = ?1)`

/** Names of the objects that entries are about. A draft, including its title, is visible only to its author. */
const TARGET_NAME = `CASE a.target_type
  WHEN 'INTAKE_SUBMISSION' THEN (SELECT '#' || t.number || ' ' || t.title FROM intake_submissions t
    WHERE t.id = a.target_id AND t.company_id = ?1 AND t.is_draft = 0 AND t.deleted_at IS NULL)
  WHEN 'INTAKE_CATEGORY' THEN ${named('intake_categories')}
  WHEN 'INTAKE_WORKFLOW' THEN ${named('intake_workflows', 't.label')}
  WHEN 'MEMBER' THEN ${PERSON}
  WHEN 'SESSION' THEN ${PERSON}
  WHEN 'GROUP' THEN ${named('groups')}
  WHEN 'DEPARTMENT' THEN ${named('departments')}
  WHEN 'BUSINESS_UNIT' THEN ${named('business_units')}
  WHEN 'LOCATION' THEN ${named('locations')}
  WHEN 'ENTITY' THEN ${named('entities')}
  WHEN 'SPEND_CATEGORY' THEN ${named('spend_categories')}
  WHEN 'REVENUE_CATEGORY' THEN ${named('revenue_categories')}
  WHEN 'APPROVER_MATRIX' THEN ${named('approver_matrices')}
  WHEN 'API_KEY' THEN ${named('api_keys')}
  END`

/**
 * One page of the company's log, newest first, by the index of the filter. What someone did is found with two such
 * reads: as themselves and as someone else.
 */
const pageSql = (filter: Filter, cursor: string | undefined, count: number, companyId: string) => {
  const params: unknown[] = [companyId, count]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const where = ['a.company_id = ?1']
  if (filter.targetType) where.push(`a.target_type = ${bind(filter.targetType)}`)
  if (filter.from) where.push(`a.occurred_at >= ${bind(Date.parse(filter.from))}`)
  if (filter.until) where.push(`a.occurred_at < ${bind(Date.parse(filter.until))}`)
  if (cursor) {
    const [at, id] = decodeCursor(cursor, 2)
    where.push(`(a.occurred_at, a.id) < (${bind(at)}, ${bind(id)})`)
  }
  const walk = (more: string[], index: string): string =>
    `SELECT * FROM (SELECT a.id, a.occurred_at FROM audit_log a INDEXED BY ${index}
       WHERE ${[...where, ...more].join(' AND ')} ORDER BY a.occurred_at DESC, a.id DESC LIMIT ?2)`
  const user = filter.userId && bind(filter.userId)
  const walks = user
    ? [
        walk([`a.actor_user_id = ${user}`], 'audit_log_actor'),
        walk([`a.impersonator_user_id = ${user}`], 'audit_log_impersonator'),
      ]
    : [walk([], filter.targetType ? 'audit_log_type' : 'audit_log_time')]
  const sql = `WITH found(id, occurredAt) AS MATERIALIZED (${walks.join('\n UNION ')})
    SELECT ${AUDIT_COLUMNS}, a.target_type AS targetType, a.target_id AS targetId,
           ${TARGET_NAME} AS targetName
      FROM found CROSS JOIN audit_log a ON a.id = found.id ${AUDIT_JOINS}
     ORDER BY found.occurredAt DESC, found.id DESC LIMIT ?2`
  return { sql, params }
}

const toEntry = (row: EntryRow): AuditEntryRow => ({
  ...toAuditRow(row),
  targetType: row.targetType,
  targetId: row.targetId,
  targetName: row.targetName,
})

/** Everything that changed in the company, for its admins. */
export const readCompanyLog = query({
  id: 'audit.list-company',
  access: 'audit.read-company',
  input: inputOf(listCompanyLog),
  run: async ({ db, actor }, { cursor, first, ...filter }) => {
    const { sql, params } = pageSql(filter, cursor, first + 1, actor.companyId)
    const rows = await db.all<EntryRow>(db.sql(sql, ...params))
    return toConnection(rows, first, (row) => [row.occurredAt, row.id], toEntry)
  },
})

const EXPORTED_AT_ONCE = 500
const HEADER = [
  'Time (UTC)',
  'Person',
  'E-mail',
  'Through',
  'What happened',
  'Action',
  'Object',
  'Name',
  'Object id',
  'Change',
]

const throughOf = ({ impersonator, apiKey }: AuditEntryRow): string =>
  impersonator ? `${fullName(impersonator)} on their behalf` : apiKey ? `API key ${apiKey.name}` : ''

const cellsOf = (entry: AuditEntryRow): CsvRow => [
  entry.createdAt,
  entry.user ? fullName(entry.user) : 'Outlay',
  entry.user?.email ?? '',
  throughOf(entry),
  entry.message,
  entry.action,
  entry.targetType,
  entry.targetName,
  entry.targetId,
  entry.changeData === null ? '' : JSON.stringify(entry.changeData),
]

/** The log as a CSV file, read while it is sent. */
export const exportLog = query({
  id: 'audit.export-company',
  access: 'audit.read-company',
  input: inputOf(exportCompanyLog),
  run: async ({ db, actor, clock }, filter) => {
    const page = async (cursor: string | undefined) => {
      const { sql, params } = pageSql(filter, cursor, EXPORTED_AT_ONCE + 1, actor.companyId)
      const rows = await db.all<EntryRow>(db.sql(sql, ...params))
      return toConnection(rows, EXPORTED_AT_ONCE, (row) => [row.occurredAt, row.id], toEntry)
    }
    // The first page is read before the answer begins, so that a failure is still reported as an error.
    const first = await page(undefined)
    async function* pages() {
      yield [HEADER]
      for (let { edges, pageInfo } = first; ; ) {
        yield edges.map(({ node }) => cellsOf(node))
        if (!pageInfo.hasNextPage || !pageInfo.endCursor) return
        ;({ edges, pageInfo } = await page(pageInfo.endCursor))
      }
    }
    return { fileName: csvFileName('audit-log', clock.now(), actor.timezone), text: csvStream(pages()) }
  },
})
