import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Links in emails by which one person decides one step on one version of the content. */
export const decisionLinks = sqliteTable(
  'decision_links',
  {
    tokenHash: text('token_hash').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    targetType: text('target_type').notNull(),
    targetId: text('target_id').notNull(),
    blockId: text('block_id').notNull(),
    run: integer('run').notNull(),
    version: integer('version').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** The id of the command that used it up. Null if signing out everywhere did. */
    usedFor: text('used_for'),
  },
  (t) => [index('decision_links_person').on(t.userId, t.expiresAt)],
)

/** Whether a company's people may decide by links in emails. Without a row they may, whatever the amount. */
export const decisionLinkSettings = sqliteTable('decision_link_settings', {
  companyId: text('company_id').primaryKey(),
  enabled: integer('enabled', { mode: 'boolean' }).notNull(),
  /** In the company's currency. Null for any amount. */
  maxMinor: integer('max_minor'),
  version: integer('version').notNull().default(1),
  updatedAt: integer('updated_at').notNull(),
})
