import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Address, Answers } from '../../requests/forms/form.ts'
import { webDomainSql } from '../../requests/proposed-vendors/values.ts'
import type { Exchange } from '../../shared/exchange.ts'
import type { Currency, Money } from '../../shared/money.ts'
import { type Contact, PAYMENT_METHODS, type TaxpayerId } from './values.ts'

const json = (name: string) => text(name, { mode: 'json' })
const NONE = sql`'[]'`

/**
 * A company's vendors (specification 2 §3). Lists are JSON. Ids in them repeat what `vendor_links` and services link.
 */
export const vendors = sqliteTable(
  'vendors',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    archivedAt: integer('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    /** The name for detecting duplicates. See `matchKeyOf`. */
    matchKey: text('match_key').notNull().default(''),
    description: text('description').notNull().default(''),
    website: text('website').notNull().default(''),
    /** Null for vendors added without one, for example by a request. */
    paymentMethod: text('payment_method', { enum: PAYMENT_METHODS }),
    isSocTwoCompliant: integer('is_soc_two_compliant', { mode: 'boolean' }),
    signerUserId: text('signer_user_id'),
    externalContact: json('external_contact').$type<Contact>(),
    externalSigner: json('external_signer').$type<Contact>(),
    contacts: json('contacts').$type<Contact[]>().notNull().default(NONE),
    address: json('address').$type<Address>(),
    taxIds: json('tax_ids').$type<TaxpayerId[]>().notNull().default(NONE),
    /** Answers to the company's custom fields and to those of the vendor's categories, by question id. */
    answers: json('answers').$type<Answers>().notNull().default(sql`'{}'`),
    logoKey: text('logo_key'),
    ownerIds: json('owner_ids').$type<string[]>().notNull().default(NONE),
    categoryIds: json('category_ids').$type<string[]>().notNull().default(NONE),
    departmentIds: json('department_ids').$type<string[]>().notNull().default(NONE),
    spendCategoryIds: json('spend_category_ids').$type<string[]>().notNull().default(NONE),
    servicesCount: integer('services_count').notNull().default(0),
    documentsCount: integer('documents_count').notNull().default(0),
    /** [{currency, value}] of the twelve months from `figures_month` on. */
    next12Spend: json('next12_spend').$type<Money[]>().notNull().default(NONE),
    /** Their sum in hundredths of the company's currency, at the rates when it was computed. The list sorts by it. */
    next12Sort: integer('next12_sort').notNull().default(0),
    /** yyyy-mm, '' if there is nothing to total, '0' to be recomputed. */
    figuresMonth: text('figures_month').notNull().default(''),
    createdByUserId: text('created_by_user_id'),
    /** The rates used for amounts in the answers. Null if all are in the company's currency. */
    answerRates: json('answer_rates').$type<Exchange>(),
    /** The rates it was computed with: '' if everything is in the company's currency, '0' to be recomputed. */
    next12Rated: text('next12_rated').notNull().default(''),
    /** Currencies without a rate (JSON list), which the sum leaves out. */
    next12Unrated: json('next12_unrated').$type<Currency[]>().notNull().default(NONE),
    /** What the accounting system says of the last twelve months, without payroll, in the company's currency. */
    last12Spend: integer('last12_spend').notNull().default(0),
    /** yyyy-mm, '' if there is nothing to sum, '0' to be summed again. */
    last12Month: text('last12_month').notNull().default(''),
    /**
     * The names of its owners, categories and departments in lower case and in order, by which the list is grouped. The
     * view vendor_group_keys defines them. Triggers keep them, and commands that rename what they name.
     */
    ownerKey: text('owner_key').notNull().default(''),
    categoryKey: text('category_key').notNull().default(''),
    departmentKey: text('department_key').notNull().default(''),
  },
  (t) => [
    uniqueIndex('vendors_name').on(t.companyId, sql`lower(${t.name})`),
    index('vendors_active').on(t.companyId, sql`lower(${t.name})`, t.id).where(sql`archived_at IS NULL`),
    index('vendors_archived').on(t.companyId, sql`lower(${t.name})`, t.id).where(sql`archived_at IS NOT NULL`),
    index('vendors_incomplete')
      .on(t.companyId, sql`lower(${t.name})`, t.id)
      .where(sql`archived_at IS NULL AND (owner_ids = '[]' OR payment_method IS NULL)`),
    index('vendors_created').on(t.companyId, t.createdAt, t.id),
    index('vendors_spend').on(t.companyId, t.next12Sort, t.id),
    index('vendors_services').on(t.companyId, t.servicesCount, t.id),
    index('vendors_match').on(t.companyId, t.matchKey, t.id),
    index('vendors_domain')
      .on(t.companyId, sql.raw(webDomainSql('`website`')))
      .where(sql`website <> ''`),
    index('vendors_signer').on(t.companyId, t.signerUserId).where(sql`signer_user_id IS NOT NULL`),
    index('vendors_payment')
      .on(t.companyId, t.paymentMethod, sql`lower(${t.name})`, t.id)
      .where(sql`payment_method IS NOT NULL`),
    index('vendors_payment_created')
      .on(t.companyId, t.paymentMethod, t.createdAt, t.id)
      .where(sql`payment_method IS NOT NULL`),
    index('vendors_payment_spend')
      .on(t.companyId, t.paymentMethod, t.next12Sort, t.id)
      .where(sql`payment_method IS NOT NULL`),
    index('vendors_payment_services')
      .on(t.companyId, t.paymentMethod, t.servicesCount, t.id)
      .where(sql`payment_method IS NOT NULL`),
    index('vendors_last12').on(t.companyId, t.last12Spend, t.id),
    index('vendors_payment_last12')
      .on(t.companyId, t.paymentMethod, t.last12Spend, t.id)
      .where(sql`payment_method IS NOT NULL`),
    index('vendors_last12_due').on(t.last12Month, t.id).where(sql`last12_month <> ''`),
    index('vendors_rates_due').on(t.next12Rated, t.id).where(sql`next12_rated <> ''`),
    index('vendors_rated').on(t.companyId, t.next12Rated).where(sql`next12_rated <> ''`),
    index('vendors_by_owner').on(t.companyId, t.ownerKey, t.id),
    index('vendors_by_category').on(t.companyId, t.categoryKey, t.id),
    index('vendors_by_department').on(t.companyId, t.departmentKey, t.id),
    index('vendors_by_payment').on(t.companyId, sql`coalesce(payment_method, '')`, t.id),
    index('vendors_figures_due').on(t.figuresMonth, t.id).where(sql`figures_month <> ''`),
  ],
)

