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
  (t) => [
    index('outbox_due').on(t.topic, t.availableAt).where(sql`done_at IS NULL AND dead_at IS NULL`),
    index('outbox_dead').on(t.deadAt).where(sql`dead_at IS NOT NULL`),
    // Topics in which companies take turns: worker/core/outbox-claim.ts.
    index('outbox_turns')
      .on(t.topic, t.companyId, t.id)
      .where(
        sql`done_at IS NULL AND dead_at IS NULL AND topic IN ('configuration.run', 'document.read', 'external-requests.run', 'vendor-import.run')`,
      ),
  ],
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
  (t) => [primaryKey({ columns: [t.call, t.ordinal] }), index('mail_calls_group').on(t.sentWith)],
)

/**
 * Numbers for words that a company's audit log repeats: the ids of its people, the kinds of its objects, and the empty word
 * for the company itself. Append-only. Each cell counts them itself.
 */
export const wordNumbers = sqliteTable(
  'word_numbers',
  {
    id: integer('id').primaryKey(),
    companyId: text('company_id').notNull(),
    word: text('word').notNull(),
  },
  (t) => [uniqueIndex('word_numbers_word').on(t.companyId, t.word)],
)

/** Numbers for the objects that the audit log is about. Append-only. Each cell counts them itself. */
export const objectNumbers = sqliteTable(
  'object_numbers',
  {
    id: integer('id').primaryKey(),
    /** Of word_numbers. */
    company: integer('company').notNull(),
    /** Of word_numbers, or 0 for a request. */
    kind: integer('kind').notNull(),
    objectId: text('object_id').notNull(),
  },
  // The end of an id is enough to find what has the whole one, which a statement compares too.
  () => [index('object_numbers_object').on(sql`substr(object_id, -8)`)],
)

/**
 * Append-only (triggers refuse updates and deletes). `entryHash` covers the entry, and `audit_seals` chains the hashes.
 * It is written and read through the view `audit_log`, which has ids in place of the numbers.
 */
export const auditEntries = sqliteTable(
  'audit_entries',
  {
    id: integer('id').primaryKey({ autoIncrement: true }),
    /** Of object_numbers. */
    object: integer('object').notNull(),
    /** These are numbers of words. */
    company: integer('company').notNull(),
    kind: integer('kind').notNull(),
    /** The number of the event in the object's own log. Its key is derived from it: worker/core/audit.ts. */
    sequence: integer('sequence'),
    /** Unique: the same change is never recorded twice, and only one of two writers of a version wins. */
    changeKey: text('change_key'),
    actor: integer('actor'),
    impersonator: integer('impersonator'),
    /** The API key that acted for the actor. */
    apiKeyId: text('api_key_id'),
    action: text('action').notNull(),
    message: text('message').notNull(),
    changeData: text('change_data').notNull(),
    occurredAt: at('occurred_at').notNull(),
    /** Its 32 bytes. In older rows, their hexadecimal text. */
    entryHash: text('entry_hash').notNull(),
    /** Whether characters stand for what the text of such entries repeats: worker/core/audit-text.ts. */
    isShort: integer('is_short'),
  },
  (t) => [
    // Each of them ends with the row's own number.
    uniqueIndex('audit_entries_change').on(t.changeKey).where(sql`change_key IS NOT NULL`),
    index('audit_entries_object').on(t.object),
    index('audit_entries_company').on(t.company),
    index('audit_entries_requests').on(t.company, t.occurredAt).where(sql`kind = 0`),
    index('audit_entries_others').on(t.company, t.occurredAt).where(sql`kind <> 0`),
    index('audit_entries_kind').on(t.kind, t.occurredAt).where(sql`kind <> 0`),
    index('audit_entries_actor').on(t.actor, t.occurredAt).where(sql`actor IS NOT NULL`),
    index('audit_entries_impersonator').on(t.impersonator, t.occurredAt).where(sql`impersonator IS NOT NULL`),
    index('audit_entries_acted').on(t.object).where(sql`impersonator IS NOT NULL`),
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
  (t) => [primaryKey({ columns: [t.userId, t.commandId] })],
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
