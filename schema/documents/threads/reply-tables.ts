import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Addresses that make the answer to an email a comment of the person it was sent to. */
export const replyAddresses = sqliteTable(
  'reply_addresses',
  {
    tokenHash: text('token_hash').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    /** Null until the first answer starts one. */
    threadId: text('thread_id'),
    expiresAt: integer('expires_at').notNull(),
  },
  (t) => [index('reply_addresses_expiry').on(t.expiresAt)],
)
