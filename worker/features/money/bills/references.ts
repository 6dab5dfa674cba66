import type { BillContent, BillLine } from '../../../../schema/money/bills/content.ts'
import { erpIdsOf, LABELS } from '../../../../schema/money/bills/content.ts'
import { dayText } from '../../../../schema/shared/calendar.ts'
import { CURRENCIES, type Currency } from '../../../../schema/shared/money.ts'
import type { BatchResults } from '../../../core/database.ts'
import { archivedWords, isArchivedSql } from '../../../core/kinds/archived.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** What a bill names of the accounting system and of the company, loaded in one round trip and checked. */

export interface ErpObject {
  id: string
  kind: string
  name: string
  number: string | null
  isActive: number
  vendorId: string | null
  departmentId: string | null
  businessUnitId: string | null
  entityId: string | null
  categoryId: string | null
  isPosting: number | null
  isClosed: number | null
  accountType: string | null
  classification: string | null
  /** Whether the company's vendor behind a vendor is archived. Missing for what was made just now. */
  isArchived?: number
}

export interface References {
  objects: ReadonlyMap<string, ErpObject>
  /** Whether an accounting system is connected, and whether it has entities. */
  isConnected: boolean
  hasEntities: boolean
  invoices: ReadonlyMap<string, { name: string; documentId: string; sha256: string }>
  isSpendRequest(id: string): boolean
  isSubmission(id: string): boolean
  /** Whether the accounting system has periods, and whether one with the asked date is open. */
  period: { has: boolean; isOpen: boolean }
  /** The currencies that the accounting system has, by their codes. Empty if it tells none. */
  booksCurrencies: ReadonlySet<string>
  /** A vendor that is called so already. */
  sameName: { id: string } | null
}

interface Asked {
  erpIds: readonly string[]
  invoiceIds: readonly (string | null)[]
  spendRequestId: string | null
  intakeSubmissionId: string | null
  newVendorName?: string | null
  /** The day whose period is asked for. */
  date?: string | null
}

const objectColumns =
  () => `o.id, o.kind, o.name, o.number, o.is_active AND o.deleted_at IS NULL AS isActive, o.vendor_id AS vendorId,
  o.department_id AS departmentId, o.business_unit_id AS businessUnitId, o.entity_id AS entityId,
  o.category_id AS categoryId, o.details ->> 'isPosting' AS isPosting, o.details ->> 'isClosed' AS isClosed,
  o.account_type AS accountType, o.classification,
  o.kind = 'VENDOR' AND ${isArchivedSql('VENDOR', 'o.vendor_id', 'o.company_id')} AS isArchived`

export const REFERENCE_STATEMENTS = 3

const OPEN_PERIOD = `o.company_id = ?1 AND o.kind = 'ACCOUNTING_PERIOD' AND o.deleted_at IS NULL AND o.is_active
  AND coalesce(o.details ->> 'isClosed', 0) = 0 AND coalesce(o.details ->> 'isPosting', 1) = 1`

