import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { NOTIFICATION_LEVELS } from './levels.ts'

const flag = (name: string, byDefault: boolean) => integer(name, { mode: 'boolean' }).notNull().default(byDefault)
const level = (name: string) => text(name, { enum: NOTIFICATION_LEVELS }).notNull()
/** Version 0 means a row that doesn't exist yet: the defaults. */
const version = () => integer('version').notNull().default(1)

/** A member’s notification settings. Members without a row have the defaults. */
export const notificationPreferences = sqliteTable(
  'notification_preferences',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    receiveEmail: flag('receive_email', true),
    receiveSlack: flag('receive_slack', false),
    spendApproverLevel: level('spend_approver_level').default('OWN_LEVEL'),
    spendWatcherLevel: level('spend_watcher_level').default('REQUESTED_AND_FULLY_APPROVED'),
    requesterLevel: level('requester_level').default('EVERY_UPDATE'),
    version: version(),
    updatedAt: integer('updated_at').notNull(),
    /** When the next digest of a morning leaves, for people who want one. */
    digestAt: integer('digest_at'),
    /** JSON list of kinds of emails that the person doesn't get. */
    mailsOff: text('mails_off').notNull().default('[]'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId] }),
    index('notification_preferences_digest').on(t.digestAt).where(sql`${t.digestAt} IS NOT NULL`),
  ],
)

/** The company's switches. */
export const notificationSettings = sqliteTable('notification_settings', {
  companyId: text('company_id').primaryKey(),
  enableEmailNotifications: flag('enable_email_notifications', true),
  enableSlackNotifications: flag('enable_slack_notifications', false),
  version: version(),
  updatedAt: integer('updated_at').notNull(),
})

/** Approvers who haven't acted this many days after their turn came are reminded, once by each reminder. */
export const notificationReminders = sqliteTable(
  'notification_reminders',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    daysAfterNotification: integer('days_after_notification').notNull(),
    note: text('note').notNull().default(''),
    version: version(),
    /** Everyone has been checked up to this instant minus the days. */
    checkedAt: integer('checked_at').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('notification_reminders_days_once').on(t.companyId, t.daysAfterNotification),
    index('notification_reminders_due').on(t.checkedAt),
    check('notification_reminders_days', sql`${t.daysAfterNotification} BETWEEN 1 AND 365`),
  ],
)

/** Who in the company is notified about vendors. */
export const vendorNotificationSettings = sqliteTable('vendor_notification_settings', {
  companyId: text('company_id').primaryKey(),
  sendToAdmins: flag('send_to_admins', true),
  sendToVendorAdmins: flag('send_to_vendor_admins', true),
  sendToVendorOwners: flag('send_to_vendor_owners', true),
  /** JSON list of group ids. */
  groupIds: text('group_ids').notNull().default('[]'),
  version: version(),
  updatedAt: integer('updated_at').notNull(),
})

/** What the provider says about each email. See worker/features/platform/notifications/mail-outcomes.ts. */
export const mailOutcomes = sqliteTable(
  'mail_outcomes',
  {
    /** The provider's. */
    mailId: text('mail_id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** The row of the outbox that sent it. */
    effectId: text('effect_id').notNull(),
    address: text('address').notNull(),
    deliveredAt: integer('delivered_at'),
    bouncedAt: integer('bounced_at'),
    complainedAt: integer('complained_at'),
    /** Why it came back, in the provider's words. */
    reason: text('reason'),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [index('mail_outcomes_address').on(t.companyId, t.address), index('mail_outcomes_age').on(t.updatedAt)],
)
