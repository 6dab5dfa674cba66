import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { CHECK_DECISIONS, CHECK_RULES, CHECK_STATES, CHECK_SUBJECTS } from './values.ts'

/** What the rules found. The id is made from the cause, so that the same one is one row. */
export const checkFindings = sqliteTable(
  'check_findings',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    rule: text('rule', { enum: CHECK_RULES }).notNull(),
    state: text('state', { enum: CHECK_STATES }).notNull(),
    /** Payments wait while it is open. */
    isBlocking: integer('is_blocking', { mode: 'boolean' }).notNull(),
    erpVendorId: text('erp_vendor_id').notNull(),
    /** What it is about first of all: one of both. */
    billId: text('bill_id'),
    detailsId: text('details_id'),
    /** In words. */
    why: text('why').notNull(),
    foundAt: integer('found_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    closedAt: integer('closed_at'),
    /** Kept while it is closed, in case the cause comes back. */
    decision: text('decision', { enum: CHECK_DECISIONS }),
    decidedByUserId: text('decided_by_user_id'),
    decidedAt: integer('decided_at'),
    note: text('note').notNull().default(''),
    /** When an email said it. */
    mailedAt: integer('mailed_at'),
    version: integer('version').notNull().default(1),
  },
  (t) => [
    index('check_findings_found').on(t.companyId, t.foundAt, t.id),
    index('check_findings_state').on(t.companyId, t.state, t.foundAt, t.id),
    index('check_findings_rule').on(t.companyId, t.rule, t.foundAt, t.id),
    index('check_findings_vendor').on(t.companyId, t.erpVendorId, t.foundAt, t.id),
    index('check_findings_unmailed')
      .on(t.companyId)
      .where(sql`state = 'OPEN' AND is_blocking = 1 AND mailed_at IS NULL`),
  ],
)

/** The bills, bank details and employees' accounts that a finding compares. */
export const checkSubjects = sqliteTable(
  'check_subjects',
  {
    companyId: text('company_id').notNull(),
    findingId: text('finding_id').notNull(),
    subjectId: text('subject_id').notNull(),
    kind: text('kind', { enum: CHECK_SUBJECTS }).notNull(),
    /** Its payments wait while the finding is open. */
    isHeld: integer('is_held', { mode: 'boolean' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.findingId, t.subjectId] }),
    index('check_subjects_subject').on(t.companyId, t.subjectId),
  ],
)

export const checkSettings = sqliteTable('check_settings', {
  companyId: text('company_id').primaryKey(),
  /** CheckSettings as JSON. */
  settings: text('settings').notNull(),
  updatedAt: integer('updated_at').notNull(),
})

/** False alarms: what a rule finds of a vendor until a day. */
export const checkSilences = sqliteTable(
  'check_silences',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    rule: text('rule', { enum: CHECK_RULES }).notNull(),
    erpVendorId: text('erp_vendor_id').notNull(),
    reason: text('reason').notNull(),
    /** The last day. */
    until: text('until').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    /** Lifted by someone, or over. */
    endedAt: integer('ended_at'),
    endedByUserId: text('ended_by_user_id'),
  },
  (t) => [
    index('check_silences_active').on(t.companyId, t.createdAt, t.id).where(sql`ended_at IS NULL`),
    index('check_silences_vendor').on(t.companyId, t.erpVendorId).where(sql`ended_at IS NULL`),
    index('check_silences_until').on(t.until).where(sql`ended_at IS NULL`),
  ],
)

/** Bank accounts of employees. Their numbers aren't kept: only what tells whether another one is the same. */
export const employeeBankAccounts = sqliteTable(
  'employee_bank_accounts',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    employeeName: text('employee_name').notNull(),
    lastFour: text('last_four').notNull(),
    fingerprint: text('fingerprint').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    index('employee_bank_accounts_company').on(t.companyId, t.createdAt, t.id),
    index('employee_bank_accounts_fingerprint').on(t.companyId, t.fingerprint),
  ],
)

/** How much was found and decided in a month. Kept by triggers. */
export const checkCounts = sqliteTable(
  'check_counts',
  {
    companyId: text('company_id').notNull(),
    month: text('month').notNull(),
    rule: text('rule', { enum: CHECK_RULES }).notNull(),
    found: integer('found').notNull().default(0),
    released: integer('released').notNull().default(0),
    rejected: integer('rejected').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.month, t.rule] })],
)

/** When finance was last told of findings. */
export const checkMails = sqliteTable('check_mails', {
  companyId: text('company_id').primaryKey(),
  sentAt: integer('sent_at').notNull(),
})
