import type { IntakeSubmissionRow, LIST_EXTRAS, ListedSubmission } from '../../../../schema/requests/endpoints.ts'
import type { Currency } from '../../../../schema/shared/money.ts'
import { proposedNameSql } from '../../../core/object-names.ts'
import { sharedText } from '../../../core/request-texts.ts'
import { columnAnswersSql } from './columns-statement.ts'
import { readPeople } from './stored.ts'

/** Requests as lists and pages read them: the columns of a row, and its fields. */

export interface SubmissionDbRow {
  id: string
  number: number
  title: string
  categoryId: string
  categoryName: string
  requestorUserId: string
  requestorName: string
  status: 'PENDING' | 'APPROVED' | 'REJECTED' | 'WITHDRAWN'
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
  contactEmail: string | null
}

const columns = (categoryName: string, vendorName: string): string =>
  `s.id, s.number, s.title, s.intake_category_id AS categoryId, ${categoryName} AS categoryName,
  s.requestor_user_id AS requestorUserId, s.requestor_name AS requestorName, s.status, s.is_draft AS isDraft,
  s.archived_at AS archivedAt, s.progress, s.waiting_for AS waitingFor, ${sharedText('approved_by')} AS approvedBy,
  s.rejected_by AS rejectedBy, s.amount_value AS amountValue, s.amount_currency AS amountCurrency,
  s.vendor_id AS vendorId, ${vendorName} AS vendorName, s.due_date AS dueDate, s.created_at AS createdAt,
  s.submitted_at AS submittedAt, s.completed_at AS completedAt, s.current_level_since AS currentLevelSince,
  s.last_event AS lastEvent, s.last_event_at AS lastEventAt, s.contact_email AS contactEmail`

const CATEGORY = 'CROSS JOIN intake_categories c ON c.id = s.intake_category_id'

const PROPOSED = proposedNameSql('s.vendor_id')

export const SUBMISSION_COLUMNS = columns('c.name', `coalesce(v.name, ${PROPOSED})`)
export const SUBMISSION_JOINS = `${CATEGORY} LEFT JOIN vendors v ON v.id = s.vendor_id`

const iso = (at: number | null): string | null => (at === null ? null : new Date(at).toISOString())

const waitingOf = (json: string): IntakeSubmissionRow['waitingFor'] =>
  (JSON.parse(json) as { label: string; since: number; people: { id: string; name: string }[] }[]).map((entry) => ({
    ...entry,
    since: new Date(entry.since).toISOString(),
  }))

/** @param now to compute how long the open level has been waiting */
export const toSubmissionRow = (row: SubmissionDbRow, now: number): IntakeSubmissionRow => ({
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
  approvedBy: readPeople(row.approvedBy),
  rejectedBy: readPeople(row.rejectedBy),
  requestAmount: row.amountValue === null ? null : { value: row.amountValue, currency: row.amountCurrency ?? 'USD' },
  vendor: row.vendorId ? { id: row.vendorId, name: row.vendorName ?? 'Removed vendor' } : null,
  dueDate: row.dueDate,
  createdAt: new Date(row.createdAt).toISOString(),
  submittedAt: iso(row.submittedAt),
  approvedOrRejectedAt: iso(row.completedAt),
  currentLevelSince: iso(row.currentLevelSince),
  currentLevelPendingDuration: row.currentLevelSince === null ? null : Math.max(0, now - row.currentLevelSince),
  lastAuditLogMessage: row.lastEvent,
  lastAuditLogAt: iso(row.lastEventAt),
  contactEmail: row.contactEmail,
})

// ---- Additional fields of a list

interface ListColumns {
  assigneeUserId: string | null
  assigneeName: string | null
  createdById?: string
  createdByName?: string | null
  /** JSON; null of those who are no members any more. */
  requestorUnits?: string | null
  watchers?: string
  questionAnswers?: string
  taskBlocks?: string | null
  vendorForm?: string
}
export type ListDbRow = SubmissionDbRow & ListColumns

/** The units of the requester, as their membership's card has them: a row for each request. */
const REQUESTOR_UNITS = `(SELECT json_array(m.card -> '$.departments', m.card -> '$.businessUnits') FROM company_memberships m
    WHERE m.company_id = s.company_id AND m.user_id = s.requestor_user_id) AS requestorUnits`

interface Named {
  id: string
  name: string
}

/** Categories whose forms a vendor fills in. */
const VENDOR_FORMS = "('VENDOR', 'CUSTOM_VENDOR_FORM')"

/**
 * Whether a vendor fills in a request `s` of a category `c`, and with which account, as JSON. Accounts are looked up for
 * forms of vendors only.
 */
