import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * Projections of the ApprovalObjects, rebuilt from their logs and never written by anything else. `targetType` is
 * INTAKE_SUBMISSION, SPEND_REQUEST, BILL or PURCHASE_ORDER.
 */

/**
 * The blocks of one run, packed: worker/objects/approval/packed-run.ts. The view `level_group_statuses` has a row for each
 * block ("level group status"), with all of it as JSON in its column `block` (see schema/approvals/engine/model).
 */
export const requestBlocks = sqliteTable(
  'request_blocks',
  {
    targetId: text('target_id').notNull(),
    run: integer('run').notNull(),
    companyId: text('company_id').notNull(),
    /** A number for each type, or the type itself where it has none. */
    targetType: integer('target_type').notNull(),
    /** The earliest time in it. */
    since: integer('since'),
    /** JSON list of milliseconds since then. Older rows have none, because they spell their times out. */
    times: text('times'),
    /** JSON list of numbers of request_texts. Older rows have none, because they name these numbers themselves. */
    texts: text('texts'),
    /** The number of the text that is in `blocks` otherwise. */
    course: integer('course'),
    /** JSON. */
    blocks: text('blocks'),
    /**
     * What it is about, for delegations that are limited: the number of a text with a JSON list of request or spend
     * categories, where null stands for a line without one, and the amount's currency. The view `approval_scopes` has
     * those of the newest run.
     */
    scope: integer('scope'),
    /** In the company's currency at the rates of the run. */
    scopeAmount: integer('scope_amount'),
  },
  (t) => [primaryKey({ columns: [t.targetId, t.run] })],
)

/** What blocks of a company's requests have in common, once. */
export const requestTexts = sqliteTable(
  'request_texts',
  {
    companyId: text('company_id').notNull(),
    /** Counts in each company, so that a company's rows can move to another cell as they are. */
    id: integer('id').notNull(),
    text: text('text').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] }), uniqueIndex('request_texts_text').on(t.companyId, t.text)],
)

/**
 * Blocks whose approvers were emailed. Written when the provider has accepted the email, and not rebuilt from a log.
 */
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

/** Numbers for the people whom requests involve, so that the tables of their orders are small. Each cell counts them itself. */
export const requestPeople = sqliteTable(
  'request_people',
  {
    id: integer('id').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
  },
  (t) => [uniqueIndex('request_people_user').on(t.companyId, t.userId)],
)

/** A person whom a request involves, of request_people and so of one company, and the request's number. */
const personAndNumber = { person: integer('person').notNull(), number: integer('number').notNull() }

/**
 * The requests that involve each person, from the oldest to the newest. There is a table for each other order as well,
 * which has what it sorts by and is its own index. Kept by triggers.
 */
export const requestOrders = sqliteTable(
  'request_orders',
  {
    person: personAndNumber.person,
    createdAt: integer('created_at').notNull(),
    number: personAndNumber.number,
    /** 1 if it waits for the person. */
    isAsked: integer('is_asked').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.person, t.createdAt, t.number] }),
    index('request_orders_asked').on(t.person, t.createdAt, t.number).where(sql`is_asked = 1`),
  ],
)

export const requestNumberOrders = sqliteTable('request_number_orders', personAndNumber, (t) => [
  primaryKey({ columns: [t.person, t.number] }),
])

export const requestStatusOrders = sqliteTable(
  'request_status_orders',
  {
    person: personAndNumber.person,
    status: text('status').notNull(),
    createdAt: integer('created_at').notNull(),
    number: personAndNumber.number,
  },
  (t) => [primaryKey({ columns: [t.person, t.status, t.createdAt, t.number] })],
)

export const requestNameOrders = sqliteTable(
  'request_name_orders',
  {
    person: personAndNumber.person,
    requestorName: text('requestor_name').notNull(),
    number: personAndNumber.number,
  },
  (t) => [primaryKey({ columns: [t.person, t.requestorName, t.number] })],
)

export const requestAmountOrders = sqliteTable(
  'request_amount_orders',
  {
    person: personAndNumber.person,
    amountSort: integer('amount_sort').notNull(),
    number: personAndNumber.number,
  },
  (t) => [primaryKey({ columns: [t.person, t.amountSort, t.number] })],
)

export const requestDueOrders = sqliteTable(
  'request_due_orders',
  {
    person: personAndNumber.person,
    dueSort: text('due_sort').notNull(),
    number: personAndNumber.number,
  },
  (t) => [primaryKey({ columns: [t.person, t.dueSort, t.number] })],
)

/** The people involved in a request, and why it is on their Home. Their lists are read from the tables of their orders. */
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
    /** When this person could and should start acting. Null if nothing is waiting for them. */
    actionSince: integer('action_since'),
    /** What is waiting for them on Home: a JSON list of { id, label, ruleType, since }. */
    actions: text('actions').notNull().default('[]'),
    /** Copied from the request. */
    createdAt: integer('created_at').notNull(),
    completedAt: integer('completed_at'),
    sequence: integer('sequence').notNull(),
    /** 1 if an undecided step names the person, now or later. */
    isAwaited: integer('is_awaited').notNull().default(0),
    /** 1 if it was completed some days ago at most. */
    isRecent: integer('is_recent').notNull().default(0),
  },
  (t) => [
    // Both ids belong to one company or few, so the company isn't in the keys, which every index repeats.
    primaryKey({ columns: [t.targetId, t.userId] }),
    index('request_participants_action').on(t.userId, t.targetType, t.actionSince).where(sql`action_since IS NOT NULL`),
    index('request_participants_awaited')
      .on(t.userId, t.targetType, t.createdAt)
      .where(sql`is_awaited = 1 AND completed_at IS NULL`),
    index('request_participants_waiting').on(t.companyId, t.actionSince).where(sql`action_since IS NOT NULL`),
    index('request_participants_watched')
      .on(t.userId, t.targetType, t.createdAt)
      .where(sql`is_watcher = 1 AND completed_at IS NULL`),
    index('request_participants_completed').on(t.userId, t.targetType, t.completedAt).where(sql`is_recent = 1`),
  ],
)

/** How long the newest decisions of each rule took. */
export const approvalRuleTimes = sqliteTable(
  'approval_rule_times',
  {
    companyId: text('company_id').notNull(),
    ruleId: text('rule_id').notNull(),
    /** JSON list of [block id, milliseconds], newest first. */
    times: text('times').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.ruleId] })],
)

/** Every attempt to deliver a webhook. Not a projection: the sender writes each one, once. */
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

/** Which of its derived secrets a company signed webhooks with before credentials were kept. Nothing is written anymore. */
export const webhookSecrets = sqliteTable('webhook_secrets', {
  companyId: text('company_id').primaryKey(),
  version: integer('version').notNull(),
  rotatedAt: integer('rotated_at').notNull(),
  rotatedByUserId: text('rotated_by_user_id').notNull(),
})
