import type { Currency } from '../../../../schema/shared/money.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { amortized } from '../../../../schema/spend/spend-requests/amortization.ts'
import type { SpendRequestRow } from '../../../../schema/spend/spend-requests/list.ts'
import { vendorNameSql } from '../../../core/object-names.ts'
import { type ReferredIds, ReferredNames } from '../../../core/referred-names.ts'
import { titleOf } from './subject.ts'

/** Rows of spend requests as lists show them. Names come from the second read. */

const COLUMNS = `s.id, s.number, s.description, s.status, s.archived_at AS archivedAt, s.progress,
  s.total_minor AS totalMinor, s.currency, s.company_minor AS companyMinor, s.vendor_id AS vendorId,
  s.requestor_user_id AS requestorUserId, s.category_ids AS categoryIds, s.department_ids AS departmentIds,
  s.business_unit_ids AS businessUnitIds, s.service_start AS serviceStart, s.service_end AS serviceEnd,
  s.needs_signer AS needsSigner, s.waiting_for AS waitingFor, s.approved_by AS approvedBy, s.rejected_by AS rejectedBy,
  s.created_at AS createdAt, s.completed_at AS completedAt, s.intake_submission_id AS intakeSubmissionId,
  s.last_event AS lastEvent, s.content ->> '$.lines[0].id' AS lineId`

export const SPEND_COLUMNS = `${COLUMNS}, s.approvals`

/** Without the steps and their people, which can be many. */
export const FILE_COLUMNS = `${COLUMNS}, '{"levelGroupStatuses":[],"approverStatuses":[]}' AS approvals`

/** Its vendor, or the one that it proposes. */
const VENDOR_NAME = vendorNameSql('s.vendor_id', 's.company_id')

/** What emails and the inbox say of one. */
export const SUMMARY_COLUMNS = `'SR-' || s.number AS reference,
    coalesce(${VENDOR_NAME}, 'A removed vendor') || CASE s.description WHEN '' THEN '' ELSE ': ' || substr(s.description, 1, 80) END
      AS title,
    coalesce((SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = s.requestor_user_id), '')
      AS requestorName,
    s.total_minor AS amountValue, s.currency AS amountCurrency`

const named = (table: string, column: string): string =>
  `(SELECT json_group_array(json_object('id', t.id, 'name', t.name)) FROM json_each(s.${column}) j
     CROSS JOIN ${table} t ON t.id = j.value AND +t.company_id = s.company_id)`

/** The names of one row, for pages that read everything at once. As `ReferredNames` takes them. */
export const NAMES_COLUMN = `json_object(
  'vendors', (SELECT json_array(json_object('id', s.vendor_id, 'name', x.name))
                FROM (SELECT ${VENDOR_NAME} AS name) x WHERE x.name IS NOT NULL),
  'people', (SELECT json_array(json_object('id', t.id, 'firstName', t.first_name, 'lastName', t.last_name,
               'email', t.email)) FROM users t WHERE t.id = s.requestor_user_id),
  'spendCategories', ${named('spend_categories', 'category_ids')},
  'departments', ${named('departments', 'department_ids')},
  'businessUnits', ${named('business_units', 'business_unit_ids')}) AS names`

/** @param json of `NAMES_COLUMN` */
export const namesOf = (json: string): ReferredNames =>
  new ReferredNames(
    Object.fromEntries(
      Object.entries(JSON.parse(json) as Record<string, unknown>).map(([of, list]) => [of, JSON.stringify(list ?? [])]),
    ),
  )

export interface SpendDbRow {
  id: string
  number: number
  description: string
  status: SpendRequestRow['status']
  archivedAt: number | null
  progress: number
  totalMinor: number
  currency: Currency
  companyMinor: number | null
  vendorId: string
  requestorUserId: string
  categoryIds: string
  departmentIds: string
  businessUnitIds: string
  serviceStart: string
  serviceEnd: string | null
  needsSigner: number
  waitingFor: string
  approvedBy: string
  rejectedBy: string
  createdAt: number
  completedAt: number | null
  intakeSubmissionId: string | null
  lastEvent: string
  approvals: string
  lineId: string
}

const listOf = (json: string): string[] => JSON.parse(json) as string[]

/** What rows refer to by id. */
export const referredBy = (rows: readonly SpendDbRow[]): ReferredIds => ({
  vendors: rows.map(({ vendorId }) => vendorId),
  people: rows.map(({ requestorUserId }) => requestorUserId),
  spendCategories: rows.flatMap(({ categoryIds }) => listOf(categoryIds)),
  departments: rows.flatMap(({ departmentIds }) => listOf(departmentIds)),
  businessUnits: rows.flatMap(({ businessUnitIds }) => listOf(businessUnitIds)),
})

/** "SR-12" */
export const readableId = (number: number): string => `SR-${number}`

const isoOf = (at: number): string => new Date(at).toISOString()

export const toSpendRow = (row: SpendDbRow, names: ReferredNames): SpendRequestRow => {
  const vendor: Named = names.named('vendors', row.vendorId) ?? { id: row.vendorId, name: 'A removed vendor' }
  const requestor = names.person(row.requestorUserId)
  const period = { serviceStartDate: row.serviceStart, serviceEndDate: row.serviceEnd }
  const [month] = amortized(row.totalMinor, period)
  return {
    id: row.id,
    readableId: readableId(row.number),
    displayName: titleOf(vendor.name, row.description),
    description: row.description,
    status: row.status,
    archived: row.archivedAt !== null,
    progress: row.progress,
    estimatedCost: { value: row.totalMinor, currency: row.currency },
    companyCost: row.companyMinor,
    amortizedCost: { value: month?.amount ?? row.totalMinor, currency: row.currency },
    vendor,
    requestor: { id: row.requestorUserId, name: requestor ? fullName(requestor) : 'A former member' },
    categories: names.list('spendCategories', listOf(row.categoryIds)),
    departments: names.list('departments', listOf(row.departmentIds)),
    businessUnits: names.list('businessUnits', listOf(row.businessUnitIds)),
    ...period,
    needsSigner: row.needsSigner === 1,
    waitingFor: JSON.parse(row.waitingFor),
    ...(JSON.parse(row.approvals) as Pick<SpendRequestRow, 'approverStatuses' | 'levelGroupStatuses'>),
    approvedBy: JSON.parse(row.approvedBy),
    rejectedBy: JSON.parse(row.rejectedBy),
    createdAt: isoOf(row.createdAt),
    fullyReviewedAt: row.completedAt === null ? null : isoOf(row.completedAt),
    lineId: row.lineId,
    intakeSubmissionId: row.intakeSubmissionId,
    lastAuditLogMessage: row.lastEvent,
  }
}

/** "Ada, Grace" of the people whom it waits for. */
export const waitingText = ({ waitingFor }: Pick<SpendRequestRow, 'waitingFor'>): string =>
  [...new Set(waitingFor.flatMap(({ people }) => people.map(({ name }) => name)))].join(', ')