export const referenceStatements = (
  { db, actor }: Pick<StaffContext, 'db' | 'actor'>,
  { erpIds, invoiceIds, spendRequestId, intakeSubmissionId, newVendorName, date = null }: Asked,
): D1PreparedStatement[] => [
  db.sql(
    `SELECT ${objectColumns()} FROM json_each(?2) j CROSS JOIN erp_objects o ON o.id = j.value AND +o.company_id = ?1`,
    actor.companyId,
    JSON.stringify(erpIds),
  ),
  db.sql(
    `SELECT EXISTS (SELECT 1 FROM erp_connections WHERE company_id = ?1 AND disconnected_at IS NULL) AS isConnected,
            EXISTS (SELECT 1 FROM erp_objects o INDEXED BY erp_objects_name WHERE o.company_id = ?1 AND o.kind = 'ENTITY'
                       AND o.deleted_at IS NULL AND o.is_active) AS hasEntities,
            EXISTS (SELECT 1 FROM spend_requests WHERE id = ?2 AND company_id = ?1 AND deleted_at IS NULL) AS hasSpendRequest,
            EXISTS (SELECT 1 FROM intake_submissions WHERE id = ?3 AND company_id = ?1 AND is_draft = 0) AS hasSubmission,
            (SELECT o.id FROM erp_objects o INDEXED BY erp_objects_name
              WHERE o.company_id = ?1 AND o.kind = 'VENDOR' AND o.name_key = ?4 AND o.deleted_at IS NULL LIMIT 1) AS sameName,
            EXISTS (SELECT 1 FROM erp_objects o INDEXED BY erp_objects_name WHERE o.company_id = ?1
                       AND o.kind = 'ACCOUNTING_PERIOD' AND o.deleted_at IS NULL) AS hasPeriods,
            EXISTS (SELECT 1 FROM (SELECT coalesce(nullif(o.details ->> 'endDay', ''), '9999') AS endDay FROM erp_objects o INDEXED BY erp_objects_open_period
              WHERE ${OPEN_PERIOD} AND o.details ->> 'startDay' <= ?5 ORDER BY o.details ->> 'startDay' DESC LIMIT 3)
              WHERE endDay >= ?5) AS isOpen,
            (SELECT json_group_array(coalesce(o.number, o.name)) FROM (SELECT number, name FROM erp_objects INDEXED BY erp_objects_name
              WHERE company_id = ?1 AND kind = 'CURRENCY' AND deleted_at IS NULL AND is_active LIMIT 200) o) AS currencies`,
    ...[actor.companyId, spendRequestId, intakeSubmissionId, newVendorName?.trim().toLowerCase() ?? null, date],
  ),
  db.sql(
    `SELECT i.id, i.document_id AS documentId, d.display_name AS name, d.sha256
       FROM json_each(?2) j CROSS JOIN invoices i ON i.id = j.value AND i.company_id = ?1 AND i.deleted_at IS NULL
      CROSS JOIN documents d ON d.id = i.document_id AND d.deleted_at IS NULL`,
    actor.companyId,
    JSON.stringify(invoiceIds.filter(Boolean)),
  ),
]

/** @param results those of the statements */
export const referencesOf = (results: BatchResults, asked: Asked): References => {
  const [objectRows, factRows, invoiceRows] = results.map((result) => result.results)
  const [facts] = factRows ?? []
  const objects = (objectRows ?? []) as unknown as ErpObject[]
  const invoices = (invoiceRows ?? []) as unknown as { id: string; documentId: string; name: string; sha256: string }[]
  return {
    objects: new Map(objects.map((object) => [object.id, object])),
    isConnected: facts?.isConnected === 1,
    hasEntities: facts?.hasEntities === 1,
    invoices: new Map(invoices.map((invoice) => [invoice.id, invoice])),
    isSpendRequest: (id) => id === asked.spendRequestId && facts?.hasSpendRequest === 1,
    isSubmission: (id) => id === asked.intakeSubmissionId && facts?.hasSubmission === 1,
    period: { has: facts?.hasPeriods === 1, isOpen: facts?.isOpen === 1 },
    booksCurrencies: new Set(JSON.parse(String(facts?.currencies ?? '[]')) as string[]),
    sameName: typeof facts?.sameName === 'string' ? { id: facts.sameName } : null,
  }
}

/** A bill before its accounts and units are looked up. */
export type EnteredBill = Omit<
  BillContent,
  'vendorId' | 'entityId' | 'lines' | 'currency' | 'duplicateAllowed' | 'match'
> & {
  currency: Currency | undefined
  lines: Omit<BillLine, 'categoryId' | 'departmentId' | 'businessUnitId'>[]
}

const NOT_VALID = 'This isn’t a valid option'

