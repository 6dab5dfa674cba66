import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** A person, once for all companies, found by e-mail address (lower case). */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    timezone: text('timezone'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [uniqueIndex('users_email').on(t.email)],
)

/** Single-use tokens that become a session: by mail, for a company switch, or for viewing as another member. */
export const loginTokens = sqliteTable(
  'login_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', { enum: ['EMAIL_LINK', 'COMPANY', 'IMPERSONATION', 'REVERSE_IMPERSONATION'] }).notNull(),
    userId: text('user_id').notNull(),
    companyId: text('company_id').notNull(),
    impersonatorUserId: text('impersonator_user_id'),
    /** The session that asked; only it may exchange a COMPANY or impersonation token. */
    sessionHash: text('session_hash'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** Why the impersonator acts on the member's behalf; without it they only view. */
    actingReason: text('acting_reason'),
  },
  (t) => [index('login_tokens_expiry').on(t.expiresAt)],
)

export const sessions = sqliteTable(
  'sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id').notNull(),
    companyId: text('company_id').notNull(),
    impersonatorUserId: text('impersonator_user_id'),
    timezone: text('timezone'),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    /** 30 days after sign-in, whatever the use. */
    expiresAt: integer('expires_at').notNull(),
    actingReason: text('acting_reason'),
  },
  (t) => [index('sessions_user').on(t.userId), index('sessions_expiry').on(t.expiresAt)],
)
