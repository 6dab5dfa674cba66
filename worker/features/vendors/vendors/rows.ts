import type { AnswerValue } from '../../../../schema/requests/forms/form.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { Currency, Money } from '../../../../schema/shared/money.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import { fullName, type Person } from '../../../../schema/shared/values.ts'
import { nextTwelveMonths } from '../../../../schema/vendors/services/rules.ts'
import type { Contact, TaxpayerId, Vendor, VendorRow } from '../../../../schema/vendors/vendors/endpoints.ts'
import { maskTaxId } from '../../../../schema/vendors/vendors/tax-ids.ts'
import type { PaymentMethod } from '../../../../schema/vendors/vendors/values.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { signedFileUrl } from '../../../core/signed-urls.ts'
import { missingVendor } from './missing.ts'

/** A vendor as stored. Lists and objects are JSON. */
export interface StoredVendor {
  id: string
  name: string
  description: string
  website: string
  archivedAt: number | null
  createdAt: number
  paymentMethod: PaymentMethod | null
  isSocTwoCompliant: number | null
  signerUserId: string | null
  externalContact: string | null
  externalSigner: string | null
  contacts: string
  address: string | null
  taxIds: string
  answers: string
  logoKey: string | null
  ownerIds: string
  categoryIds: string
  departmentIds: string
  spendCategoryIds: string
  servicesCount: number
  documentsCount: number
  next12Spend: string
  next12Unrated: string
  answerRates: string | null
  /** JSON. See the view vendor_names. */
  names: string
  version: number
}

/** The cost of vendor `v`'s services from a month on, by currency: a list of {currency, value}. */
export const spendSql = (from: string, before: string, vendor = 'v'): string =>
  `(SELECT json_group_array(json_object('currency', x.currency, 'value', x.amount))
      FROM (SELECT m.currency, SUM(m.amount_minor) AS amount
              FROM services s CROSS JOIN service_spend_months m ON m.company_id = s.company_id AND m.service_id = s.id
             WHERE s.company_id = ${vendor}.company_id AND s.vendor_id = ${vendor}.id AND s.archived_at IS NULL
               AND m.month >= ${from} AND m.month < ${before}
             GROUP BY m.currency) x)`

/** Columns of a vendor `v`. The stored total counts only in the month it was computed for. */
export const vendorColumns = (now: number): string => {
  const { from, before } = nextTwelveMonths(now)
  return `v.id, v.name, v.description, v.website, v.archived_at AS archivedAt, v.created_at AS createdAt,
    v.payment_method AS paymentMethod, v.is_soc_two_compliant AS isSocTwoCompliant, v.signer_user_id AS signerUserId,
    v.external_contact AS externalContact, v.external_signer AS externalSigner, v.contacts, v.address,
    v.tax_ids AS taxIds, v.answers, v.logo_key AS logoKey, v.owner_ids AS ownerIds, v.category_ids AS categoryIds,
    v.department_ids AS departmentIds, v.spend_category_ids AS spendCategoryIds, v.services_count AS servicesCount,
    v.documents_count AS documentsCount,
    CASE WHEN v.figures_month IN ('', '${from}') THEN v.next12_spend
         ELSE ${spendSql(`'${from}'`, `'${before}'`)} END AS next12Spend, v.next12_unrated AS next12Unrated, v.answer_rates AS answerRates,
    v.names, v.version`
}

type Named = { id: string; name: string }

/** The names for a vendor's ids, as its row stores them. Empty if it refers to nothing. */
interface VendorNames {
  people?: Person[]
  categories?: Named[]
  departments?: Named[]
  spendCategories?: Named[]
}

/** Whether the company has vendor categories. Without them they are hidden everywhere, and stored ones stay. */
export const usesCategories = ({ policy }: Pick<StaffActor, 'policy'>): boolean => policy.company.enableVendorCategories
export const NOT_USED = 'Your company doesn’t use vendor categories'

const byName = (units: Named[] = []): Named[] => units.sort((a, b) => a.name.localeCompare(b.name))