/** The kind that each field names. */
const KINDS = {
  erpVendorId: 'VENDOR',
  erpEntityId: 'ENTITY',
  erpCurrencyId: 'CURRENCY',
  accountingPeriodId: 'ACCOUNTING_PERIOD',
  erpTaxCodeId: 'TAX_CODE',
  erpAmortizationTemplateId: 'AMORTIZATION_TEMPLATE',
} as const
const LINE_KINDS = {
  erpAccountId: 'ACCOUNT',
  erpBusinessUnitId: 'CLASSIFICATION',
  erpDepartmentMappingId: 'DEPARTMENT',
  erpTaxCodeId: 'TAX_CODE',
  erpAmortizationTemplateId: 'AMORTIZATION_TEMPLATE',
} as const

type Named = Parameters<typeof erpIdsOf>[0]

/**
 * Why lines can't be booked so, by field. What is inactive can stay where it was.
 * @param before what was booked until now
 */
export const lineProblems = (
  lines: EnteredBill['lines'],
  { objects, isConnected }: Pick<References, 'objects' | 'isConnected'>,
  before: Pick<Named, 'lines'> | null,
): Record<string, string> => {
  const fields: Record<string, string> = {}
  const used = new Set(before ? erpIdsOf({ ...NOTHING, lines: before.lines }) : [])
  lines.forEach((line, index) => {
    for (const [key, kind] of Object.entries(LINE_KINDS) as [keyof typeof LINE_KINDS, string][]) {
      const fault = faultOf(line[key], kind, objects, used)
      if (fault) fields[`lines.${index}.${key}`] = fault
    }
    const account = objects.get(line.erpAccountId ?? '')
    const wrong = account && !used.has(account.id) ? accountFault(account) : null
    if (wrong) fields[`lines.${index}.erpAccountId`] ??= wrong
    if (isConnected && line.erpAccountId === null) fields[`lines.${index}.erpAccountId`] = 'Required'
  })
  return fields
}

/** Kinds of accounts, as accounting systems call them, that other entries move: a bill's line is what it was for. */
const NO_LINES: readonly string[] = [
  'Bank',
  'Credit Card',
  'Accounts Payable',
  'Accounts Receivable',
  'Unbilled Receivable',
  'Non Posting',
  'Statistical',
]

/** SQL: whether account `o` can be that of a line. The forms offer these. */
export const isLineAccount = (o: string): string =>
  `coalesce(${o}.account_type, '') NOT IN ('REVENUE', 'OTHER_INCOME')
   AND coalesce(${o}.classification, '') NOT IN (${NO_LINES.map((name) => `'${name}'`).join(', ')})`

const accountFault = ({ kind, name, accountType, classification }: ErpObject): string | null => {
  if (kind !== 'ACCOUNT') return null
  const isRevenue = accountType === 'REVENUE' || accountType === 'OTHER_INCOME'
  return isRevenue || NO_LINES.includes(classification ?? '')
    ? `${name} isn’t an account for expenses (${isRevenue ? 'Revenue' : classification}). Choose another one`
    : null
}

const NOTHING: Named = {
  ...{ erpVendorId: '', erpEntityId: null, erpCurrencyId: null, accountingPeriodId: null, erpTaxCodeId: null },
  ...{ erpAmortizationTemplateId: null, lines: [] },
}

const faultOf = (
  id: string | null,
  kind: string,
  objects: References['objects'],
  used: ReadonlySet<string>,
): string | null => {
  if (id === null) return null
  const object = objects.get(id)
  if (object?.kind !== kind) return NOT_VALID
  if (object.isArchived === 1 && !used.has(id)) return archivedWords(object.name)
  return object.isActive !== 1 && !used.has(id) ? `${object.name} is inactive. Choose another one` : null
}

