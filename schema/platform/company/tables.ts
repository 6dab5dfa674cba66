import { sql } from 'drizzle-orm'
import { check, index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Instants are UTC milliseconds in the database and ISO text in the API. */
const at = (name: string) => integer(name)

/** One row per effect to run (email, …), written with the change that causes it and swept until completed. */
export const outbox = sqliteTable(
  'outbox',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    topic: text('topic').notNull(),
    payload: text('payload').notNull(),
    createdAt: at('created_at').notNull(),
    /** Not before this instant, which each failed attempt moves forward. */
    availableAt: at('available_at').notNull(),
    attempts: integer('attempts').notNull().default(0),
    doneAt: at('done_at'),
    deadAt: at('dead_at'),
    lastError: text('last_error'),
    /** Rows that were first claimed together, whose emails are sent in one call. */
    sentWith: text('sent_with'),
  },
  (t) => [index('outbox_due').on(t.topic, t.availableAt).where(sql`done_at IS NULL AND dead_at IS NULL`)],
)

/** Emails as they were first handed to the provider, one row each, by call and place. A retry sends the same bytes. */
export const mailCalls = sqliteTable(
  'mail_calls',
  {
    call: text('call').notNull(),
    ordinal: integer('ordinal').notNull(),
    /** The group in the outbox. */
    sentWith: text('sent_with').notNull(),
    effectId: text('effect_id').notNull(),
    letterKey: text('letter_key').notNull(),
    content: text('content').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.call, t.ordinal] }),
    index('mail_calls_group').on(t.sentWith),
    index('mail_calls_age').on(t.createdAt),
  ],
)

/**
 * Append-only (triggers refuse updates and deletes). `entryHash` covers the row, and `audit_seals` chains the hashes.
 */
export const auditLog = sqliteTable(
  'audit_log',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Unique: the same change is never recorded twice, and only one of two writers of a version wins. */
    changeKey: text('change_key').notNull(),
    companyId: text('company_id').notNull(),
    actorUserId: text('actor_user_id'),
    impersonatorUserId: text('impersonator_user_id'),
    action: text('action').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    message: text('message').notNull(),
    changeData: text('change_data').notNull(),
    occurredAt: at('occurred_at').notNull(),
    /** Its 32 bytes. In older rows, their hexadecimal text. */
    entryHash: text('entry_hash').notNull(),
    /** The API key that acted for the actor. */
    apiKeyId: text('api_key_id'),
    /** Whether characters stand for what the text of such entries repeats: worker/core/audit-text.ts. */
    isShort: integer('is_short'),
    /** The text as it is read. */
    fullAction: text('full_action').generatedAlwaysAs(sql`action`),
    fullMessage: text('full_message').generatedAlwaysAs(sql`message`),
    fullData: text('full_data').generatedAlwaysAs(sql`change_data`),
  },
  (t) => [
    uniqueIndex('audit_log_change').on(t.changeKey),
    // Each of them ends with the row's own number. What one object or a few people have in common needs no company.
    // The end of an id is enough to find what has the whole one, which a statement compares too.
    index('audit_log_target').on(sql`substr(target_id, -8)`),
    index('audit_log_company').on(sql`substr(company_id, -8)`),
    index('audit_log_time').on(sql`substr(company_id, -8)`, t.occurredAt),
    index('audit_log_type').on(
      sql`substr(company_id, -8)`,
      sql`CASE target_type WHEN 'INTAKE_SUBMISSION' THEN 'R' WHEN 'SPEND_REQUEST' THEN 'S' ELSE target_type END`,
      t.occurredAt,
    ),
    index('audit_log_actor').on(sql`substr(actor_user_id, -8)`, t.occurredAt).where(sql`actor_user_id IS NOT NULL`),
    index('audit_log_impersonator').on(t.impersonatorUserId, t.occurredAt).where(sql`impersonator_user_id IS NOT NULL`),
    index('audit_log_acted').on(t.targetId).where(sql`impersonator_user_id IS NOT NULL`),
  ],
)

/** The hash chain of a company's audit log: hash(n) = SHA-256(hash(n-1) ‖ entryHash). Append-only. */
export const auditSeals = sqliteTable(
  'audit_seals',
  {
    companyId: text('company_id').notNull(),
    sequence: integer('sequence').notNull(),
    auditId: integer('audit_id').notNull(),
    hash: text('hash').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.sequence] }), uniqueIndex('audit_seals_entry').on(t.auditId)],
)

/** The heads of those chains, signed once a day. Append-only, with copies outside the database. */
export const auditHeads = sqliteTable(
  'audit_heads',
  {
    companyId: text('company_id').notNull(),
    /** UTC. */
    day: text('day').notNull(),
    /** How many entries were sealed, the last of them, and the hash of them all. */
    sequence: integer('sequence').notNull(),
    auditId: integer('audit_id').notNull(),
    hash: text('hash').notNull(),
    signedAt: text('signed_at').notNull(),
    keyId: text('key_id').notNull(),
    signature: text('signature').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.day] })],
)

/** The first result of a command, which the same command id gets again. */
export const commandResults = sqliteTable(
  'command_results',
  {
    commandId: text('command_id').notNull(),
    userId: text('user_id').notNull(),
    companyId: text('company_id').notNull(),
    operation: text('operation').notNull(),
    inputHash: text('input_hash').notNull(),
    result: text('result').notNull(),
    createdAt: at('created_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.userId, t.commandId] }), index('command_results_age').on(t.createdAt)],
)

/** `INSERT … SELECT NULL WHERE changes() <> 1` aborts a batch whose versioned UPDATE matched no row. Stays empty. */
export const writeGuard = sqliteTable('write_guard', { ok: integer('ok').notNull() })

/** Fixed-window counters of sign-in attempts and other limited calls. */
export const rateLimits = sqliteTable(
  'rate_limits',
  {
    key: text('key').notNull(),
    windowStart: at('window_start').notNull(),
    count: integer('count').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.key, t.windowStart] }),
    index('rate_limits_age').on(t.windowStart),
    check('rate_limits_count', sql`${t.count} > 0`),
  ],
)
