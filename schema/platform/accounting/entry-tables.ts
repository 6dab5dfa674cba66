import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ENTRY_KINDS } from './entries.ts'
import { DRIFT_KINDS, ENTRY_STATES } from './values.ts'

/** What Outlay writes into the accounting system: one row for each object there. */
export const erpEntries = sqliteTable(
  'erp_entries',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    connectionId: text('connection_id').notNull(),
    /** What it is in Outlay: a kind that an area has registered, and the id there. */
    ownerKind: text('owner_kind').notNull(),
    ownerId: text('owner_id').notNull(),
    kind: text('kind', { enum: ENTRY_KINDS }).notNull(),
    state: text('state', { enum: ENTRY_STATES }).notNull(),
    /** JSON: how it should be there. Null while it can't be said, because something isn't mapped. */
    entry: text('entry'),
    /** It should no longer be there. */
    isRemoval: integer('is_removal', { mode: 'boolean' }).notNull().default(false),
    /** Counts changes of the two above. */
    revision: integer('revision').notNull().default(1),
    /** The system keeps what is sent twice with it from being there twice. Another one for each change. */
    sendKey: text('send_key').notNull(),
    /** JSON: what was sent with that key, while it isn't known how that ended. Null for a removal. */
    asked: text('asked'),
    askedRevision: integer('asked_revision'),
    /** Who sends it now. Only they can store the answer. */
    sender: text('sender'),
    /** Since the last outcome that is known. */
    attempts: integer('attempts').notNull().default(0),

    /** The object there, once it is known. */
    erpId: text('erp_id'),
    number: text('number'),
    url: text('url'),
    erpVersion: text('erp_version'),
    erpChangedAt: text('erp_changed_at'),
    /** JSON: how it was sent, or accepted, last. */
    sent: text('sent'),
    sentAt: integer('sent_at'),

    /** Why the last attempt failed, in the system's words. */
    error: text('error'),
    reason: text('reason'),
    failedAt: integer('failed_at'),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('erp_entries_owner').on(t.companyId, t.ownerKind, t.ownerId, t.kind),
    index('erp_entries_state').on(t.companyId, t.state, t.updatedAt, t.id),
  ],
)

/** What the accounting system has changed or deleted of what Outlay wrote there, until a person has dealt with it. */
export const erpDrifts = sqliteTable(
  'erp_drifts',
  {
    entryId: text('entry_id').primaryKey(),
    companyId: text('company_id').notNull(),
    kind: text('kind', { enum: DRIFT_KINDS }).notNull(),
    /** JSON: what differs, in words. */
    differences: text('differences').notNull(),
    /** JSON: the entry as it is there. Null if it was deleted. */
    there: text('there'),
    thereVersion: text('there_version'),
    /** When it was changed there, if the system says so. */
    changedAt: text('changed_at'),
    foundAt: integer('found_at').notNull(),
  },
  (t) => [index('erp_drifts_found').on(t.companyId, t.foundAt, t.entryId)],
)
