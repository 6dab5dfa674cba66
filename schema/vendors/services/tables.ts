import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, real, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import type { Answers } from '../../requests/forms/form.ts'
import type { Exchange } from '../../shared/exchange.ts'
import type { Currency } from '../../shared/money.ts'
import type { ServicePeriod } from './period.ts'
import { PAYMENT_FREQUENCIES, PAYMENT_TERMS } from './values.ts'

/** A row of `service_links` with its name, or the person's. */
export interface ServiceLinkId {
  kind: 'OWNER' | 'DEPARTMENT' | 'LOCATION'
  id: string
}

/** With the name of a unit, or those of an owner. */
export interface ServiceLink extends ServiceLinkId {
  name: string | null
  firstName: string | null
  lastName: string | null
  email: string | null
}

export interface ServiceCard {
  periods: ServicePeriod[]
  months: { currency: Currency; month: string; amount: number }[]
}

const json = (name: string) => text(name, { mode: 'json' })

/** What a company buys from a vendor (specification 2 §3). */
export const services = sqliteTable(
  'services',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    vendorId: text('vendor_id').notNull(),
    /** The vendor's name in lower case, kept by the commands that rename it, for sorting lists. */
    vendorKey: text('vendor_key').notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    autorenews: integer('autorenews', { mode: 'boolean' }).notNull().default(sql`0`),
    autoRenewalDetail: text('auto_renewal_detail').notNull().default(''),
    spendCategoryId: text('spend_category_id'),
    businessUnitId: text('business_unit_id'),
    paymentFrequency: text('payment_frequency', { enum: PAYMENT_FREQUENCIES }),
    paymentTerm: text('payment_term', { enum: PAYMENT_TERMS }),
    /** yyyy-mm-dd of the last period, `NO_END` if it has none, or '' without any. */
    lastEndDate: text('last_end_date').notNull().default(''),
    archivedAt: integer('archived_at'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    createdByUserId: text('created_by_user_id'),
    /** Answers to custom fields, by question id, as JSON. */
    answers: json('answers').$type<Answers>().notNull().default(sql`'{}'`),
    /** Copies of the links (kept by triggers), and of the periods and months, for pages of the list. */
    links: json('links').$type<ServiceLinkId[]>().notNull().default(sql`'[]'`),
    card: json('card').$type<ServiceCard>().notNull().default(sql`'{"periods":[],"months":[]}'`),
    /** The rates used for amounts in the answers, including its periods'. Null if there were none. */
    answerRates: json('answer_rates').$type<Exchange>(),
    /** The first month (yyyy-mm) whose cost isn't kept yet, of a service without an end. '' with an end. */
    openUntil: text('open_until').notNull().default(''),
  },
  (t) => [
    index('services_by_vendor').on(t.companyId, t.vendorKey, sql`lower(${t.name})`, t.id),
    index('services_by_name').on(t.companyId, sql`lower(${t.name})`, t.id),
    index('services_by_end').on(t.companyId, t.lastEndDate, t.id),
    index('services_by_unit').on(t.companyId, t.businessUnitId, t.vendorKey, sql`lower(${t.name})`, t.id),
    index('services_by_category').on(t.companyId, t.spendCategoryId, t.vendorKey, sql`lower(${t.name})`, t.id),
    index('services_of_vendor').on(t.companyId, t.vendorId, sql`lower(${t.name})`, t.id),
    index('services_archived')
      .on(t.companyId, t.vendorKey, sql`lower(${t.name})`, t.id)
      .where(sql`archived_at IS NOT NULL`),
    index('services_open').on(t.openUntil).where(sql`open_until > ''`),
  ],
)

