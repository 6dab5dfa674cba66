import type { ApprovalEvent } from '../../../../schema/approvals/engine/events.ts'
import { type ApprovalState, progressOf } from '../../../../schema/approvals/engine/model.ts'
import { type BillContent, moneyOf } from '../../../../schema/money/bills/content.ts'
import { invoiceKey, NO_DUE_DATE } from '../../../../schema/money/bills/values.ts'
import type { Act } from '../../../../schema/platform/hands/rule.ts'
import { inCompanyCurrency } from '../../../../schema/shared/exchange.ts'
import { handsStatement, type WrittenHand } from '../../../core/hands.ts'
import { participantsOf } from '../../../objects/approval/participants.ts'
import { shownApprovals, versionsIn } from '../../../objects/approval/shown.ts'
import type { SubjectProjection } from '../../../objects/approval/subject.ts'
import { vendorOfErpVendor } from '../../platform/accounting/index.ts'
import { drawStatements } from '../../spend/purchase-orders/index.ts'
import { drawsOfBill } from './order-match.ts'

/** The projection's rows of a bill. The `projected_sequence` of the first one guards all other statements. */

/** Nothing is fixed when it is entered. */
export type BillSource = Record<never, never>

type BillState = ApprovalState<BillContent, BillSource>
type Sql = Pick<D1Database, 'prepare'>

/** True if this projection has just written the row. Numbered parameters: ?1 id, ?2 sequence. */
export const IS_CURRENT = 'EXISTS (SELECT 1 FROM bills WHERE id = ?1 AND projected_sequence = ?2)'

const companyMinor = ({ content, pinned }: BillState): number | null =>
  inCompanyCurrency(moneyOf(content), pinned.exchange)?.value ?? null

/** Without a due date it comes after all others. */

const sortKeys = (state: BillState) => ({
  invoice_date: state.content.invoiceDate,
  due_sort: state.content.dueDate ?? NO_DUE_DATE,
  amount_sort: companyMinor(state) ?? -1,
})

const contentColumns = (state: BillState) => {
  const { content } = state
  return {
    requestor_user_id: state.requestor.userId,
    created_by_user_id: state.createdBy.userId,
    erp_vendor_id: content.erpVendorId,
    vendor_id: content.vendorId,
    erp_entity_id: content.erpEntityId,
    invoice_id: content.invoiceId,
    invoice_number: content.invoiceNumber,
    invoice_key: invoiceKey(content.invoiceNumber),
    due_date: content.dueDate,
    currency: content.currency,
    total_minor: content.totalAmount,
    company_minor: companyMinor(state),
    is_credit: content.isCredit ? 1 : 0,
    description: content.description,
    spend_request_id: content.spendRequestId,
    purchase_order_id: content.purchaseOrderId ?? null,
    intake_submission_id: content.intakeSubmissionId,
    ...sortKeys(state),
    content: JSON.stringify(content),
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
  }
}

const progressColumns = (state: BillState, last: { message: string; at: number } | null) => ({
  status: state.status,
  archived_at: state.archivedAt,
  archive_message: state.archiveMessage,
  deleted_at: state.deletedAt,
  progress: progressOf(state),
  ...shownApprovals(state),
  completed_at: state.completedAt,
  last_event: last?.message ?? null,
  last_event_at: last?.at ?? null,
  projected_sequence: state.sequence,
})

/** Columns that stay as they are when nothing new is known. */
const KEPT_WHEN_NULL = new Set(['last_event', 'last_event_at'])

/** What its accounting vendor is mapped to by now, which may have been said after the bill was entered. */
const VENDOR = `coalesce(${vendorOfErpVendor("?6 ->> '$.erp_vendor_id'", '?2')}, ?6 ->> '$.vendor_id')`

/** Writes the row unless a newer projection has. */
const rowStatement = (db: Sql, { state, last, now, onlyProgress }: SubjectProjection<BillContent, BillSource>) => {
  const columns = { ...(onlyProgress ? {} : contentColumns(state)), ...progressColumns(state, last) }
  const names = Object.keys(columns)
  // One JSON value, because a statement has at most 100 parameters and this one would have half of them.
  const at = (name: string): string => (name === 'vendor_id' ? VENDOR : `(?6 ->> '$.${name}')`)
  const updates = names.map((name) =>
    KEPT_WHEN_NULL.has(name) ? `${name} = COALESCE(${at(name)}, bills.${name})` : `${name} = ${at(name)}`,
  )
  const ids = [state.targetId, state.companyId, state.sequence, state.createdAt, now, JSON.stringify(columns)]
  if (onlyProgress)
    return db
      .prepare(
        `UPDATE bills SET updated_at = ?5, ${updates.join(', ')}
          WHERE id = ?1 AND company_id = ?2 AND projected_sequence <= ?3 AND ?4 IS NOT NULL`,
      )
      .bind(...ids)
  const inserted = names.map((name) => (name === 'last_event' ? `COALESCE(${at(name)}, '')` : at(name)))
  return db
    .prepare(
      `INSERT INTO bills (id, company_id, created_at, updated_at, ${names.join(', ')})
       SELECT ?1, ?2, ?4, ?5, ${inserted.join(', ')} WHERE ?3 > 0
       ON CONFLICT (id) DO UPDATE SET updated_at = excluded.updated_at, ${updates.join(', ')}
        WHERE bills.company_id = excluded.company_id AND bills.projected_sequence <= excluded.projected_sequence`,
    )
    .bind(...ids)
}

