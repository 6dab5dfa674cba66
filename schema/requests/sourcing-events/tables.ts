import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Sourcing events with sealed bids. See worker/objects/sourcing-seal for what seals them. */
export const sourcingEvents = sqliteTable(
  'sourcing_events',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    title: text('title').notNull(),
    description: text('description').notNull(),
    /** The public form that bidders fill in, or null. */
    intakeCategoryId: text('intake_category_id'),
    /** Its questions as they were when the event was published, as JSON. */
    form: text('form'),
    status: text('status').notNull().default('DRAFT'),
    /** For lists. The object that seals the bids has its own. */
    deadline: integer('deadline').notNull(),
    /** A list of Criterion as JSON. */
    criteria: text('criteria').notNull().default('[]'),
    /** The key of the Worker that protects the event's key. Null without one. */
    sealKeyId: text('seal_key_id'),
    /** The rates of the day on which the bids were opened, as JSON. */
    exchange: text('exchange'),
    publishedAt: integer('published_at'),
    openedAt: integer('opened_at'),
    closedReason: text('closed_reason'),
    /** Who was chosen, why and by whom, as JSON. */
    award: text('award'),
    version: integer('version').notNull().default(1),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
  },
  (t) => [
    index('sourcing_events_created').on(t.companyId, t.createdAt, t.id).where(sql`deleted_at IS NULL`),
    index('sourcing_events_deadline').on(t.companyId, t.deadline, t.id).where(sql`deleted_at IS NULL`),
    index('sourcing_events_due').on(t.deadline).where(sql`status = 'OPEN'`),
    index('sourcing_events_keys').on(t.status, t.sealKeyId).where(sql`seal_key_id IS NOT NULL`),
  ],
)

/** Who works on an event, with copies of its sort keys. */
export const sourcingEventPeople = sqliteTable(
  'sourcing_event_people',
  {
    companyId: text('company_id').notNull(),
    eventId: text('event_id').notNull(),
    userId: text('user_id').notNull(),
    isOwner: integer('is_owner').notNull(),
    isReviewer: integer('is_reviewer').notNull(),
    createdAt: integer('created_at').notNull(),
    deadline: integer('deadline').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.eventId, t.userId] }),
    index('sourcing_event_people_created').on(t.companyId, t.userId, t.createdAt, t.eventId),
    index('sourcing_event_people_deadline').on(t.companyId, t.userId, t.deadline, t.eventId),
  ],
)

export const sourcingBidders = sqliteTable(
  'sourcing_bidders',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    eventId: text('event_id').notNull(),
    name: text('name').notNull(),
    email: text('email').notNull(),
    vendorId: text('vendor_id'),
    status: text('status').notNull().default('INVITED'),
    /** SHA-256 of the link's secret. Null before it is published, and once revoked. */
    tokenHash: text('token_hash'),
    invitedAt: integer('invited_at'),
    viewedAt: integer('viewed_at'),
    submittedAt: integer('submitted_at'),
    /** What they are still writing, sealed. Never opened for the company. */
    sealedDraft: text('sealed_draft'),
    /** What they have submitted, sealed. */
    sealedBid: text('sealed_bid'),
    /** Counts what they save. */
    bidVersion: integer('bid_version').notNull().default(0),
    /** The bid, once it was opened. */
    content: text('content'),
    /** 1 if the bid could not be opened, because what is stored isn't what was sealed. */
    isUnreadable: integer('is_unreadable').notNull().default(0),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('sourcing_bidders_email').on(t.companyId, t.eventId, t.email),
    uniqueIndex('sourcing_bidders_token').on(t.tokenHash).where(sql`token_hash IS NOT NULL`),
    index('sourcing_bidders_vendor').on(t.companyId, t.vendorId, t.id).where(sql`vendor_id IS NOT NULL`),
    index('sourcing_bidders_event').on(t.companyId, t.eventId, t.createdAt, t.id),
  ],
)

/** Files of bids. Storage has only what was encrypted with a key that is sealed here. */
export const sourcingBidFiles = sqliteTable(
  'sourcing_bid_files',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    eventId: text('event_id').notNull(),
    bidderId: text('bidder_id').notNull(),
    storageKey: text('storage_key').notNull(),
    /** Name, type, size and key of the file, sealed. */
    sealed: text('sealed').notNull(),
    /** The same, once the bid was opened. */
    content: text('content'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('sourcing_bid_files_bidder').on(t.companyId, t.eventId, t.bidderId, t.id)],
)

/** Questions of bidders, which all bidders read, without who asked. */
export const sourcingQuestions = sqliteTable(
  'sourcing_questions',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    eventId: text('event_id').notNull(),
    /** Null for a notice of the company. */
    bidderId: text('bidder_id'),
    question: text('question').notNull(),
    answer: text('answer'),
    answeredByUserId: text('answered_by_user_id'),
    answeredAt: integer('answered_at'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [index('sourcing_questions_event').on(t.companyId, t.eventId, t.createdAt, t.id)],
)

/** The scorecard of one reviewer. */
export const sourcingScorecards = sqliteTable(
  'sourcing_scorecards',
  {
    companyId: text('company_id').notNull(),
    eventId: text('event_id').notNull(),
    userId: text('user_id').notNull(),
    /** A list of Score as JSON. */
    scores: text('scores').notNull(),
    submittedAt: integer('submitted_at'),
    version: integer('version').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.eventId, t.userId] })],
)
