import type { IntakeSubmissionRow } from '../../../../schema/intake/endpoints.ts'
import * as endpoints from '../../../../schema/intake/endpoints.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { decodeCursor, toConnection } from '../../../core/paging.ts'
import { actingFor } from '../visibility.ts'

export interface SubmissionDbRow {
  id: string
  number: number
  title: string
  categoryId: string
  categoryName: string
  requestorUserId: string
  requestorName: string
  status: 'PENDING' | 'APPROVED' | 'REJECTED'
  isDraft: number
  archivedAt: number | null
  progress: number
  waitingFor: string
  approvedBy: string
  rejectedBy: string
  amountValue: number | null
  amountCurrency: Currency | null
  vendorId: string | null
  vendorName: string | null
  dueDate: string | null
  createdAt: number
  submittedAt: number | null
  completedAt: number | null
  currentLevelSince: number | null
  lastEvent: string
  lastEventAt: number | null
  sortKey: string | number
}

export const SUBMISSION_COLUMNS = `s.id, s.number, s.title, s.intake_category_id AS categoryId, c.name AS categoryName,
  s.requestor_user_id AS requestorUserId, s.requestor_name AS requestorName, s.status, s.is_draft AS isDraft,
  s.archived_at AS archivedAt, s.progress, s.waiting_for AS waitingFor, s.approved_by AS approvedBy,
  s.rejected_by AS rejectedBy, s.amount_value AS amountValue, s.amount_currency AS amountCurrency,
  s.vendor_id AS vendorId, v.name AS vendorName, s.due_date AS dueDate, s.created_at AS createdAt,
  s.submitted_at AS submittedAt, s.completed_at AS completedAt, s.current_level_since AS currentLevelSince,
  s.last_event AS lastEvent, s.last_event_at AS lastEventAt`

export const SUBMISSION_JOINS = `JOIN intake_categories c ON c.id = s.intake_category_id
  LEFT JOIN vendors v ON v.id = s.vendor_id`

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const waitingOf = (json: string): IntakeSubmissionRow['waitingFor'] =>
  (JSON.parse(json) as { label: string; since: number; people: { id: string; name: string }[] }[]).map((entry) => ({
    ...entry,
    since: new Date(entry.since).toISOString(),
  }))

export const toSubmissionRow = (row: SubmissionDbRow): IntakeSubmissionRow => ({
  id: row.id,
  number: row.number,
  title: row.title,
  category: { id: row.categoryId, name: row.categoryName },
  requestor: { id: row.requestorUserId, name: row.requestorName },
  status: row.status,
  isDraft: row.isDraft === 1,
  archived: row.archivedAt !== null,
  progress: row.progress,
  waitingFor: waitingOf(row.waitingFor),
  approvedBy: JSON.parse(row.approvedBy),
  rejectedBy: JSON.parse(row.rejectedBy),
  requestAmount: row.amountValue === null ? null : { value: row.amountValue, currency: row.amountCurrency ?? 'USD' },
  vendor: row.vendorId ? { id: row.vendorId, name: row.vendorName ?? 'Removed vendor' } : null,
  dueDate: row.dueDate,
  createdAt: new Date(row.createdAt).toISOString(),
  submittedAt: iso(row.submittedAt),
  approvedOrRejectedAt: iso(row.completedAt),
  currentLevelSince: iso(row.currentLevelSince),
  lastAuditLogMessage: row.lastEvent,
  lastAuditLogAt: iso(row.lastEventAt),
})

const SORT_COLUMNS: Record<(typeof endpoints.REQUEST_SORT_FIELDS)[number], string> = {
  createdAt: 's.created_at',
  number: 's.number',
  requestorName: 's.requestor_name',
  coalescedRequestAmount: 's.amount_sort',
  dueDate: 's.due_sort',
}

/** Of lists of those who see what they take part in: how their participations are walked. */
interface Participation {
  index: string
  where: string
}

type ListInput = ReturnType<(typeof endpoints.requestListQuery)['parse']>

/**
 * The statement of one list page: conditions are picked so that an index gives the rows in order and the page
 * touches rows in proportion to itself. ?1 company, ?2 user, ?3 cursor key, ?4 cursor id, ?5 limit, then filters.
 */