/** What is wrong with what a bill names, by field. */
export const referenceProblems = (
  entered: EnteredBill,
  references: References,
  before: BillContent | null,
): Record<string, string> => {
  const { objects, isConnected, hasEntities, invoices } = references
  const used = new Set(before ? erpIdsOf(before) : [])
  const fields: Record<string, string> = {}
  for (const [key, kind] of Object.entries(KINDS) as [keyof typeof KINDS, string][]) {
    const fault = faultOf(entered[key] || null, kind, objects, used)
    if (fault) fields[key] = fault
  }
  if (isConnected && hasEntities && entered.erpEntityId === null) fields.erpEntityId = 'Required'
  const periodOf = entered.accountingPeriodId ? objects.get(entered.accountingPeriodId) : undefined
  if (periodOf && entered.accountingPeriodId !== before?.accountingPeriodId) {
    if (periodOf.isClosed === 1) fields.accountingPeriodId = `${periodOf.name} is closed. Choose an open period`
    else if (periodOf.isPosting === 0)
      fields.accountingPeriodId = `Nothing is booked in ${periodOf.name} itself. Choose a month`
  }
  const { period, booksCurrencies } = references
  const isDated = before?.invoiceDate === entered.invoiceDate && before.accountingPeriodId === null
  if (isConnected && entered.accountingPeriodId === null && period.has && !period.isOpen && !isDated)
    fields.accountingPeriodId = `No open accounting period has ${dayText(entered.invoiceDate)}. Choose an open one`
  if (entered.invoiceId === null) fields.invoiceId = 'Required'
  else if (!invoices.has(entered.invoiceId)) fields.invoiceId = 'This invoice doesn’t exist anymore'
  const { spendRequestId, intakeSubmissionId } = entered
  if (
    spendRequestId !== null &&
    spendRequestId !== before?.spendRequestId &&
    !references.isSpendRequest(spendRequestId)
  )
    fields.spendRequestId = NOT_VALID
  if (
    intakeSubmissionId !== null &&
    intakeSubmissionId !== before?.intakeSubmissionId &&
    !references.isSubmission(intakeSubmissionId)
  )
    fields.intakeSubmissionId = NOT_VALID
  const symbol = entered.erpCurrencyId && currencyOf(objects.get(entered.erpCurrencyId))
  if (entered.erpCurrencyId && !fields.erpCurrencyId && !symbol)
    fields.erpCurrencyId = 'Bills can’t be in this currency'
  if (symbol && entered.currency && entered.currency !== symbol)
    fields.currency = `“currency” is ${entered.currency} and “erpCurrencyId” is ${symbol}. Give one of them`
  const own = entered.currency ?? null
  if (
    isConnected &&
    own &&
    !entered.erpCurrencyId &&
    booksCurrencies.size > 0 &&
    !booksCurrencies.has(own) &&
    own !== before?.currency
  )
    fields.currency = `The accounting system doesn’t have ${own}. Add it there, or choose another currency`
  return { ...fields, ...lineProblems(entered.lines, references, before) }
}

/** The currency behind an object of the accounting system. */
export const currencyOf = (object: Pick<ErpObject, 'number' | 'name'> | undefined): Currency | null => {
  const symbol = object?.number ?? object?.name
  return CURRENCIES.find((code) => code === symbol) ?? null
}

/** What accounts and units mean in the company. */
export const mappedLine = (line: EnteredBill['lines'][number], objects: References['objects']): BillLine => ({
  ...line,
  categoryId: (line.erpAccountId && objects.get(line.erpAccountId)?.categoryId) || null,
  departmentId: (line.erpDepartmentMappingId && objects.get(line.erpDepartmentMappingId)?.departmentId) || null,
  businessUnitId: (line.erpBusinessUnitId && objects.get(line.erpBusinessUnitId)?.businessUnitId) || null,
})

export const erpLabels = (objects: References['objects'], invoices: References['invoices']) => ({
  [LABELS.erp]: Object.fromEntries([...objects.values()].map(({ id, name }) => [id, name])),
  [LABELS.invoices]: Object.fromEntries([...invoices].map(([id, { name }]) => [id, name])),
})