/** A vendor's owners and categories. Triggers copy their ids into the vendor. */
export const vendorLinks = sqliteTable(
  'vendor_links',
  {
    companyId: text('company_id').notNull(),
    vendorId: text('vendor_id').notNull(),
    kind: text('kind', { enum: ['OWNER', 'CATEGORY'] }).notNull(),
    targetId: text('target_id').notNull(),
    /** The vendor's name in lower case, kept by the commands that rename it. */
    vendorKey: text('vendor_key').notNull().default(''),
    /** The list's other sort keys, like the next three. */
    createdAt: integer('created_at').notNull().default(0),
    next12Sort: integer('next12_sort').notNull().default(0),
    servicesCount: integer('services_count').notNull().default(0),
    last12Spend: integer('last12_spend').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.vendorId, t.kind, t.targetId] }),
    index('vendor_links_target').on(t.companyId, t.kind, t.targetId, t.vendorKey, t.vendorId),
    index('vendor_links_created').on(t.companyId, t.kind, t.targetId, t.createdAt, t.vendorId),
    index('vendor_links_spend').on(t.companyId, t.kind, t.targetId, t.next12Sort, t.vendorId),
    index('vendor_links_last12').on(t.companyId, t.kind, t.targetId, t.last12Spend, t.vendorId),
    index('vendor_links_services').on(t.companyId, t.kind, t.targetId, t.servicesCount, t.vendorId),
  ],
)

export const vendorCategories = sqliteTable(
  'vendor_categories',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    /** Kept by triggers. */
    vendorCount: integer('vendor_count').notNull().default(0),
  },
  (t) => [uniqueIndex('vendor_categories_name').on(t.companyId, sql`lower(${t.name})`)],
)

/** Each single value of vendors' answers in lower case, kept by triggers, for filtering lists. */
export const vendorAnswerValues = sqliteTable(
  'vendor_answer_values',
  {
    companyId: text('company_id').notNull(),
    questionId: text('question_id').notNull(),
    value: text('value').notNull(),
    vendorId: text('vendor_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.questionId, t.value, t.vendorId] }),
    index('vendor_answer_values_vendor').on(t.companyId, t.vendorId),
  ],
)

/** What was checked about a vendor as a business, by whom and against which document. */
export const vendorVerifications = sqliteTable(
  'vendor_verifications',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    vendorId: text('vendor_id').notNull(),
    businessName: text('business_name').notNull(),
    businessAddress1: text('business_address1').notNull(),
    businessAddress2: text('business_address2').notNull(),
    businessCity: text('business_city').notNull(),
    businessState: text('business_state').notNull(),
    businessPostalCode: text('business_postal_code').notNull(),
    businessCountry: text('business_country').notNull(),
    businessTaxId: text('business_tax_id').notNull(),
    documentId: text('document_id'),
    note: text('note').notNull().default(''),
    verifiedAt: integer('verified_at'),
    syncedAt: integer('synced_at'),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('vendor_verifications_vendor').on(t.companyId, t.vendorId, t.createdAt, t.id)],
)
