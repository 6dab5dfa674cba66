import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LOGIN_METHOD_NAMES } from '../../platform/sign-on/methods.ts'
import { VENDOR_TYPES } from './values.ts'

/** A vendor as it sees itself, once for all companies that buy from it. */
export const vendorCompanies = sqliteTable('vendor_companies', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  vendorType: text('vendor_type', { enum: VENDOR_TYPES }).notNull().default('BUSINESS'),
  version: integer('version').notNull().default(1),
  createdAt: integer('created_at').notNull(),
})

/** The vendor's people. They are users like everyone, but not members of a company. */
export const vendorCompanyMembers = sqliteTable(
  'vendor_company_members',
  {
    vendorCompanyId: text('vendor_company_id').notNull(),
    userId: text('user_id').notNull(),
    disabledAt: integer('disabled_at'),
    createdAt: integer('created_at').notNull(),
    /** Until they sign in for the first time, with the name that the member who added them gave. */
    invitedAt: integer('invited_at'),
    invitedFirstName: text('invited_first_name'),
    invitedLastName: text('invited_last_name'),
  },
  (t) => [primaryKey({ columns: [t.vendorCompanyId, t.userId] }), index('vendor_company_members_user').on(t.userId)],
)

/** Which companies buy from it, and as which of their vendors. */
export const vendorCompanyCustomers = sqliteTable(
  'vendor_company_customers',
  {
    vendorCompanyId: text('vendor_company_id').notNull(),
    companyId: text('company_id').notNull(),
    vendorId: text('vendor_id'),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.vendorCompanyId, t.companyId] }),
    index('vendor_company_customers_company').on(t.companyId, t.vendorId),
  ],
)

/** In a separate table, so that a vendor session is never taken for a staff session. */
export const vendorSessions = sqliteTable(
  'vendor_sessions',
  {
    tokenHash: text('token_hash').primaryKey(),
    userId: text('user_id').notNull(),
    vendorCompanyId: text('vendor_company_id').notNull(),
    /** The chosen customer, or null. */
    companyId: text('company_id'),
    timezone: text('timezone'),
    createdAt: integer('created_at').notNull(),
    lastSeenAt: integer('last_seen_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    device: text('device'),
    method: text('method', { enum: LOGIN_METHOD_NAMES }).notNull().default('EMAIL_LINK'),
    place: text('place'),
  },
  (t) => [index('vendor_sessions_user').on(t.userId), index('vendor_sessions_expiry').on(t.expiresAt)],
)