/** People who manage all vendors, and a vendor's owners (specification 2 §7). */
export const mayChange = (actor: StaffActor, ownerIds: readonly string[]): boolean =>
  can(actor.policy, 'vendors.edit') || ownerIds.includes(actor.userId)

const ids = (json: string): string[] => JSON.parse(json) as string[]
const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T))

export const toVendorRow = async (context: StaffContext, row: StoredVendor): Promise<VendorRow> => {
  const names = JSON.parse(row.names) as VendorNames
  const people = new Map(names.people?.map((person) => [person.id, person]))
  const ownerIds = ids(row.ownerIds)
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    website: row.website,
    logoUrl: row.logoKey && (await signedFileUrl(context, { key: row.logoKey, disposition: 'inline' })),
    archived: row.archivedAt !== null,
    createdAt: new Date(row.createdAt).toISOString(),
    owners: ownerIds.flatMap((id) => people.get(id) ?? []).sort((a, b) => fullName(a).localeCompare(fullName(b))),
    signer: (row.signerUserId && people.get(row.signerUserId)) || null,
    externalPointOfContact: parsed<Contact>(row.externalContact),
    externalSigner: parsed<Contact>(row.externalSigner),
    paymentMethod: row.paymentMethod,
    isSocTwoCompliant: row.isSocTwoCompliant === null ? null : row.isSocTwoCompliant === 1,
    vendorCategories: usesCategories(context.actor) ? byName(names.categories) : [],
    connectedCategories: byName(names.spendCategories),
    connectedDepartments: byName(names.departments),
    servicesCount: row.servicesCount,
    documentsCount: row.documentsCount,
    next12ServiceSpend: (JSON.parse(row.next12Spend) as { currency: Currency; value: number }[]).map(
      ({ currency, value }): Money => ({ currency, value }),
    ),
    currenciesWithoutRate: JSON.parse(row.next12Unrated) as Currency[],
    canEdit: mayChange(context.actor, ownerIds),
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
  stored: StoredVendor
}

/** The full taxpayer ids, for people who can change the vendor and for writing. */
export const storedTaxIds = ({ taxIds }: Pick<StoredVendor, 'taxIds'>): TaxpayerId[] =>
  JSON.parse(taxIds) as TaxpayerId[]

export const storedRates = ({ answerRates }: Pick<StoredVendor, 'answerRates'>): Exchange | null =>
  parsed<Exchange>(answerRates)

export const storedCategoryIds = ({ categoryIds }: Pick<StoredVendor, 'categoryIds'>): string[] => ids(categoryIds)

/**
 * @param more further statements for the same round trip. Throws NOT_FOUND, also for another company's vendor. For a
 * merged one it names the remaining one.
 */
export const requireVendor = async (
  context: StaffContext,
  vendorId: string,
  more: D1PreparedStatement[] = [],
): Promise<ReadVendor & { results: Record<string, unknown>[][] }> => {
  const { db, actor, clock } = context
  const of = 'FROM vendors v WHERE v.company_id = ?1 AND v.id = ?2'
  const [vendors, ...others] = await db.batch([
    db.sql(`SELECT ${vendorColumns(clock.now())} ${of}`, actor.companyId, vendorId),
    ...more,
  ])
  const stored = vendors?.results[0] as unknown as StoredVendor | undefined
  if (!stored) throw await missingVendor(context, vendorId)
  const row = await toVendorRow(context, stored)
  const taxIds = storedTaxIds(stored)
  return {
    stored,
    vendor: {
      ...row,
      contacts: JSON.parse(stored.contacts) as Contact[],
      address: parsed<Vendor['address']>(stored.address),
      taxPayerIdentificationNumbers: taxIds.map(masked),
      answers: JSON.parse(stored.answers) as Record<string, AnswerValue>,
      answerRates: storedRates(stored),
      canDelete: can(actor.policy, 'vendors.manage'),
    },
    results: others.map(({ results }) => results),
  }
}