/** A service's owners, departments and locations. */
export const serviceLinks = sqliteTable(
  'service_links',
  {
    companyId: text('company_id').notNull(),
    serviceId: text('service_id').notNull(),
    kind: text('kind', { enum: ['OWNER', 'DEPARTMENT', 'LOCATION'] }).notNull(),
    targetId: text('target_id').notNull(),
    /** The service's sort keys for the list, written with the row. */
    vendorKey: text('vendor_key').notNull().default(''),
    nameKey: text('name_key').notNull().default(''),
    endDate: text('end_date').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.serviceId, t.kind, t.targetId] }),
    index('service_links_target').on(t.companyId, t.kind, t.targetId, t.vendorKey, t.nameKey, t.serviceId),
    index('service_links_name').on(t.companyId, t.kind, t.targetId, t.nameKey, t.serviceId),
    index('service_links_end').on(t.companyId, t.kind, t.targetId, t.endDate, t.serviceId),
  ],
)

/** Amounts in minor units of the period's currency. Both dates belong to the period. */
export const servicePeriods = sqliteTable(
  'service_periods',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    serviceId: text('service_id').notNull(),
    startDate: text('start_date').notNull(),
    /** `NO_END` for one that runs month to month, whose total is 0 then and whose cost of a month is the amortized one. */
    endDate: text('end_date').notNull(),
    unitsPerMonth: real('units_per_month'),
    costPerUnitMinor: integer('cost_per_unit_minor'),
    taxMinor: integer('tax_minor').notNull().default(0),
    savingsMinor: integer('savings_minor').notNull().default(0),
    totalMinor: integer('total_minor').notNull(),
    amortizedMinor: integer('amortized_minor').notNull(),
    currency: text('currency').notNull(),
    note: text('note').notNull().default(''),
    autoRenewDetail: text('auto_renew_detail').notNull().default(''),
    /** It must be canceled at least this many days before the end. Null if unknown. */
    noticeDays: integer('notice_days'),
    /** yyyy-mm-dd, from the notice period. */
    cancelBy: text('cancel_by'),
    answers: text('answers').notNull().default('{}'),
  },
  (t) => [
    uniqueIndex('service_periods_start').on(t.companyId, t.serviceId, t.startDate),
    index('service_periods_end').on(t.companyId, t.endDate, t.id),
    index('service_periods_cancel').on(t.companyId, t.cancelBy, t.id).where(sql`cancel_by IS NOT NULL`),
  ],
)

/** Periods by the owners of their services, in the order in which they end or must be canceled, kept by triggers. */
export const servicePeriodOwners = sqliteTable(
  'service_period_owners',
  {
    companyId: text('company_id').notNull(),
    ownerUserId: text('owner_user_id').notNull(),
    endDate: text('end_date').notNull(),
    periodId: text('period_id').notNull(),
    serviceId: text('service_id').notNull(),
    cancelBy: text('cancel_by'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.ownerUserId, t.endDate, t.periodId] }),
    index('service_period_owners_cancel')
      .on(t.companyId, t.ownerUserId, t.cancelBy, t.periodId)
      .where(sql`cancel_by IS NOT NULL`),
    index('service_period_owners_service').on(t.companyId, t.serviceId),
  ],
)

/** Each single value of the answers in lower case, for filtering the list. */
export const serviceAnswerValues = sqliteTable(
  'service_answer_values',
  {
    companyId: text('company_id').notNull(),
    questionId: text('question_id').notNull(),
    value: text('value').notNull(),
    serviceId: text('service_id').notNull(),
    /** '' for answers of the service itself. */
    periodId: text('period_id').notNull().default(''),
    /** The service's sort keys for the list, written with the row. */
    vendorKey: text('vendor_key').notNull().default(''),
    nameKey: text('name_key').notNull().default(''),
    endDate: text('end_date').notNull().default(''),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.questionId, t.value, t.serviceId, t.periodId] }),
    index('service_answer_values_service').on(t.companyId, t.serviceId, t.questionId, t.value),
    index('service_answer_values_vendor').on(
      ...([t.companyId, t.questionId, t.value, t.vendorKey, t.nameKey, t.serviceId] as const),
    ),
    index('service_answer_values_name').on(t.companyId, t.questionId, t.value, t.nameKey, t.serviceId),
    index('service_answer_values_end').on(t.companyId, t.questionId, t.value, t.endDate, t.serviceId),
  ],
)