export const vendorFormSql = (c: string): string =>
  `json_object('forVendor', ${c}.type IN ${VENDOR_FORMS}, 'vendorCompany', CASE WHEN ${c}.type IN ${VENDOR_FORMS} THEN json((
     SELECT json_object('id', vc.id, 'name', vc.name)
       FROM vendor_company_customers k CROSS JOIN vendor_companies vc ON vc.id = k.vendor_company_id
      WHERE k.company_id = s.company_id AND k.vendor_id = s.vendor_id LIMIT 1)) END)`

export const vendorFormOf = (json: string) => {
  const { forVendor, vendorCompany } = JSON.parse(json) as {
    forVendor: number
    vendorCompany: { id: string; name: string } | null
  }
  return { forVendor: forVendor === 1, vendorCompany }
}

type Extra = (typeof LIST_EXTRAS)[number]

const EXTRA_COLUMNS: Record<Extra, string> = {
  createdBy: `s.created_by_user_id AS createdById,
    (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = s.created_by_user_id) AS createdByName`,
  requestorUnits: REQUESTOR_UNITS,
  watchers: `(SELECT json_group_array(json_object('id', u.id, 'name', trim(u.first_name || ' ' || u.last_name)))
    FROM request_participants q JOIN users u ON u.id = q.user_id
   WHERE q.company_id = s.company_id AND q.target_type = 'INTAKE_SUBMISSION' AND q.target_id = s.id
     AND q.is_watcher = 1) AS watchers`,
  columnAnswers: columnAnswersSql,
  vendorForm: `(SELECT ${vendorFormSql('f')} FROM intake_categories f WHERE f.id = s.intake_category_id) AS vendorForm`,
}

/** Nothing is read if no one is assigned. */
const ASSIGNEE = `s.assignee_user_id AS assigneeUserId,
  (SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = s.assignee_user_id) AS assigneeName`

/**
 * A page's requests mostly have the same few categories. The company's first ones are read once, as one object, and
 * only others are looked up one by one. ?1 is the company.
 */
const CATEGORY_NAME = `COALESCE((SELECT json_group_object(id, name) FROM (
      SELECT id, name FROM intake_categories WHERE company_id = ?1 AND deleted_at IS NULL ORDER BY ordinal LIMIT 8))
    ->> s.intake_category_id, (SELECT name FROM intake_categories WHERE id = s.intake_category_id))`

/** For lists that show no vendor: a row on its own. ?1 is the company. */
export const SUBMISSION_ROW = columns(CATEGORY_NAME, 'NULL')

/** Placeholders for the category of all rows of a list, and the vendor of most, whose names are looked up once. */
interface Known {
  categoryId: string | undefined
  vendorId: string | undefined
}

const VENDOR_NAME = `coalesce((SELECT v.name FROM vendors v WHERE v.id = s.vendor_id), ${PROPOSED})`

export const listColumns = (include: readonly Extra[], { categoryId, vendorId }: Known): string =>
  [
    columns(
      categoryId ? `(SELECT name FROM intake_categories WHERE id = ${categoryId})` : CATEGORY_NAME,
      vendorId
        ? `iif(s.vendor_id = ${vendorId}, (SELECT name FROM vendors WHERE id = ${vendorId}), ${VENDOR_NAME})`
        : VENDOR_NAME,
    ),
    ASSIGNEE,
    ...include.map((extra) => EXTRA_COLUMNS[extra]),
  ].join(',\n  ')

const unitsOf = (json: string | null) => {
  const [departments, businessUnits] = JSON.parse(json ?? '[[],[]]') as [Named[], Named[]]
  const named = ({ id, name }: Named) => ({ id, name })
  return { departments: departments.map(named), businessUnits: businessUnits.map(named) }
}

export const toListedSubmission = (row: ListDbRow, now: number): ListedSubmission => {
  const plain = toSubmissionRow(row, now)
  return {
    ...plain,
    requestor: {
      ...plain.requestor,
      ...(row.requestorUnits !== undefined && unitsOf(row.requestorUnits)),
    },
    intakeCategoryId: plain.category.id,
    currency: plain.requestAmount?.currency ?? null,
    vendors: plain.vendor ? [plain.vendor] : [],
    assignee: row.assigneeUserId ? { id: row.assigneeUserId, name: row.assigneeName ?? '' } : null,
    ...(row.createdById && { createdBy: { id: row.createdById, name: row.createdByName ?? '' } }),
    ...(row.watchers && { watchers: JSON.parse(row.watchers) }),
    ...(row.vendorForm && vendorFormOf(row.vendorForm)),
  }
}
