import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

const json = (name: string) => text(name, { mode: 'json' })

/** Why a vendor isn't made yet although its request was approved: another one may be the same. */
export interface WaitingVendor {
  /** The vendors that may be the same. */
  vendorIds: string[]
  /** Who would own it, and chooses. */
  ownerIds: string[]
  /** The request, for its link and its documents. */
  targetType: string
  targetId: string
  title: string
  documentIds: string[]
}

/**
 * Vendors that requests propose. Rows don't change but for what became of them: someone who corrects a proposal makes
 * another one, so that approvers see the change.
 */
export const proposedVendors = sqliteTable(
  'proposed_vendors',
  {
    /** Also the id of the vendor that is made of it. */
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    website: text('website').notNull(),
    contactName: text('contact_name').notNull(),
    contactEmail: text('contact_email').notNull(),
    country: text('country').notNull(),
    proposedByUserId: text('proposed_by_user_id').notNull(),
    proposedByName: text('proposed_by_name').notNull(),
    createdAt: integer('created_at').notNull(),
    /** When the vendor was made, or another one taken instead. */
    settledAt: integer('settled_at'),
    /** The vendor that it became: its own id, or that of another one. */
    vendorId: text('vendor_id'),
    waiting: json('waiting').$type<WaitingVendor>(),
  },
  (t) => [
    index('proposed_vendors_company').on(t.companyId),
    index('proposed_vendors_unsettled').on(t.createdAt).where(sql`settled_at IS NULL`),
  ],
)
