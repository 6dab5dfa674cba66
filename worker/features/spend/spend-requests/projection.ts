import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import { type ApprovalState, progressOf } from '../../../../schema/approvals/engine/model.ts'
import { inCompanyCurrency } from '../../../../schema/shared/exchange.ts'
import { idsOf, type SpendContent, totalOf } from '../../../../schema/spend/spend-requests/content.ts'
import { participantsOf } from '../../../objects/approval/participants.ts'
import { shownApprovals, versionsIn } from '../../../objects/approval/shown.ts'
import type { SubjectProjection } from '../../../objects/approval/subject.ts'
import { forgetStatements } from '../../requests/proposed-vendors/index.ts'

/** The projection's rows of a spend request. The `projected_sequence` of the first one guards all other statements. */

/** What is fixed when it is filed. */
export interface SpendSource {
  /** The request for which it was raised. */
  intakeSubmissionId: string | null
}

type SpendState = ApprovalState<SpendContent, SpendSource>
type Sql = Pick<D1Database, 'prepare'>

/** True if this projection has just written the row. Numbered parameters: ?1 id, ?2 sequence. */
export const IS_CURRENT = 'EXISTS (SELECT 1 FROM spend_requests WHERE id = ?1 AND projected_sequence = ?2)'

const companyMinor = ({ content, pinned }: SpendState): number | null =>
  inCompanyCurrency(totalOf(content), pinned.exchange)?.value ?? null

const sortKeys = (state: SpendState) => ({
  amountSort: companyMinor(state) ?? -1,
  serviceStart: state.content.serviceStartDate,
})

const contentColumns = ({ content, ...state }: SpendState) => ({
  requestor_user_id: state.requestor.userId,
  created_by_user_id: state.createdBy.userId,
  vendor_id: content.vendorId,
  description: content.description,
  currency: content.currency,
  total_minor: totalOf(content).value,
  company_minor: companyMinor({ ...state, content }),
  amount_sort: sortKeys({ ...state, content }).amountSort,
  service_start: content.serviceStartDate,
  service_end: content.serviceEndDate,
  needs_signer: content.needsSigner ? 1 : 0,
  content: JSON.stringify(content),
  category_ids: JSON.stringify(idsOf(content.lines, 'categoryId')),
  department_ids: JSON.stringify(idsOf(content.lines, 'departmentId')),
  business_unit_ids: JSON.stringify(idsOf(content.lines, 'businessUnitId')),
  version: state.version,
  run: state.run,
  plan: JSON.stringify({
    definitions: state.definitions,
    skipped: state.skipped,
    settings: state.settings,
    involvedIds: state.involved.map(({ userId }) => userId),
    exchange: state.pinned.exchange ?? null,
  }),
  submitted_at: state.submittedAt,
  intake_submission_id: state.pinned.source.intakeSubmissionId,
})

const progressColumns = (state: SpendState, last: { message: string; at: number } | null) => ({
  status: state.status,
  archived_at: state.archivedAt,
  archive_message: state.archiveMessage,
  deleted_at: state.deletedAt,
  progress: progressOf(state),
  completed_at: state.completedAt,
  ...shownApprovals(state),
  last_event: last?.message ?? null,
  last_event_at: last?.at ?? null,
  projected_sequence: state.sequence,
})

/** Columns that stay as they are when nothing new is known. */
const KEPT_WHEN_NULL = new Set(['last_event', 'last_event_at'])

/** Writes the row unless a newer projection has. A new one gets the company's next number. */
const rowStatement = (db: Sql, { state, last, now, onlyProgress }: SubjectProjection<SpendContent, SpendSource>) => {
  const columns = { ...(onlyProgress ? {} : contentColumns(state)), ...progressColumns(state, last) }
  const written = Object.entries(columns)
  const values = written.map(([, value]) => value)
  const at = (index: number): string => `?${index + 6}`
  const updates = written.map(([name], i) =>
    KEPT_WHEN_NULL.has(name)
      ? `${name} = COALESCE(${at(i)}, spend_requests.${name})`
      : `${name} = ${onlyProgress ? at(i) : `excluded.${name}`}`,
  )
  const ids = [state.targetId, state.companyId, state.sequence, state.createdAt, now]
  if (onlyProgress)
    return db
      .prepare(
        `UPDATE spend_requests SET updated_at = ?5, ${updates.join(', ')}
          WHERE id = ?1 AND company_id = ?2 AND projected_sequence <= ?3 AND ?4 IS NOT NULL`,
      )
      .bind(...ids, ...values)
  const inserted = written.map(([name], i) => (name === 'last_event' ? `COALESCE(${at(i)}, '')` : at(i)))
  return db
    .prepare(
      `INSERT INTO spend_requests (id, company_id, number, created_at, updated_at, ${written.map(([name]) => name).join(', ')})
       SELECT ?1, ?2, (SELECT COALESCE(MAX(number), 0) + 1 FROM spend_requests WHERE company_id = ?2), ?4, ?5,
              ${inserted.join(', ')} WHERE ?3 > 0
       ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, ${updates.join(', ')}
        WHERE spend_requests.company_id = excluded.company_id
          AND spend_requests.projected_sequence <= excluded.projected_sequence`,
    )
    .bind(...ids, ...values)
}

