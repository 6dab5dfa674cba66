import { can } from '../../../../schema/shared/permissions.ts'
import { maskTaxId } from '../../../../schema/shared/tax-ids.ts'
import { fullName } from '../../../../schema/shared/values.ts'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import { MOST_ERP_VENDORS, type Vendor, type VendorRow } from '../../../../schema/vendors/vendors/endpoints.ts'
import { vendorFields } from '../../../../schema/vendors/vendors/record.ts'
import { vendors } from '../../../../schema/vendors/vendors/tables.ts'
import type { TaxpayerId } from '../../../../schema/vendors/vendors/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { amountSo } from '../../../core/list/conditions.ts'
import type { Condition } from '../../../core/list/rows.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { Params } from '../../../core/params.ts'
import { columnsSql, listedValuesOf, rowOf, valuesOf } from '../../../core/record.ts'
import { type ReferredIds, ReferredNames, referredNamesSql } from '../../../core/referred-names.ts'
import { signedFileUrl } from '../../../core/signed-urls.ts'
import { missingVendor } from './missing.ts'

/** What no one reads of a vendor, and the total that is computed again in another month. */
const UNREAD = [
  ...(['companyId', 'createdByUserId', 'matchKey', 'figuresMonth', 'next12Rated', 'next12Sort'] as const),
  ...(['last12Month', 'ownerKey', 'categoryKey', 'departmentKey'] as const),
] as const

/** A vendor as stored. */
export type StoredVendor = Omit<typeof vendors.$inferSelect, (typeof UNREAD)[number]> & { hasErpVendors: boolean }

/** The cost of vendor `v`'s services from a month on, by currency: a list of {currency, value}. */
export const spendSql = (from: string, before: string, vendor = 'v'): string =>
  `(SELECT json_group_array(json_object('currency', x.currency, 'value', x.amount))
      FROM (SELECT m.currency, SUM(m.amount_minor) AS amount
              FROM services s CROSS JOIN service_spend_months m ON m.company_id = s.company_id AND m.service_id = s.id
             WHERE s.company_id = ${vendor}.company_id AND s.vendor_id = ${vendor}.id AND s.archived_at IS NULL
               AND m.month >= ${from} AND m.month < ${before}
             GROUP BY m.currency) x)`

/** What a vendor `v` costs in the next twelve months. The stored total counts only in the month it was computed for. */
const next12Sql = (now: number): string => {
  const { from, before } = nextTwelveMonths(now)
  return `CASE WHEN v.figures_month IN ('', '${from}') THEN v.next12_spend
         ELSE ${spendSql(`'${from}'`, `'${before}'`)} END`
}

/** Whether vendor `v` costs an amount in a range then, in its currency. Null without a range. */
export const next12So = (range: string | undefined, now: number, bind: Params['bind']): Condition => {
  const is = amountSo(range, "x.value ->> 'value'", "x.value ->> 'currency'", bind)
  return is && `EXISTS (SELECT 1 FROM json_each(${next12Sql(now)}) x WHERE ${is})`
}

/** The same as pairs of a currency and minor units, for the totals of a list. */
export const next12Pairs = (now: number): string =>
  `(SELECT json_group_array(json_array(x.value ->> 'currency', x.value ->> 'value')) FROM json_each(${next12Sql(now)}) x)`

/** Columns of a vendor `v`. */
export const vendorColumns = (now: number): string =>
  `${columnsSql(vendors, 'v', [...UNREAD, 'next12Spend'])},
    ${next12Sql(now)} AS next12Spend,
    EXISTS (SELECT 1 FROM erp_objects b INDEXED BY erp_objects_vendor
             WHERE b.company_id = v.company_id AND b.vendor_id = v.id AND b.deleted_at IS NULL) AS hasErpVendors`

/** A row of such a statement. */
export const storedVendor = (raw: object): StoredVendor => ({
  ...rowOf(vendors, raw),
  hasErpVendors: (raw as { hasErpVendors?: number }).hasErpVendors === 1,
})

/** Whether the company has vendor categories. Without them they are hidden everywhere, and stored ones stay. */
export const usesCategories = ({ policy }: Pick<StaffActor, 'policy'>): boolean => policy.company.enableVendorCategories
export const NOT_USED = 'Your company doesn’t use vendor categories'

/** Whether the company shows what services will cost. Without it no one reads the amounts, by whatever door. */
export const showsNext12 = ({ policy }: Pick<StaffActor, 'policy'>): boolean => policy.company.enableN12mServiceSpend

/** What services will cost as people read it: null where the company doesn't show it. */
export const next12Shown = <Amounts>(actor: Pick<StaffActor, 'policy'>, amounts: Amounts): Amounts | null =>
  showsNext12(actor) ? amounts : null

/** What vendors refer to by id. */
export const referredBy = (rows: readonly StoredVendor[]): ReferredIds => ({
  people: rows.flatMap(({ ownerIds, signerUserId }) => [...ownerIds, signerUserId]),
  vendorCategories: rows.flatMap(({ categoryIds }) => categoryIds),
  departments: rows.flatMap(({ departmentIds }) => departmentIds),
  spendCategories: rows.flatMap(({ spendCategoryIds }) => spendCategoryIds),
})

