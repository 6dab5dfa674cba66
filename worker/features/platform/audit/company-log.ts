import {
  type AuditEntryRow,
  type AuditLogType,
  exportCompanyLog,
  listCompanyLog,
} from '../../../../schema/platform/audit/endpoints.ts'
import { timeColumn, timeInFile } from '../../../../schema/shared/csv-cell.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { companyNumber, wordNumber } from '../../../core/audit.ts'
import { type CsvRow, csvFileName, csvStream } from '../../../core/csv.ts'
import { allKinds } from '../../../core/kinds/registry.ts'
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
  targetType: AuditLogType
  targetId: string
  targetName: string | null
}

/** Names of the objects that entries are about. A draft, including its title, is visible only to its author. */
const targetName = (): string => {
  const names = allKinds().map(
    ({ kind, rows: { from, id, company, name, logName = name, present = '1' } }) =>
      `WHEN '${kind}' THEN (SELECT ${logName} FROM ${from} WHERE ${id} = a.target_id AND ${company} = ?1 AND ${present})`,
  )
  return `CASE a.target_type ${names.join(' ')} END`
}

/**
 * One page of the company's log, newest first, by the index of the filter. What someone did is found with two such
 * reads: as themselves and as someone else.
 */
const pageSql = (filter: Filter, cursor: string | undefined, count: number, companyId: string) => {
  const params: unknown[] = [companyId, count]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const where = [`e.company = ${companyNumber('?1')}`]
  const { targetType } = filter
  if (filter.from) where.push(`e.occurred_at >= ${bind(Date.parse(filter.from))}`)
  if (filter.until) where.push(`e.occurred_at < ${bind(Date.parse(filter.until))}`)
  if (cursor) {
    const [at, id] = decodeCursor(cursor, 2)
    where.push(`(e.occurred_at, e.id) < (${bind(at)}, ${bind(id)})`)
  }
  const walk = (more: string[], index: string): string =>
    `SELECT * FROM (SELECT e.id, e.occurred_at FROM audit_entries e INDEXED BY ${index}
       WHERE ${[...where, ...more].join(' AND ')} ORDER BY e.occurred_at DESC, e.id DESC LIMIT ?2)`
  const requests = () => walk(['e.kind = 0'], 'audit_entries_requests')
  const others = () => walk(['e.kind <> 0'], 'audit_entries_others')
  const kind = targetType && targetType !== 'INTAKE_SUBMISSION' ? wordNumber('?1', bind(targetType)) : null
  const walksOf = (userId: string): string[] => {
    const person = wordNumber('?1', bind(userId))
    const about = targetType ? [kind ? `e.kind = ${kind}` : 'e.kind = 0'] : []
    return [
      walk([`e.actor = ${person}`, ...about], 'audit_entries_actor'),
      walk([`e.impersonator = ${person}`, ...about], 'audit_entries_impersonator'),
    ]
  }
  const walks = filter.userId
    ? walksOf(filter.userId)
    : kind
      ? [walk(['e.kind <> 0', `e.kind = ${kind}`], 'audit_entries_kind')]
      : targetType
        ? [requests()]
        : [requests(), others()]
  // What two reads find is a page before it is joined, so that no row is read for nothing.
  const sql = `WITH found(id, occurredAt) AS MATERIALIZED (${walks.join('\n UNION ')} ORDER BY 2 DESC, 1 DESC LIMIT ?2)
    SELECT ${AUDIT_COLUMNS}, a.target_type AS targetType, a.target_id AS targetId,
           ${targetName()} AS targetName
      FROM found CROSS JOIN audit_log a ON a.id = found.id ${AUDIT_JOINS}
     ORDER BY found.occurredAt DESC, found.id DESC`
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
  timeColumn('Time'),
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
  timeInFile(entry.createdAt),
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