const lineStatements = (db: Sql, { targetId, sequence, companyId, content }: SpendState): D1PreparedStatement[] => [
  db
    .prepare(`DELETE FROM spend_request_lines WHERE company_id = ?3 AND spend_request_id = ?1 AND ${IS_CURRENT}`)
    .bind(targetId, sequence, companyId),
  db
    .prepare(
      `INSERT INTO spend_request_lines (company_id, spend_request_id, id, ordinal, amount_minor, description,
         category_id, department_id, business_unit_id, entity_id)
       SELECT ?3, ?1, value ->> 'id', key, value ->> 'amount', value ->> 'description', value ->> 'categoryId',
              value ->> 'departmentId', value ->> 'businessUnitId', value ->> 'entityId'
         FROM json_each(?4) WHERE ${IS_CURRENT}`,
    )
    .bind(targetId, sequence, companyId, JSON.stringify(content.lines)),
]

/** One row for each person involved, rewritten only where it differs. */
const orderStatements = (db: Sql, state: SpendState): D1PreparedStatement[] => {
  const { targetId, sequence, companyId, createdAt } = state
  const { amountSort, serviceStart } = sortKeys(state)
  const people = participantsOf(state).map(({ userId, actionSince }) => ({
    userId,
    isAsked: actionSince === null ? 0 : 1,
  }))
  const rows = JSON.stringify(people)
  return [
    db
      .prepare(
        `DELETE FROM spend_request_orders WHERE company_id = ?3 AND spend_request_id = ?1 AND ${IS_CURRENT}
            AND user_id NOT IN (SELECT value ->> 'userId' FROM json_each(?4))`,
      )
      .bind(targetId, sequence, companyId, rows),
    db
      .prepare(
        `INSERT INTO spend_request_orders (company_id, user_id, spend_request_id, is_asked, created_at, amount_sort,
           service_start)
         SELECT ?3, value ->> 'userId', ?1, value ->> 'isAsked', ?5, ?6, ?7 FROM json_each(?4) WHERE ${IS_CURRENT}
         ON CONFLICT (company_id, spend_request_id, user_id) DO UPDATE SET is_asked = excluded.is_asked,
           amount_sort = excluded.amount_sort, service_start = excluded.service_start
          WHERE is_asked <> excluded.is_asked OR amount_sort <> excluded.amount_sort
             OR service_start <> excluded.service_start`,
      )
      .bind(targetId, sequence, companyId, rows, createdAt, amountSort, serviceStart),
  ]
}

const versionStatements = (db: Sql, state: SpendState, events: readonly ApprovalEvent[]): D1PreparedStatement[] => {
  const versions = versionsIn(events)
  const approval = db
    .prepare(
      `UPDATE spend_request_versions SET approved_at = ?4
        WHERE spend_request_id = ?1 AND version = ?3 AND approved_at IS NOT ?4 AND ${IS_CURRENT}`,
    )
    .bind(state.targetId, state.sequence, state.version, state.status === 'APPROVED' ? state.completedAt : null)
  if (versions.length === 0) return [approval]
  return [
    db
      .prepare(
        `INSERT OR IGNORE INTO spend_request_versions (spend_request_id, version, company_id, content, changed_by_name,
           changed_at)
         SELECT ?1, value ->> 'version', ?2, value -> 'content', value ->> 'by', value ->> 'at' FROM json_each(?3)`,
      )
      .bind(state.targetId, state.companyId, JSON.stringify(versions)),
    approval,
  ]
}

/** All rows of a spend request. */
export const spendStatements = (
  db: Sql,
  projection: SubjectProjection<SpendContent, SpendSource>,
): D1PreparedStatement[] => {
  const { state, events, onlyProgress } = projection
  return [
    rowStatement(db, projection),
    ...(onlyProgress ? [] : lineStatements(db, state)),
    ...orderStatements(db, state),
    ...versionStatements(db, state, events),
    ...forgetStatements(db, state, [state.content.vendorId]),
  ]
}
