import type { AnswerValue } from '../../../schema/intake/form.ts'
import { nextTwelveMonths } from '../../../schema/services/rules.ts'
import type { Currency, Money } from '../../../schema/shared/money.ts'
import { can } from '../../../schema/shared/permissions.ts'
import { fullName, type Person } from '../../../schema/shared/values.ts'
import type { Contact, TaxpayerId, Vendor, VendorRow } from '../../../schema/vendors/endpoints.ts'
import type { PaymentMethod } from '../../../schema/vendors/values.ts'
import type { StaffActor } from '../../core/actor.ts'
import type { StaffContext } from '../../core/operation.ts'
import { signedFileUrl } from '../documents/signed-urls.ts'
import { missingVendor } from '../vendor-merges/survivor.ts'

/** A vendor as it is stored; lists and objects are JSON. */
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
  version: number
}

/** What the services of vendor `v` cost from a month on, by currency: a list of {currency, value}. */
export const spendSql = (from: string, before: string, vendor = 'v'): string =>
  `(SELECT json_group_array(json_object('currency', x.currency, 'value', x.amount))
      FROM (SELECT m.currency, SUM(m.amount_minor) AS amount
              FROM services s CROSS JOIN service_spend_months m ON m.company_id = s.company_id AND m.service_id = s.id
             WHERE s.company_id = ${vendor}.company_id AND s.vendor_id = ${vendor}.id AND s.archived_at IS NULL
               AND m.month >= ${from} AND m.month < ${before}
             GROUP BY m.currency) x)`

/** Columns of a vendor `v`; the kept figure counts while it is of this month. */
export const vendorColumns = (now: number): string => {
  const { from, before } = nextTwelveMonths(now)
  return `v.id, v.name, v.description, v.website, v.archived_at AS archivedAt, v.created_at AS createdAt,
    v.payment_method AS paymentMethod, v.is_soc_two_compliant AS isSocTwoCompliant, v.signer_user_id AS signerUserId,
    v.external_contact AS externalContact, v.external_signer AS externalSigner, v.contacts, v.address,
    v.tax_ids AS taxIds, v.answers, v.logo_key AS logoKey, v.owner_ids AS ownerIds, v.category_ids AS categoryIds,
    v.department_ids AS departmentIds, v.spend_category_ids AS spendCategoryIds, v.services_count AS servicesCount,
    v.documents_count AS documentsCount,
    CASE WHEN v.figures_month IN ('', '${from}') THEN v.next12_spend
         ELSE ${spendSql(`'${from}'`, `'${before}'`)} END AS next12Spend,
    v.version`
}

/** What vendors point at: the list of ids, as a column of a vendor `v`, and where these are. */
const POINTERS = [
  { kind: 'person', ids: 'v.owner_ids' },
  { kind: 'person', ids: 'json_array(v.signer_user_id)' },
  { kind: 'category', ids: 'v.category_ids' },
  { kind: 'department', ids: 'v.department_ids' },
  { kind: 'spendCategory', ids: 'v.spend_category_ids' },
] as const
export type NamedKind = (typeof POINTERS)[number]['kind']

const FOUND: Record<NamedKind, string> = {
  person: `(SELECT json_object('firstName', u.first_name, 'lastName', u.last_name, 'email', u.email)
              FROM users u WHERE u.id = j.value)`,
  category: '(SELECT name FROM vendor_categories t WHERE t.id = j.value AND +t.company_id = ?1)',
  department: '(SELECT name FROM departments t WHERE t.id = j.value AND +t.company_id = ?1)',
  spendCategory: '(SELECT name FROM spend_categories t WHERE t.id = j.value AND +t.company_id = ?1)',
}

/** The columns that `namesSql` needs of the vendors that it is given. */
export const POINTER_COLUMNS = POINTERS.map(({ ids }, index) => `${ids} AS ids${index}`).join(', ')

/**
 * SQL of what the ids of vendors are called: `kind`, `id` and `name`, of people a JSON object. The vendors are gone
 * through once, and an id is looked up once for each different list that it is in. ?1 is the company.
 * @param vendors a SELECT of POINTER_COLUMNS
 */
