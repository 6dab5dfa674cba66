import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { FIRST_STEPS_STATES } from '../first-steps/states.ts'

/** The flags of the key, in the order of the chips. */
export const ROLE_FLAGS = [
  ...(['has_admin_access', 'has_super_viewer_access', 'has_department_access'] as const),
  ...(['has_department_payroll_access', 'has_business_unit_access', 'has_business_unit_payroll_access'] as const),
  ...(['has_user_admin_access', 'has_vendor_admin_access', 'has_payments_access'] as const),
  ...(['has_financial_analysis_access', 'has_approval_bypass_access', 'has_spend_request_access'] as const),
  'submits_spend_requests_for_others',
] as const
const ROLE_KEY = sql.raw(ROLE_FLAGS.map((column) => `(1 - ${column})`).join(' || '))

const flag = (name: string) => integer(name, { mode: 'boolean' }).notNull().default(false)

export const companies = sqliteTable(
  'companies',
  {
    id: text('id').primaryKey(),
    name: text('name').notNull(),
    /** The local part of the company's inbound email address. */
    emailShortName: text('email_short_name').notNull(),
    currency: text('currency').notNull().default('USD'),
    requestApprovalMode: text('request_approval_mode', { enum: ['EACH_LEVEL_GROUP', 'ALL_AT_ONCE'] })
      .notNull()
      .default('EACH_LEVEL_GROUP'),
    /** The company's feature flags, a JSON object of the closed catalog in schema/shared/permissions. */
    flags: text('flags').notNull().default('{}'),
    lightLogoKey: text('light_logo_key'),
    darkLogoKey: text('dark_logo_key'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    /** JSON: addresses that get the signed head of the audit log by email every day. */
    auditRecipients: text('audit_recipients').notNull().default('[]'),
    firstSteps: text('first_steps', { enum: FIRST_STEPS_STATES }).notNull().default('DONE'),
    /** When someone first tried approvals with sample answers. */
    triedApprovalsAt: integer('tried_approvals_at'),
    /** The day there is the date of what is posted. */
    timeZone: text('time_zone').notNull().default('UTC'),
    /** Whether money acts ask for a fresh second factor. */
    factorForMoney: integer('factor_for_money', { mode: 'boolean' }).notNull().default(false),
    /** Whether people of proven login domains become members when they first sign in at a provider. */
    addsPeople: integer('adds_people', { mode: 'boolean' }).notNull().default(false),
    /** How many did, and when the last one. */
    peopleAdded: integer('people_added').notNull().default(0),
    personAddedAt: integer('person_added_at'),
    /** Whether sessions after an email link begin with a second factor. */
    factorForEmail: integer('factor_for_email', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [uniqueIndex('companies_email_short_name').on(sql`lower(${t.emailShortName})`)],
)

/** Every two and three consecutive letters of members' names, kept by triggers, to search by part of a name. */
export const memberNameParts = sqliteTable(
  'member_name_parts',
  {
    companyId: text('company_id').notNull(),
    part: text('part').notNull(),
    nameKey: text('name_key').notNull(),
    userId: text('user_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.part, t.nameKey, t.userId] })],
)

/** A user's membership in a company, with the access flags (specification 1 §6). */
export const companyMemberships = sqliteTable(
  'company_memberships',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    managerUserId: text('manager_user_id'),
    locationId: text('location_id'),
    hasAdminAccess: flag('has_admin_access'),
    hasSuperViewerAccess: flag('has_super_viewer_access'),
    hasDepartmentAccess: flag('has_department_access'),
    hasDepartmentPayrollAccess: flag('has_department_payroll_access'),
    hasBusinessUnitAccess: flag('has_business_unit_access'),
    hasBusinessUnitPayrollAccess: flag('has_business_unit_payroll_access'),
    hasPaymentsAccess: flag('has_payments_access'),
    hasVendorAdminAccess: flag('has_vendor_admin_access'),
    hasUserAdminAccess: flag('has_user_admin_access'),
    hasFinancialAnalysisAccess: flag('has_financial_analysis_access'),
    hasApprovalBypassAccess: flag('has_approval_bypass_access'),
    hasSpendRequestAccess: flag('has_spend_request_access'),
    submitsSpendRequestsForOthers: flag('submits_spend_requests_for_others'),
    disabledAt: integer('disabled_at'),
    /** Triggers increase it too, when the member's units change. */
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    title: text('title').notNull().default(''),
    isSigner: flag('is_signer'),
    /** The person's name in lower case (or address, without a name) and address, kept by commands for sorting. */
    nameKey: text('name_key').notNull().default(''),
    emailKey: text('email_key').notNull().default(''),
    /**
     * What else the list shows of the member, as JSON. The view member_cards defines it. Triggers keep it, and
     * commands that rename what it names.
     */
    card: text('card').notNull().default('{}'),
    /** When they were invited. Null once they have joined. */
    invitedAt: integer('invited_at'),
    /** The address from which the newest email came back. Says nothing once the member has another one. */
    bouncedEmail: text('bounced_email'),
    /** The names of their departments in lower case and in order, by which the list is grouped. A trigger keeps it. */
    departmentKey: text('department_key').notNull().default(''),
    /** Which roles they don't have: admins come first, members without any role last. */
    roleKey: text('role_key').generatedAlwaysAs(ROLE_KEY, { mode: 'virtual' }),
    disabledByUserId: text('disabled_by_user_id'),
    /** When someone gave them payments or admin access. New holders count for money a day later. Null: long ago. */
    paymentsGrantedAt: integer('payments_granted_at'),
    paymentsGrantedByUserId: text('payments_granted_by_user_id'),
    /** Who gave them their manager, and when. */
    managerSetByUserId: text('manager_set_by_user_id'),
    managerSetAt: integer('manager_set_at'),
    /** Who let them in again, and when. */
    enabledByUserId: text('enabled_by_user_id'),
    enabledAt: integer('enabled_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    index('company_memberships_name').on(t.companyId, t.nameKey, t.userId),
    index('company_memberships_email').on(t.companyId, t.emailKey, t.userId),
    uniqueIndex('company_memberships_address').on(t.companyId, t.emailKey).where(sql`email_key <> ''`),
    index('company_memberships_created').on(t.companyId, t.createdAt, t.userId),
    index('company_memberships_departments').on(t.companyId, t.departmentKey, t.userId),
    index('company_memberships_roles').on(t.companyId, t.roleKey, t.userId),
    index('company_memberships_user').on(t.userId),
    index('company_memberships_vendor_admins')
      .on(t.companyId)
      .where(sql`has_vendor_admin_access = 1 AND disabled_at IS NULL`),
    index('company_memberships_admins').on(t.companyId).where(sql`has_admin_access = 1 AND disabled_at IS NULL`),
    index('company_memberships_payers').on(t.companyId).where(sql`has_payments_access = 1 AND disabled_at IS NULL`),
    index('company_memberships_manager').on(t.companyId, t.managerUserId),
    index('company_memberships_location').on(t.companyId, t.locationId).where(sql`location_id IS NOT NULL`),
  ],
)

const named = () => ({
  id: text('id').primaryKey(),
  companyId: text('company_id').notNull(),
  name: text('name').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: integer('created_at').notNull(),
})
/** Kept by triggers, so that lists need not count. */
const counted = () => ({ ...named(), memberCount: integer('member_count').notNull().default(0) })

/** Active members of a company by role, kept by triggers. */
export const memberCounts = sqliteTable('member_counts', {
  companyId: text('company_id').primaryKey(),
  active: integer('active').notNull().default(0),
  admins: integer('admins').notNull().default(0),
  superViewers: integer('super_viewers').notNull().default(0),
  leads: integer('leads').notNull().default(0),
  members: integer('members').notNull().default(0),
})

export const departments = sqliteTable('departments', counted(), (t) => [
  uniqueIndex('departments_name').on(t.companyId, sql`lower(${t.name})`),
])
export const businessUnits = sqliteTable('business_units', counted(), (t) => [
  uniqueIndex('business_units_name').on(t.companyId, sql`lower(${t.name})`),
])
export const locations = sqliteTable('locations', counted(), (t) => [
  uniqueIndex('locations_name').on(t.companyId, sql`lower(${t.name})`),
])
export const entities = sqliteTable('entities', named(), (t) => [
  uniqueIndex('entities_name').on(t.companyId, sql`lower(${t.name})`),
])
export const groups = sqliteTable('groups', counted(), (t) => [
  uniqueIndex('groups_name').on(t.companyId, sql`lower(${t.name})`),
])
export const spendCategories = sqliteTable(
  'spend_categories',
  {
    ...named(),
    type: text('type', { enum: ['COGS', 'OPEX', 'OTHER'] })
      .notNull()
      .default('OPEX'),
    isEnabledForSpendRequests: integer('is_enabled_for_spend_requests', { mode: 'boolean' }).notNull().default(true),
  },
  (t) => [uniqueIndex('spend_categories_name').on(t.companyId, sql`lower(${t.name})`)],
)

export const departmentMembers = sqliteTable(
  'department_members',
  {
    companyId: text('company_id').notNull(),
    departmentId: text('department_id').notNull(),
    userId: text('user_id').notNull(),
    /** Approves the requests of this department. */
    approvesRequests: flag('approves_requests'),
    /** As in the membership. */
    nameKey: text('name_key').notNull().default(''),
    /** Who made them an approver. Null: from before it was known, or they aren't one. */
    addedByUserId: text('added_by_user_id'),
    addedAt: integer('added_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.departmentId, t.userId] }),
    index('department_members_approvers')
      .on(t.companyId, t.departmentId, t.nameKey, t.userId)
      .where(sql`approves_requests = 1`),
    index('department_members_user').on(t.companyId, t.userId),
    index('department_members_name').on(t.companyId, t.departmentId, t.nameKey, t.userId),
  ],
)

export const businessUnitMembers = sqliteTable(
  'business_unit_members',
  {
    companyId: text('company_id').notNull(),
    businessUnitId: text('business_unit_id').notNull(),
    userId: text('user_id').notNull(),
    approvesRequests: flag('approves_requests'),
    nameKey: text('name_key').notNull().default(''),
    addedByUserId: text('added_by_user_id'),
    addedAt: integer('added_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.businessUnitId, t.userId] }),
    index('business_unit_members_user').on(t.companyId, t.userId),
    index('business_unit_members_name').on(t.companyId, t.businessUnitId, t.nameKey, t.userId),
  ],
)

export const groupMembers = sqliteTable(
  'group_members',
  {
    companyId: text('company_id').notNull(),
    groupId: text('group_id').notNull(),
    userId: text('user_id').notNull(),
    nameKey: text('name_key').notNull().default(''),
    /** Null: from before it was known. */
    addedByUserId: text('added_by_user_id'),
    addedAt: integer('added_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.groupId, t.userId] }),
    index('group_members_user').on(t.companyId, t.userId),
    index('group_members_name').on(t.companyId, t.groupId, t.nameKey, t.userId),
  ],
)

export const entityMembers = sqliteTable(
  'entity_members',
  {
    companyId: text('company_id').notNull(),
    entityId: text('entity_id').notNull(),
    userId: text('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.entityId, t.userId] }),
    index('entity_members_user').on(t.companyId, t.userId),
  ],
)

/** `delegateUserId` can act beside `userId` from `startsOn` to `endsOn` (calendar dates, inclusive; null is open). */
export const delegateApprovers = sqliteTable(
  'delegate_approvers',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    delegateUserId: text('delegate_user_id').notNull(),
    startsOn: text('starts_on'),
    endsOn: text('ends_on'),
    note: text('note').notNull().default(''),
    createdAt: integer('created_at').notNull(),
    /** JSON list of request and spend categories. Null for all. */
    categoryIds: text('category_ids'),
    /** The ceiling in the company's currency. Null for any amount. */
    maxAmount: integer('max_amount'),
    maxCurrency: text('max_currency'),
    /** When both people were told that it has ended. */
    handedBackAt: integer('handed_back_at'),
    /** An admin who made them a delegate. Null: the person who delegates did. */
    setByUserId: text('set_by_user_id'),
    /** When `startsOn` begins and `endsOn` ends in the time zone that the person had when it was saved. */
    startsAt: integer('starts_at'),
    endsAt: integer('ends_at'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.delegateUserId] }),
    index('delegate_approvers_delegate').on(t.companyId, t.delegateUserId),
    index('delegate_approvers_ending').on(t.endsOn).where(sql`ends_on IS NOT NULL AND handed_back_at IS NULL`),
  ],
)