export const listStatement = (actor: StaffActor, input: ListInput): { sql: string; params: unknown[] } => {
  const by = input.orderBy?.by[0] ?? 'createdAt'
  const direction = input.orderBy?.dir[0] ?? 'DESC'
  const seesAll = can(actor.policy, 'requests.see-all')
  const [key, lastId] = input.cursor ? decodeCursor(input.cursor, 2) : [null, null]
  const params: unknown[] = [actor.companyId, actor.userId, key ?? null, lastId ?? null, input.first + 1]
  const bind = (value: unknown): string => `?${params.push(value)}`

  // For whom else they may act: whatever those take part in is theirs to see (visibility.ts), and waits for them too.
  const isDelegate = actor.delegatorIds.length > 0
  const people = (): string => `json_each(${bind(JSON.stringify(actingFor(actor)))})`
  const participant = `p.company_id = ?1 AND p.target_type = 'INTAKE_SUBMISSION'`

  const where = ['s.company_id = ?1', 's.deleted_at IS NULL']
  let participation: Participation | null = null
  if (input.drafts) {
    where.push('s.is_draft = 1', 's.created_by_user_id = ?2')
  } else {
    where.push('s.is_draft = 0')
    if (input.mine) where.push('s.requestor_user_id = ?2')
    else if (input.filter === 'ACTION_REQUIRED') {
      participation = { index: 'INDEXED BY request_participants_asked', where: 'p.action_since IS NOT NULL' }
      // Nobody decides what they asked for themselves, for nobody.
      if (isDelegate) participation.where += ' AND (p.user_id = ?2 OR s.requestor_user_id <> ?2)'
    } else if (!seesAll && actor.ownedCategoryIds.length === 0) {
      participation = { index: '', where: '1' }
    } else if (!seesAll) {
      const isTheirs = isDelegate ? `p.user_id IN (SELECT value FROM ${people()})` : 'p.user_id = ?2'
      where.push(
        `(s.intake_category_id IN (SELECT value FROM json_each(${bind(JSON.stringify(actor.ownedCategoryIds))}))
          OR EXISTS (SELECT 1 FROM request_participants p WHERE ${participant} AND ${isTheirs} AND p.target_id = s.id))`,
      )
    }
    if (input.filter === 'ARCHIVED') where.push('s.archived_at IS NOT NULL')
    else if (input.filter !== 'ALL') where.push('s.archived_at IS NULL')
  }
  if (input.intakeCategoryId) where.push(`s.intake_category_id = ${bind(input.intakeCategoryId)}`)
  if (input.vendorId) where.push(`s.vendor_id = ${bind(input.vendorId)}`)
  if (input.status) where.push(`s.status = ${bind(input.status)}`)
  if (input.search) {
    const text = `%${input.search.replaceAll(/[\\%_]/g, (c) => `\\${c}`)}%`
    const number = /^#?(\d+)$/.exec(input.search)?.[1]
    const byTitle = `s.title LIKE ${bind(text)} ESCAPE '\\'`
    where.push(number ? `(${byTitle} OR s.number = ${bind(Number(number))})` : byTitle)
  }
  // The copy on the participant's row keeps a person's list in index order.
  const sort = participation && by === 'createdAt' ? 'p.created_at' : SORT_COLUMNS[by]
  const id = sort.startsWith('p.') ? 'p.target_id' : 's.id'
  if (input.cursor) where.push(`(${sort}, ${id}) ${direction === 'DESC' ? '<' : '>'} (?3, ?4)`)
  const order = `ORDER BY ${sort} ${direction}, ${id} ${direction} LIMIT ?5`
  if (!participation) {
    const sql = `SELECT ${SUBMISSION_COLUMNS}, ${sort} AS sortKey
      FROM intake_submissions s ${SUBMISSION_JOINS} WHERE ${where.join(' AND ')} ${order}`
    return { sql, params }
  }
  const walked = `request_participants p ${participation.index} JOIN intake_submissions s ON s.id = p.target_id`
  where.push(participant, participation.where)
  if (!isDelegate) {
    const sql = `SELECT ${SUBMISSION_COLUMNS}, ${sort} AS sortKey
      FROM ${walked} ${SUBMISSION_JOINS} WHERE ${where.join(' AND ')} AND p.user_id = ?2 ${order}`
    return { sql, params }
  }
  // One walk for each person, as long as a page: what comes first of all comes first in one of them.
  const sql = `WITH found(id, sortKey) AS MATERIALIZED (
      SELECT DISTINCT s.id, ${sort}
        FROM ${people()} person
       CROSS JOIN request_participants p ON p.rowid IN (
             SELECT p.rowid FROM ${walked} WHERE ${where.join(' AND ')} AND p.user_id = person.value ${order})
       CROSS JOIN intake_submissions s ON s.id = p.target_id)
    SELECT ${SUBMISSION_COLUMNS}, found.sortKey
      FROM found CROSS JOIN intake_submissions s ON s.id = found.id ${SUBMISSION_JOINS}
     ORDER BY found.sortKey ${direction}, found.id ${direction} LIMIT ?5`
  return { sql, params }
}

/** Requests that the person may see (specification 2 §7), keyset-paged; one round trip after the actor's. */
export const listSubmissions = query({
  id: 'intake.list-submissions',
  access: 'requests.use',
  input: inputOf(endpoints.listIntakeSubmissions),
  run: async ({ db, actor }, input) => {
    const { sql, params } = listStatement(actor, input)
    const rows = await db.all<SubmissionDbRow>(db.sql(sql, ...params))
    return toConnection(rows, input.first, (row) => [row.sortKey, row.id], toSubmissionRow)
  },
})
