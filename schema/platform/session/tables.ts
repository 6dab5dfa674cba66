import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { FACTORS_OWED } from '../factors/rule.ts'
import { LOGIN_METHOD_NAMES } from '../sign-on/methods.ts'

/**
 * A person as one company knows them, by email address (lower case). The same address can have records in other
 * companies. An older record may serve several companies.
 */
export const users = sqliteTable(
  'users',
  {
    id: text('id').primaryKey(),
    email: text('email').notNull(),
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull(),
    timezone: text('timezone'),
    createdAt: integer('created_at').notNull(),
    /** Platform staff. Set when the record is created, and never later. */
    isPlatformStaff: integer('is_platform_staff', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [index('users_email').on(t.email), uniqueIndex('users_staff').on(t.email).where(sql`is_platform_staff = 1`)],
)

/** A member's new address, until it is confirmed from its mailbox. */
export const emailChanges = sqliteTable(
  'email_changes',
  {
    tokenHash: text('token_hash').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    askedByUserId: text('asked_by_user_id').notNull(),
    oldEmail: text('old_email').notNull(),
    newEmail: text('new_email').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    /** Confirmed, or replaced by another one. */
    doneAt: integer('done_at'),
  },
  (t) => [index('email_changes_user').on(t.userId), index('email_changes_expiry').on(t.expiresAt)],
)

/**
 * Single-use tokens that become a session: by email, after an identity provider, for switching company, or for viewing as
 * another member.
 */
export const loginTokens = sqliteTable(
  'login_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    purpose: text('purpose', {
      enum: ['EMAIL_LINK', 'SIGN_ON', 'COMPANY', 'IMPERSONATION', 'REVERSE_IMPERSONATION'],
    }).notNull(),
    userId: text('user_id').notNull(),
    companyId: text('company_id').notNull(),
    impersonatorUserId: text('impersonator_user_id'),
    /** The session that requested it. Only that one can exchange a COMPANY or impersonation token. */
    sessionHash: text('session_hash'),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    /** Why the impersonator acts on the member's behalf. Without it they only view. */
    actingReason: text('acting_reason'),
    /** How the person proved who they are. */
    method: text('method', { enum: LOGIN_METHOD_NAMES }).notNull().default('EMAIL_LINK'),
    /** The browser that began at an identity provider. Only that one can exchange it. */
    browserHash: text('browser_hash'),
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
    /** 30 days after sign-in, even if used. */
    expiresAt: integer('expires_at').notNull(),
    actingReason: text('acting_reason'),
    /** Where it was started: "Firefox on Windows". */
    device: text('device'),
    /** How the person signed in. */
    method: text('method', { enum: LOGIN_METHOD_NAMES }).notNull().default('EMAIL_LINK'),
    /** From where: "Berlin, Germany". */
    place: text('place'),
    /** When a second factor was given in it last, and which. */
    factorAt: integer('factor_at'),
    factorKind: text('factor_kind', { enum: ['PASSKEY', 'APP', 'RECOVERY_CODE'] }),
    /** What it needs before it can be used. Null once that was given, and for most. */
    owesFactor: text('owes_factor', { enum: FACTORS_OWED }),
    /** What its open pages watch: JSON of kinds and ids. */
    watching: text('watching'),
  },
  (t) => [
    index('sessions_user').on(t.userId),
    index('sessions_impersonator').on(t.impersonatorUserId).where(sql`impersonator_user_id IS NOT NULL`),
    index('sessions_expiry').on(t.expiresAt),
  ],
)

/** Links with which the people of vendors sign in. */
export const vendorLoginTokens = sqliteTable(
  'vendor_login_tokens',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id').notNull(),
    vendorCompanyId: text('vendor_company_id').notNull(),
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
    method: text('method', { enum: LOGIN_METHOD_NAMES }).notNull().default('EMAIL_LINK'),
    browserHash: text('browser_hash'),
  },
  (t) => [index('vendor_login_tokens_expiry').on(t.expiresAt)],
)