/** SQL that inserts the lines of JSON ?4, into a bill ?1 of company ?3 that was made at ?5. */
export const INSERT_LINES = `
INSERT INTO bill_lines (company_id, bill_id, id, ordinal, amount_minor, memo, erp_account_id, erp_business_unit_id,
  erp_department_mapping_id, erp_tax_code_id, erp_amortization_template_id, amortization_start, amortization_end, fields,
  category_id, department_id, business_unit_id, bill_created_at, invoice_date)
SELECT ?3, ?1, value ->> 'id', key, value ->> 'amount', value ->> 'memo', value ->> 'erpAccountId',
       value ->> 'erpBusinessUnitId', value ->> 'erpDepartmentMappingId', value ->> 'erpTaxCodeId',
       value ->> 'erpAmortizationTemplateId', value ->> 'amortizationStartDate', value ->> 'amortizationEndDate',
       json_object('fields', value -> 'fields', 'segments', value -> 'segments'),
       value ->> 'categoryId', value ->> 'departmentId', value ->> 'businessUnitId', ?5, ?6`

const lineStatements = (
  db: Sql,
  { targetId, sequence, companyId, content, createdAt, version }: BillState,
): D1PreparedStatement[] => [
  db
    .prepare(`DELETE FROM bill_lines WHERE company_id = ?3 AND bill_id = ?1 AND ${IS_CURRENT}`)
    .bind(targetId, sequence, companyId),
  db
    .prepare(
      // What was booked otherwise since the approval of this version stays.
      `${INSERT_LINES} FROM json_each((SELECT iif(entry_version = ?7, entry, ?4) FROM bills WHERE id = ?1))
        WHERE ${IS_CURRENT}`,
    )
    .bind(targetId, sequence, companyId, JSON.stringify(content.lines), createdAt, content.invoiceDate, version),
]

/** The number that it has, for others of its vendor. A deleted one leaves its number, and so does a changed one. */
const numberStatements = (db: Sql, { targetId, sequence, companyId, content, deletedAt, createdAt }: BillState) => {
  const key = invoiceKey(content.invoiceNumber)
  // By itself, SQLite would look through all numbers of the company, which are in the order of their key.
  return [
    db
      .prepare(
        `DELETE FROM bill_numbers INDEXED BY bill_numbers_bill WHERE company_id = ?3 AND bill_id = ?1 AND ${IS_CURRENT}
            AND (?4 = 1 OR erp_vendor_id <> ?5 OR invoice_key <> ?6)`,
      )
      .bind(targetId, sequence, companyId, deletedAt === null ? 0 : 1, content.erpVendorId, key),
    db
      .prepare(
        `INSERT OR IGNORE INTO bill_numbers (company_id, erp_vendor_id, invoice_key, bill_id, reserved_at)
         SELECT ?3, ?5, ?6, ?1, ?7 WHERE ?4 = 0 AND ${IS_CURRENT}`,
      )
      .bind(targetId, sequence, companyId, deletedAt === null ? 0 : 1, content.erpVendorId, key, createdAt),
  ]
}

/** What it takes from its purchase order, unless it was rejected, withdrawn or archived. A deleted one takes nothing. */
const takenStatements = (db: Sql, { status, archivedAt, deletedAt, ...state }: BillState): D1PreparedStatement[] => {
  const { targetId, sequence, companyId, content } = state
  const of = deletedAt === null ? content : { ...content, purchaseOrderId: null }
  const counts = status === 'APPROVED' || (status === 'PENDING' && archivedAt === null)
  return drawStatements(db, { ...drawsOfBill(companyId, targetId, of), sequence, counts, isCurrent: IS_CURRENT })
}