export const namesSql = (vendors: string): string => {
  // Lists are put together as text: rows of JSON are rows read, too.
  const lists = POINTERS.map(
    (_, index) => `group_concat(DISTINCT nullif(substr(ids${index}, 2, length(ids${index}) - 2), '')) AS list${index}`,
  )
  const names = POINTERS.map(
    ({ kind }, index) =>
      `SELECT '${kind}' AS kind, j.value AS id, ${FOUND[kind]} AS name
         FROM lists CROSS JOIN json_each('[' || coalesce(list${index}, '') || ']') j WHERE j.value IS NOT NULL`,
  )
  return `WITH lists (${POINTERS.map((_, index) => `list${index}`).join(', ')}) AS MATERIALIZED (
      SELECT ${lists.join(', ')} FROM (${vendors}))
    ${names.join(' UNION ALL ')}`
}

export interface NameRow {
  kind: NamedKind
  id: string
  name: string | null
}

type UnitKind = Exclude<NamedKind, 'person'>

export interface VendorNames {
  people: Map<string, Person>
  units: Record<UnitKind, Map<string, string>>
}

export const namesOfRows = (rows: readonly NameRow[]): VendorNames => {
  const names: VendorNames = {
    people: new Map(),
    units: { category: new Map(), department: new Map(), spendCategory: new Map() },
  }
  for (const { kind, id, name } of rows) {
    if (name === null) continue
    if (kind === 'person') names.people.set(id, { id, ...JSON.parse(name) })
    else names.units[kind].set(id, name)
  }
  return names
}

/** Who manages all vendors, and the owners of one (specification 2 §7). */
export const mayChange = (actor: StaffActor, ownerIds: readonly string[]): boolean =>
  can(actor.policy, 'vendors.edit') || ownerIds.includes(actor.userId)

const ids = (json: string): string[] => JSON.parse(json) as string[]
const parsed = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T))

export const toVendorRow = async (
  context: StaffContext,
  row: StoredVendor,
  { people, units }: VendorNames,
): Promise<VendorRow> => {
  const unitsOf = (kind: UnitKind, json: string) =>
    ids(json)
      .flatMap((id) => {
        const name = units[kind].get(id)
        return name === undefined ? [] : [{ id, name }]
      })
      .sort((a, b) => a.name.localeCompare(b.name))
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
    vendorCategories: unitsOf('category', row.categoryIds),
    connectedCategories: unitsOf('spendCategory', row.spendCategoryIds),
    connectedDepartments: unitsOf('department', row.departmentIds),
    servicesCount: row.servicesCount,
    documentsCount: row.documentsCount,
    next12ServiceSpend: (JSON.parse(row.next12Spend) as { currency: Currency; value: number }[]).map(
      ({ currency, value }): Money => ({ currency, value }),
    ),
    canEdit: mayChange(context.actor, ownerIds),
    version: row.version,
  }
}

const masked = ({ id, taxPayerIdentificationNumber }: TaxpayerId): TaxpayerId => ({
  id,
  taxPayerIdentificationNumber: `•••${taxPayerIdentificationNumber.slice(-4)}`,
})

export interface ReadVendor {
  vendor: Vendor
  stored: StoredVendor
}

/** @param more further statements of the same round trip. Errors: NOT_FOUND for another company's, too; of a merged one it names the survivor. */
export const requireVendor = async (
  context: StaffContext,
  vendorId: string,
  more: D1PreparedStatement[] = [],
): Promise<ReadVendor & { results: Record<string, unknown>[][] }> => {
  const { db, actor, clock } = context
  const of = 'FROM vendors v WHERE v.company_id = ?1 AND v.id = ?2'
  const [vendors, names, ...others] = await db.batch([
    db.sql(`SELECT ${vendorColumns(clock.now())} ${of}`, actor.companyId, vendorId),
    db.sql(namesSql(`SELECT ${POINTER_COLUMNS} ${of}`), actor.companyId, vendorId),
    ...more,
  ])
  const stored = vendors?.results[0] as unknown as StoredVendor | undefined
  if (!stored) throw await missingVendor(context, vendorId)
  const row = await toVendorRow(context, stored, namesOfRows((names?.results ?? []) as unknown as NameRow[]))
  const taxIds = JSON.parse(stored.taxIds) as TaxpayerId[]
  return {
    stored,
    vendor: {
      ...row,
      contacts: JSON.parse(stored.contacts) as Contact[],
      address: parsed<Vendor['address']>(stored.address),
      taxPayerIdentificationNumbers: row.canEdit ? taxIds : taxIds.map(masked),
      answers: JSON.parse(stored.answers) as Record<string, AnswerValue>,
      canDelete: can(actor.policy, 'vendors.manage'),
    },
    results: others.map(({ results }) => results),
  }
}
