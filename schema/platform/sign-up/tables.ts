import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/**
 * Someone who wants to start a company, from the link that proved their address. In the directory. Nothing else exists
 * until they confirm.
 */
export const signUps = sqliteTable(
  'sign_ups',
  {
    tokenHash: text('token_hash').primaryKey(),
    email: text('email').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** The company that is being started, and its cell, decided before anything is written there. */
    companyId: text('company_id'),
    cell: integer('cell'),
    /** When a call began to start it, which another one waits for. */
    triedAt: integer('tried_at'),
  },
  (t) => [index('sign_ups_expiry').on(t.expiresAt)],
)
