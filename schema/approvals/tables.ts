import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Projections of the ApprovalObjects: rebuilt from their logs, never written by anyone else.
 * `targetType` is INTAKE_SUBMISSION, SPEND_REQUEST, BILL or PURCHASE_ORDER.
 */

/** One row per block ("level group status") of a request's runs. */
export const levelGroupStatuses = sqliteTable(
  'level_group_statuses',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    run: integer('run').notNull(),
    level: integer('level').notNull(),
    ordinal: integer('ordinal').notNull(),
    parentId: text('parent_id'),
    ruleType: text('rule_type').notNull(),
    label: text('label').notNull(),
    status: text('status').notNull(),
    workStatus: text('work_status').notNull(),
    /** The whole block as the screen shows it, as JSON (see schema/approvals/model). */
    block: text('block').notNull(),
    sequence: integer('sequence').notNull(),
    openedAt: integer('opened_at').generatedAlwaysAs(sql`block ->> '$.openedAt'`),
    decidedAt: integer('decided_at').generatedAlwaysAs(sql`block ->> '$.decidedAt'`),
    closedAt: integer('closed_at').generatedAlwaysAs(sql`block ->> '$.closedAt'`),
  },
  (t) => [index('level_group_statuses_target').on(t.companyId, t.targetType, t.targetId, t.run, t.level, t.ordinal)],
)

/** Blocks whose approvers were mailed; written when the provider has taken the mail, and not rebuilt from a log. */
export const requestBlockMails = sqliteTable(
  'request_block_mails',
  {
    companyId: text('company_id').notNull(),
    targetId: text('target_id').notNull(),
    blockId: text('block_id').notNull(),
    sentAt: integer('sent_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.targetId, t.blockId] })],
)

/**
 * Who takes part in a request, and why it shows on their Home. Sorted copies of the request's keys keep a
 * person's list within the rows of its page.
 */
export const requestParticipants = sqliteTable(
  'request_participants',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    isRequestor: integer('is_requestor', { mode: 'boolean' }).notNull(),
    isApprover: integer('is_approver', { mode: 'boolean' }).notNull(),
    isWatcher: integer('is_watcher', { mode: 'boolean' }).notNull(),
    /** Since when this person can and should decide or do something; null when nothing waits for them. */
    actionSince: integer('action_since'),
    /** What waits for them, for Home: JSON list of { id, label, ruleType, since }. */
    actions: text('actions').notNull().default('[]'),
    /** Copied from the request. */
    createdAt: integer('created_at').notNull(),
    completedAt: integer('completed_at'),
    sequence: integer('sequence').notNull(),
    /** 1: an undecided step names the person, who is waited for now or later. */
    isAwaited: integer('is_awaited').notNull().default(0),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.targetType, t.targetId, t.userId] }),
    index('request_participants_user').on(t.companyId, t.userId, t.targetType, t.createdAt, t.targetId),
    index('request_participants_action')
      .on(t.companyId, t.userId, t.targetType, t.actionSince)
      .where(sql`action_since IS NOT NULL`),
    index('request_participants_asked')
      .on(t.companyId, t.userId, t.targetType, t.createdAt, t.targetId)
      .where(sql`action_since IS NOT NULL`),
    index('request_participants_awaited')
      .on(t.companyId, t.userId, t.targetType, t.createdAt, t.targetId)
      .where(sql`is_awaited = 1 AND completed_at IS NULL`),
    index('request_participants_waiting').on(t.companyId, t.actionSince).where(sql`action_since IS NOT NULL`),
    index('request_participants_watched')
      .on(t.companyId, t.userId, t.targetType, t.createdAt)
      .where(sql`is_watcher = 1 AND completed_at IS NULL`),
    index('request_participants_completed')
      .on(t.companyId, t.userId, t.targetType, t.completedAt)
      .where(sql`completed_at IS NOT NULL`),
  ],
)

/** Every attempt to deliver a webhook. Beside the projections: written by who sends it, and only once. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    blockId: text('block_id').notNull(),
    url: text('url').notNull(),
    requestBody: text('request_body').notNull(),
    responseStatusCode: integer('response_status_code'),
    responseBody: text('response_body'),
    error: text('error'),
    sentAt: integer('sent_at').notNull(),
  },
  (t) => [index('webhook_deliveries_block').on(t.companyId, t.blockId, t.sentAt, t.id)],
)

/** Which secret a company signs its webhooks with; one that has no row uses its first. */
export const webhookSecrets = sqliteTable('webhook_secrets', {
  companyId: text('company_id').primaryKey(),
  version: integer('version').notNull(),
  rotatedAt: integer('rotated_at').notNull(),
  rotatedByUserId: text('rotated_by_user_id').notNull(),
})