/** One row for each person involved, rewritten only where it differs. */
const orderStatements = (db: Sql, state: BillState): D1PreparedStatement[] => {
  const { targetId, sequence, companyId, createdAt } = state
  const keys = sortKeys(state)
  const people = participantsOf(state).map(({ userId, actionSince }) => ({
    userId,
    isAsked: actionSince === null ? 0 : 1,
  }))
  const rows = JSON.stringify(people)
  return [
    db
      .prepare(
        `DELETE FROM bill_orders WHERE company_id = ?3 AND bill_id = ?1 AND ${IS_CURRENT}
            AND user_id NOT IN (SELECT value ->> 'userId' FROM json_each(?4))`,
      )
      .bind(targetId, sequence, companyId, rows),
    db
      .prepare(
        `INSERT INTO bill_orders (company_id, user_id, bill_id, is_asked, created_at, invoice_date, due_sort, amount_sort)
         SELECT ?3, value ->> 'userId', ?1, value ->> 'isAsked', ?5, ?6, ?7, ?8 FROM json_each(?4) WHERE ${IS_CURRENT}
         ON CONFLICT (company_id, bill_id, user_id) DO UPDATE SET is_asked = excluded.is_asked,
           invoice_date = excluded.invoice_date, due_sort = excluded.due_sort, amount_sort = excluded.amount_sort
          WHERE is_asked <> excluded.is_asked OR invoice_date <> excluded.invoice_date
             OR due_sort <> excluded.due_sort OR amount_sort <> excluded.amount_sort`,
      )
      .bind(
        ...[targetId, sequence, companyId, rows, createdAt],
        ...[keys.invoice_date, keys.due_sort, keys.amount_sort],
      ),
  ]
}

const versionStatements = (db: Sql, state: BillState, events: readonly ApprovalEvent[]): D1PreparedStatement[] => {
  const versions = versionsIn(events)
  const approvedAt = state.status === 'APPROVED' ? state.completedAt : null
  const approval = db
    .prepare(
      `UPDATE bill_versions SET approved_at = ?4
        WHERE bill_id = ?1 AND version = ?3 AND approved_at IS NOT ?4 AND ${IS_CURRENT}`,
    )
    .bind(state.targetId, state.sequence, state.version, approvedAt)
  if (versions.length === 0) return [approval]
  return [
    db
      .prepare(
        `INSERT OR IGNORE INTO bill_versions
           (bill_id, version, company_id, content, changed_by_name, changed_at, approved_at)
         SELECT ?1, value ->> 'version', ?4, value -> 'content', value ->> 'by', value ->> 'at',
                iif(value ->> 'version' = ?3 AND ${IS_CURRENT}, ?6, NULL) FROM json_each(?5)`,
      )
      .bind(state.targetId, state.sequence, state.version, state.companyId, JSON.stringify(versions), approvedAt),
    approval,
  ]
}

const ACT_OF: Partial<Record<ApprovalEvent['type'], Act>> = {
  'request.submitted': 'ENTERED',
  'request.edited': 'CHANGED',
  'request.restarted': 'CHANGED',
}

/** Who entered and changed it: the person, who acted as them, and in whose name it was entered. */
const handStatements = (
  db: Sql,
  { targetId, companyId }: BillState,
  events: readonly ApprovalEvent[],
): D1PreparedStatement[] => {
  const written = events.flatMap((event): WrittenHand[] => {
    const act = ACT_OF[event.type]
    if (!act || event.actor.kind !== 'USER') return []
    const { userId, impersonatorUserId, apiKeyId = null } = event.actor
    const hand = (who: string, how: Act, through: string | null = null): WrittenHand => ({
      ...{ matter: 'BILL', matterId: targetId, userId: who, act: how, through },
    })
    return [
      hand(userId, act, impersonatorUserId ?? apiKeyId),
      ...(impersonatorUserId ? [hand(impersonatorUserId, act)] : []),
      ...(event.type === 'request.submitted' && event.requestor.userId !== userId
        ? [hand(event.requestor.userId, 'NAMED', userId)]
        : []),
    ]
  })
  const unique = [...new Map(written.map((one) => [`${one.userId} ${one.act}`, one] as const)).values()]
  const last = events.at(-1)
  return unique.length === 0 || !last ? [] : [handsStatement(db, companyId, unique, last.at)]
}

/** All rows of a bill. */
export const billStatements = (
  db: Sql,
  projection: SubjectProjection<BillContent, BillSource>,
): D1PreparedStatement[] => {
  const { state, events, onlyProgress } = projection
  return [
    rowStatement(db, projection),
    ...(onlyProgress ? [] : lineStatements(db, state)),
    ...(onlyProgress && state.deletedAt === null ? [] : numberStatements(db, state)),
    ...(onlyProgress && !state.content.purchaseOrderId ? [] : takenStatements(db, state)),
    ...orderStatements(db, state),
    ...versionStatements(db, state, events),
    ...handStatements(db, state, events),
  ]
}
