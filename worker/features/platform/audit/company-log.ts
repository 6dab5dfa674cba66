import { type AuditEntryRow, type AuditLogType, listCompanyLog } from '../../../../schema/platform/audit/endpoints.ts'
import { companyNumber, wordNumber } from '../../../core/audit.ts'
import { allKinds } from '../../../core/kinds/registry.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { AUDIT_COLUMNS, AUDIT_JOINS, type AuditDbRow, toAuditRow } from './rows.ts'

export interface LogFilter {
  targetType?: string | undefined
  userId?: string | undefined
  from?: string | undefined
  until?: string | undefined
}

export interface EntryRow extends AuditDbRow {
  targetType: AuditLogType
  targetId: string
  targetName: string | null
}

/**
 * Names of the objects that entries are about. A draft, including its title, is visible only to its author.
 * @param type SQL of the object's kind
 * @param target SQL of its id
 */
export const targetName = (type: string, target: string): string => {
  const names = allKinds().map(
    ({ kind, rows: { from, id, company, name, logName = name, present = '1' } }) =>
      `WHEN '${kind}' THEN (SELECT ${logName} FROM ${from} WHERE ${id} = ${target} AND ${company} = ?1 AND ${present})`,
  )
  return `CASE ${type} ${names.join(' ')} END`
}

/** A walk through the log along an index, newest first: conditions of an entry `e`. */
export interface LogWalk {
  index: string
  where: string[]
}

/**
 * What a filter reads, by its index. What someone did is found with two walks: as themselves and as someone else, and
 * an entry can be in both.
 */
export const walksOf = (filter: LogFilter, bind: (value: unknown) => string): LogWalk[] => {
  const shared = [`e.company = ${companyNumber('?1')}`]
  if (filter.from) shared.push(`e.occurred_at >= ${bind(Date.parse(filter.from))}`)
  if (filter.until) shared.push(`e.occurred_at < ${bind(Date.parse(filter.until))}`)
  const walk = (index: string, ...more: string[]): LogWalk => ({ index, where: [...shared, ...more] })
  const { targetType, userId } = filter
  const isOfRequests = targetType === 'INTAKE_SUBMISSION'
  const kind = targetType && !isOfRequests ? `e.kind = ${wordNumber('?1', bind(targetType))}` : null
  const about = isOfRequests ? ['e.kind = 0'] : kind ? [kind] : []
  if (userId) {
    const person = wordNumber('?1', bind(userId))
    return [
      walk('audit_entries_actor', `e.actor = ${person}`, ...about),
      walk('audit_entries_impersonator', `e.impersonator = ${person}`, ...about),
    ]
  }
  if (kind) return [walk('audit_entries_kind', 'e.kind <> 0', kind)]
  const requests = walk('audit_entries_requests', 'e.kind = 0')
  return isOfRequests ? [requests] : [requests, walk('audit_entries_others', 'e.kind <> 0')]
}

export const NEWEST_FIRST = 'ORDER BY e.occurred_at DESC, e.id DESC'

/** One page of the company's log. */
const pageSql = (filter: LogFilter, cursor: string | undefined, count: number, companyId: string) => {
  const params: unknown[] = [companyId, count]
  const bind = (value: unknown): string => `?${params.push(value)}`
  const after: string[] = []
  if (cursor) {
    const [at, id] = decodeCursor(cursor, 2)
    after.push(`(e.occurred_at, e.id) < (${bind(at)}, ${bind(id)})`)
  }
  const walks = walksOf(filter, bind).map(
    ({ index, where }) =>
      `SELECT * FROM (SELECT e.id, e.occurred_at FROM audit_entries e INDEXED BY ${index}
       WHERE ${[...where, ...after].join(' AND ')} ${NEWEST_FIRST} LIMIT ?2)`,
  )
  // What two reads find is a page before it is joined, so that no row is read for nothing.
  const sql = `WITH found(id, occurredAt) AS MATERIALIZED (${walks.join('\n UNION ')} ORDER BY 2 DESC, 1 DESC LIMIT ?2)
    SELECT ${AUDIT_COLUMNS}, a.target_type AS targetType, a.target_id AS targetId,
           ${targetName('a.target_type', 'a.target_id')} AS targetName
      FROM found CROSS JOIN audit_log a ON a.id = found.id ${AUDIT_JOINS}
     ORDER BY found.occurredAt DESC, found.id DESC`
  return { sql, params }
}

export const toEntry = (row: EntryRow): AuditEntryRow => ({
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
