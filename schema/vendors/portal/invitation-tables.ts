import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { INVITATION_STATUSES } from './values.ts'

/** A company asks a person at one of its vendors to work with it in the portal. */
export const vendorCompanyInvitations = sqliteTable(
  'vendor_company_invitations',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** The company's vendor when it was sent. A merge since then is followed when it is read. */
    vendorId: text('vendor_id').notNull(),
    vendorName: text('vendor_name').notNull(),
    email: text('email').notNull(),
    message: text('message').notNull().default(''),
    /** A pending one past `expiresAt` has expired. */
    status: text('status', { enum: INVITATION_STATUSES }).notNull().default('PENDING'),
    tokenHash: text('token_hash').notNull(),
    invitedByUserId: text('invited_by_user_id').notNull(),
    invitedByName: text('invited_by_name').notNull(),
    /** Who accepted it. */
    vendorCompanyId: text('vendor_company_id'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    sentAt: integer('sent_at').notNull(),
    expiresAt: integer('expires_at').notNull(),
    decidedAt: integer('decided_at'),
  },
  (t) => [
    uniqueIndex('vendor_company_invitations_token').on(t.tokenHash),
    uniqueIndex('vendor_company_invitations_pending')
      .on(t.companyId, t.vendorId, t.email)
      .where(sql`status = 'PENDING'`),
    index('vendor_company_invitations_vendor').on(t.companyId, t.vendorId, t.createdAt),
    index('vendor_company_invitations_email').on(t.email, t.createdAt).where(sql`status = 'PENDING'`),
  ],
)