/** The same of vendor ?2, in the round trip that reads it. */
const NAMES_SQL = referredNamesSql(
  ['people', 'vendorCategories', 'departments', 'spendCategories'],
  `SELECT json_object('people', json(json_insert(owner_ids, '$[#]', signer_user_id)), 'vendorCategories', json(category_ids),
            'departments', json(department_ids), 'spendCategories', json(spend_category_ids))
     FROM vendors WHERE id = ?2 AND company_id = ?1`,
)

/** People who manage all vendors, and a vendor's owners (specification 2 §7). */
export const mayChange = (actor: StaffActor, ownerIds: readonly string[]): boolean =>
  can(actor.policy, 'vendors.edit') || ownerIds.includes(actor.userId)

export const toVendorRow = async (
  context: StaffContext,
  row: StoredVendor,
  names: ReferredNames,
): Promise<VendorRow> => {
  return {
    ...listedValuesOf(vendorFields, row),
    id: row.id,
    logoUrl: row.logoKey && (await signedFileUrl(context, { key: row.logoKey, disposition: 'inline' })),
    archived: row.archivedAt !== null,
    createdAt: new Date(row.createdAt).toISOString(),
    owners: names.people(row.ownerIds).sort((a, b) => fullName(a).localeCompare(fullName(b))),
    signer: names.person(row.signerUserId),
    vendorCategories: usesCategories(context.actor) ? names.list('vendorCategories', row.categoryIds) : [],
    connectedCategories: names.list('spendCategories', row.spendCategoryIds),
    connectedDepartments: names.list('departments', row.departmentIds),
    servicesCount: row.servicesCount,
    documentsCount: row.documentsCount,
    next12ServiceSpend: next12Shown(context.actor, row.next12Spend),
    currenciesWithoutRate: next12Shown(context.actor, row.next12Unrated) ?? [],
    last12Spend: context.actor.policy.company.isErpLinked
      ? { value: row.last12Spend, currency: context.actor.company.currency }
      : null,
    hasErpVendors: row.hasErpVendors,
    canEdit: mayChange(context.actor, row.ownerIds),
    version: row.version,
  }
}

const masked = ({ id, taxPayerIdentificationNumber }: TaxpayerId): TaxpayerId => ({
  id,
  taxPayerIdentificationNumber: maskTaxId(taxPayerIdentificationNumber),
})

export interface ReadVendor {
  /** A vendor for display, with masked taxpayer ids. */
  vendor: Vendor
  /** With the full ones, for people who can change it and for writing. */
  stored: StoredVendor
}

/** What `vendorOfRows` reads. */
export const vendorStatements = ({ db, actor, clock }: StaffContext, vendorId: string): D1PreparedStatement[] => [
  db.sql(
    `SELECT ${vendorColumns(clock.now())} FROM vendors v WHERE v.company_id = ?1 AND v.id = ?2`,
    actor.companyId,
    vendorId,
  ),
  db.sql(NAMES_SQL, actor.companyId, vendorId),
  db.sql(
    `SELECT id, name FROM erp_objects INDEXED BY erp_objects_vendor
      WHERE company_id = ? AND vendor_id = ? AND deleted_at IS NULL ORDER BY name_key, id LIMIT ${MOST_ERP_VENDORS}`,
    actor.companyId,
    vendorId,
  ),
]

/** Null if it is missing, also for another company's vendor. */
export const vendorOfRows = async (
  context: StaffContext,
  [found, names, erp]: (D1Result<Record<string, unknown>> | undefined)[],
): Promise<ReadVendor | null> => {
  const [raw] = found?.results ?? []
  if (!raw) return null
  const stored = storedVendor(raw)
  return {
    stored,
    vendor: {
      ...(await toVendorRow(context, stored, new ReferredNames(names?.results[0]))),
      ...valuesOf(vendorFields, stored),
      taxPayerIdentificationNumbers: stored.taxIds.map(masked),
      answers: stored.answers,
      answerRates: stored.answerRates,
      erpVendors: (erp?.results ?? []).map(({ id, name }) => ({
        ...{ id: String(id), name: String(name), paymentInformation: null },
      })),
      canDelete: can(context.actor.policy, 'vendors.manage'),
    },
  }
}

/**
 * @param more further statements for the same round trip. Throws NOT_FOUND, also for another company's vendor. For a
 * merged one it names the remaining one.
 */
export const requireVendor = async (
  context: StaffContext,
  vendorId: string,
  more: D1PreparedStatement[] = [],
): Promise<ReadVendor & { results: Record<string, unknown>[][] }> => {
  const own = vendorStatements(context, vendorId)
  const results = await context.db.batch([...own, ...more])
  const read = await vendorOfRows(context, results)
  if (!read) throw await missingVendor(context, vendorId)
  return { ...read, results: results.slice(own.length).map(({ results: rows }) => rows) }
}