/** Every three consecutive letters of a service's own name and its vendor's, kept by triggers. */
export const serviceNameParts = sqliteTable(
  'service_name_parts',
  {
    companyId: text('company_id').notNull(),
    part: text('part').notNull(),
    vendorKey: text('vendor_key').notNull(),
    nameKey: text('name_key').notNull(),
    serviceId: text('service_id').notNull(),
    isOwn: integer('is_own').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.part, t.vendorKey, t.nameKey, t.serviceId] }),
    index('service_name_parts_name').on(t.companyId, t.part, t.isOwn, t.nameKey, t.serviceId),
  ],
)

/** Days on which people are reminded that a period ends. */
export const serviceReminders = sqliteTable(
  'service_reminders',
  {
    companyId: text('company_id').notNull(),
    serviceId: text('service_id').notNull(),
    periodId: text('period_id').notNull(),
    remindOn: text('remind_on').notNull(),
    /** When its emails were queued, or it was found to be past. Null if it is still to come. */
    settledAt: integer('settled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.serviceId, t.periodId, t.remindOn] }),
    index('service_reminders_due').on(t.remindOn, t.companyId, t.periodId).where(sql`settled_at IS NULL`),
  ],
)

const recipients = (name: string, byDefault: 0 | 1) => integer(name).notNull().default(byDefault)

/** Who is reminded, and with which text. A company without a row has the defaults. */
export const serviceReminderSettings = sqliteTable('service_reminder_settings', {
  companyId: text('company_id').primaryKey(),
  message: text('message').notNull().default(''),
  sendToAdmins: recipients('send_to_admins', 1),
  sendToVendorOwners: recipients('send_to_vendor_owners', 1),
  sendToServiceOwners: recipients('send_to_service_owners', 1),
  sendToDepartmentLeads: recipients('send_to_department_leads', 0),
  sendToBusinessUnitLeads: recipients('send_to_business_unit_leads', 0),
  /** Ids as JSON. */
  groupIds: text('group_ids').notNull().default('[]'),
  version: integer('version').notNull().default(1),
  updatedAt: integer('updated_at').notNull(),
})

/** A person's private link to the renewals as a calendar file. Only its hash is stored. */
export const renewalFeeds = sqliteTable(
  'renewal_feeds',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    tokenHash: text('token_hash').notNull(),
    scope: text('scope', { enum: ['OWN', 'ALL'] }).notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] }), uniqueIndex('renewal_feeds_token').on(t.tokenHash)],
)

/** Each month's share of the cost of the periods. Totals in lists add up a few of these. */
export const serviceSpendMonths = sqliteTable(
  'service_spend_months',
  {
    companyId: text('company_id').notNull(),
    serviceId: text('service_id').notNull(),
    currency: text('currency').notNull(),
    /** yyyy-mm */
    month: text('month').notNull(),
    vendorId: text('vendor_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.serviceId, t.currency, t.month] }),
    index('service_spend_months_vendor').on(t.companyId, t.vendorId, t.currency, t.month, t.amountMinor),
  ],
)

/**
 * What services cost by month, and how many end in it, for the whole company ('') and for each department and business
 * unit, without archived services. Kept by triggers.
 */
export const serviceUnitMonths = sqliteTable(
  'service_unit_months',
  {
    companyId: text('company_id').notNull(),
    unitId: text('unit_id').notNull(),
    /** yyyy-mm */
    month: text('month').notNull(),
    /**
     * Minor units by key, as JSON: "s USD id" is the spend of a spend category (none without an id), "n USD" how many
     * services' last period ends in the month, "r USD" what those periods cost.
     */
    sums: text('sums').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.unitId, t.month] })],
)

/** Services of a request. */
export const intakeSubmissionServices = sqliteTable(
  'intake_submission_services',
  {
    companyId: text('company_id').notNull(),
    submissionId: text('submission_id').notNull(),
    serviceId: text('service_id').notNull(),
    linkedAt: integer('linked_at').notNull(),
    linkedByUserId: text('linked_by_user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.submissionId, t.serviceId] }),
    index('intake_submission_services_service').on(t.companyId, t.serviceId, t.submissionId),
  ],
)
