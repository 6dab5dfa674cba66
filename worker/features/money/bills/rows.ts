import type { BillRow } from '../../../../schema/money/bills/list.ts'
import type { ExchangeRate } from '../../../../schema/shared/exchange.ts'
import type { Currency, Money } from '../../../../schema/shared/money.ts'
import type { Named } from '../../../../schema/shared/values.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { type ReferredIds, ReferredNames } from '../../../core/referred-names.ts'
import { followedColumns } from './followers.ts'

/** What a credit takes off is less, as in totals. */
export const owed = (amount: Money, isCredit: boolean): Money =>
  isCredit ? { ...amount, value: -amount.value } : amount

/** Rows of bills as lists show them. Names come from the second read. */

/** The rates that the bill was compared at, as JSON. */
export const RATES = "s.plan -> '$.exchange.rates' AS rates"

const COLUMNS = `s.id, s.erp_vendor_id AS erpVendorId, s.vendor_id AS vendorId, s.erp_entity_id AS erpEntityId,
  s.invoice_number AS invoiceNumber,
  s.invoice_date AS invoiceDate, s.due_date AS dueDate, s.total_minor AS totalMinor, s.currency,
  s.company_minor AS companyMinor, ${RATES}, s.is_credit AS isCredit, s.description, s.spend_request_id AS spendRequestId,
  s.intake_submission_id AS intakeSubmissionId, s.content ->> '$.accountingPeriodId' AS accountingPeriodId,
  s.content ->> '$.erpCurrencyId' AS erpCurrencyId, s.shown_status AS status, s.archived_at AS archivedAt, s.progress,
  s.paid_at AS paidAt, s.created_by_user_id AS createdByUserId, s.waiting_for AS waitingFor,
  s.approved_by AS approvedBy, s.rejected_by AS rejectedBy, s.created_at AS createdAt, s.completed_at AS completedAt,
  s.last_event AS lastEvent`

/** What other areas know, which have registered by the time a list is read. */
const followed = (): string => {
  const { billPayment, syncEntry, hasPaymentInformation } = followedColumns()
  return `${billPayment} AS billPayment, ${syncEntry} AS syncEntry, ${hasPaymentInformation} AS hasPaymentInformation`
}

export const billColumns = (): string => `${COLUMNS}, ${followed()}, s.approvals`

/** Without the steps and their people, which can be many. */
export const fileColumns = (): string =>
  `${COLUMNS}, ${followed()}, '{"levelGroupStatuses":[],"approverStatuses":[]}' AS approvals`

/** What emails and the inbox say of one. */
export const SUMMARY_COLUMNS = `s.invoice_number AS reference,
    coalesce((SELECT o.name FROM erp_objects o WHERE o.id = s.erp_vendor_id AND +o.company_id = s.company_id),
      'A removed vendor') || ': ' || CASE s.description WHEN '' THEN 'invoice ' || s.invoice_number
      ELSE substr(s.description, 1, 80) END AS title,
    coalesce((SELECT trim(u.first_name || ' ' || u.last_name) FROM users u WHERE u.id = s.requestor_user_id), '')
      AS requestorName,
    s.total_minor AS amountValue, s.currency AS amountCurrency`

const one = (table: string, column: string): string =>
  `(SELECT json_array(json_object('id', t.id, 'name', t.name)) FROM ${table} t
     WHERE t.id = s.${column} AND +t.company_id = s.company_id)`

/** The names of one row, for pages that read everything at once. As `ReferredNames` takes them. */
export const NAMES_COLUMN = `json_object(
  'erpObjects', (SELECT json_group_array(json_object('id', t.id, 'name', t.name)) FROM erp_objects t
                  WHERE t.id IN (s.erp_vendor_id, s.erp_entity_id) AND +t.company_id = s.company_id),
  'vendors', ${one('vendors', 'vendor_id')},
  'people', (SELECT json_array(json_object('id', t.id, 'firstName', t.first_name, 'lastName', t.last_name,
               'email', t.email)) FROM users t WHERE t.id = s.created_by_user_id)) AS names`

/** @param json of `NAMES_COLUMN` */
export const namesOf = (json: string): ReferredNames =>
  new ReferredNames(
    Object.fromEntries(
      Object.entries(JSON.parse(json) as Record<string, unknown>).map(([of, list]) => [of, JSON.stringify(list ?? [])]),
    ),
  )

