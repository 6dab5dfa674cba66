import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** A discussion about an object, or about a part of it: an answer or a block of a request. */
export const threads = sqliteTable(
  'threads',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** People who can read this object can read the thread. */
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    partType: text('part_type'),
    /** ANSWER: the question's id; BLOCK: the block's. */
    partId: text('part_id'),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    resolvedAt: integer('resolved_at'),
    resolvedByUserId: text('resolved_by_user_id'),
    /** Whether the vendor who fills in the form reads it too. */
    sharedWithVendor: integer('shared_with_vendor', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('threads_target').on(t.companyId, t.targetType, t.targetId, t.createdAt, t.id),
    index('threads_shared').on(t.companyId, t.targetId, t.createdAt, t.id).where(sql`shared_with_vendor = 1`),
    // Of transactions, all discussions are listed together.
    index('threads_open')
      .on(t.companyId, t.targetType, t.createdAt, t.id)
      .where(sql`target_type = 'TRANSACTION' AND resolved_at IS NULL`),
    index('threads_resolved')
      .on(t.companyId, t.targetType, t.createdAt, t.id)
      .where(sql`target_type = 'TRANSACTION' AND resolved_at IS NOT NULL`),
  ],
)

export const comments = sqliteTable(
  'comments',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    threadId: text('thread_id').notNull(),
    /** Plain text. Mentions are written `@[Name](user id)`. */
    body: text('body').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    deletedAt: integer('deleted_at'),
    version: integer('version').notNull().default(1),
    /** Who wrote it on the author's behalf. */
    impersonatorUserId: text('impersonator_user_id'),
    /** Of someone without an account. */
    authorName: text('author_name'),
    authorEmail: text('author_email'),
  },
  (t) => [index('comments_thread').on(t.companyId, t.threadId, t.createdAt, t.id)],
)

/** Comments waiting for someone, until they answer or the thread is resolved. */
export const commentAttention = sqliteTable(
  'comment_attention',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    commentId: text('comment_id').notNull(),
    threadId: text('thread_id').notNull(),
    createdAt: integer('created_at').notNull(),
    isMention: integer('is_mention', { mode: 'boolean' }).notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.userId, t.commentId] }),
    index('comment_attention_user').on(t.companyId, t.userId, t.createdAt, t.commentId),
    index('comment_attention_thread').on(t.companyId, t.threadId, t.userId),
  ],
)