export interface BillDbRow {
  id: string
  erpVendorId: string
  vendorId: string | null
  erpEntityId: string | null
  invoiceNumber: string
  invoiceDate: string
  dueDate: string | null
  totalMinor: number
  currency: Currency
  companyMinor: number | null
  rates: string | null
  isCredit: number
  description: string
  spendRequestId: string | null
  intakeSubmissionId: string | null
  accountingPeriodId: string | null
  erpCurrencyId: string | null
  status: BillRow['status']
  archivedAt: number | null
  progress: number
  paidAt: number | null
  createdByUserId: string
  waitingFor: string
  approvedBy: string
  rejectedBy: string
  createdAt: number
  completedAt: number | null
  lastEvent: string
  billPayment: string | null
  syncEntry: string | null
  hasPaymentInformation: number | null
  approvals: string
}

/** Its payment is on its way or has left: as `requireFree` of payments refuses it. */
export const isPaying = (row: Pick<BillDbRow, 'billPayment'>): boolean =>
  row.billPayment !== null &&
  ['PROCESSING', 'PAID', 'PAID_OUTSIDE'].includes((JSON.parse(row.billPayment) as { status: string }).status)

/** What rows refer to by id. */
export const referredBy = (rows: readonly BillDbRow[]): ReferredIds => ({
  erpObjects: rows.flatMap(({ erpVendorId, erpEntityId }) => [erpVendorId, erpEntityId]),
  people: rows.map(({ createdByUserId }) => createdByUserId),
})

const isoOf = (at: number): string => new Date(at).toISOString()

/** How much one unit is in the company's currency: the rate that was recorded, not one of amounts that were rounded. */
export const rateOf = (
  { rates, currency }: Pick<BillDbRow, 'rates' | 'currency'>,
  companyCurrency: Currency,
): number | null => {
  if (currency === companyCurrency) return 1
  const known = rates === null ? [] : (JSON.parse(rates) as ExchangeRate[])
  const found = known.find(({ base, quote }) => base === currency && quote === companyCurrency)
  return found ? Number(found.rate) : null
}

export const toBillRow = (row: BillDbRow, names: ReferredNames, companyCurrency: Currency): BillRow => {
  const vendor: Named = names.named('erpObjects', row.erpVendorId) ?? { id: row.erpVendorId, name: 'A removed vendor' }
  const creator = names.person(row.createdByUserId)
  return {
    id: row.id,
    displayName: `${vendor.name} ${row.invoiceNumber}`,
    createdAt: isoOf(row.createdAt),
    erpVendorId: row.erpVendorId,
    erpVendor: {
      ...vendor,
      hasPaymentInformation: row.hasPaymentInformation === null ? null : row.hasPaymentInformation === 1,
    },
    vendorId: row.vendorId,
    erpEntityId: row.erpEntityId,
    erpEntity: names.named('erpObjects', row.erpEntityId),
    invoiceNumber: row.invoiceNumber,
    invoiceDate: row.invoiceDate,
    dueDate: row.dueDate,
    totalAmount: { value: row.totalMinor, currency: row.currency },
    companyAmount: row.companyMinor,
    currency: { id: row.erpCurrencyId, symbol: row.currency, exchangeRate: rateOf(row, companyCurrency) },
    isCredit: row.isCredit === 1,
    description: row.description,
    spendRequestId: row.spendRequestId,
    intakeSubmissionId: row.intakeSubmissionId,
    accountingPeriodId: row.accountingPeriodId,
    status: row.status,
    archived: row.archivedAt !== null,
    progress: row.progress,
    paidAt: row.paidAt === null ? null : isoOf(row.paidAt),
    createdBy: { id: row.createdByUserId, name: creator ? fullName(creator) : 'A former member' },
    waitingFor: JSON.parse(row.waitingFor),
    ...(JSON.parse(row.approvals) as Pick<BillRow, 'approverStatuses' | 'levelGroupStatuses'>),
    approvedBy: JSON.parse(row.approvedBy),
    rejectedBy: JSON.parse(row.rejectedBy),
    fullyReviewedAt: row.completedAt === null ? null : isoOf(row.completedAt),
    billPayment: row.billPayment ? JSON.parse(row.billPayment) : null,
    syncEntry: row.syncEntry ? syncEntryOf(row.syncEntry) : null,
    lastAuditLogMessage: row.lastEvent,
  }
}

const syncEntryOf = (json: string): BillRow['syncEntry'] => {
  const entry = JSON.parse(json) as Omit<NonNullable<BillRow['syncEntry']>, 'isSynced'> & { isSynced: number | boolean }
  return { ...entry, isSynced: Boolean(entry.isSynced) }
}

/** "Ada, Grace" of the people whom it waits for. */
export const waitingText = ({ waitingFor }: Pick<BillRow, 'waitingFor'>): string =>
  [...new Set(waitingFor.flatMap(({ people }) => people.map(({ name }) => name)))].join(', ')
