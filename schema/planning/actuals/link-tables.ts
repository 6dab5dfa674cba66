import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LINK_REASONS, LINK_STATES } from './link-values.ts'

/**
 * Where the accounting system's vendors stand on their way to the company's: those that someone should answer for, and
 * those that were linked or made without anyone. One without a row was mapped by hand, or isn't looked at.
 */
export const erpVendorLinks = sqliteTable(
  'erp_vendor_links',
  {
    objectId: text('object_id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** The vendor that it may be, or that it became. Null where none is known. */
    vendorId: text('vendor_id'),
    state: text('state', { enum: LINK_STATES }).notNull(),
    reason: text('reason', { enum: LINK_REASONS }).notNull(),
    /** What it came to in the last twelve months while it is open, otherwise when it was settled. */
    ordinal: integer('ordinal').notNull(),
    isOpen: integer('is_open', { mode: 'boolean' })
      .notNull()
      .generatedAlwaysAs(sql`(state IN ('PROPOSED', 'UNKNOWN'))`, { mode: 'virtual' }),
  },
  (t) => [
    index('erp_vendor_links_list').on(t.companyId, t.isOpen, t.ordinal, t.objectId),
    index('erp_vendor_links_vendor').on(t.companyId, t.vendorId).where(sql`vendor_id IS NOT NULL`),
  ],
)

/** Names of the accounting system that people said are a vendor: its other names. What was said last counts. */
export const vendorAliases = sqliteTable(
  'vendor_aliases',
  {
    companyId: text('company_id').notNull(),
    /** Lower case without surrounding space. */
    nameKey: text('name_key').notNull(),
    /** See `matchKeyOf`. */
    matchKey: text('match_key').notNull(),
    vendorId: text('vendor_id').notNull(),
    learnedAt: integer('learned_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.nameKey] }),
    index('vendor_aliases_match').on(t.companyId, t.matchKey),
    index('vendor_aliases_vendor').on(t.companyId, t.vendorId),
  ],
)

/** Names of the accounting system that people said are not a vendor. */
export const vendorRefusals = sqliteTable(
  'vendor_refusals',
  {
    companyId: text('company_id').notNull(),
    nameKey: text('name_key').notNull(),
    vendorId: text('vendor_id').notNull(),
    /** False: the link was taken off, so that it may be proposed again and isn’t made without anyone. */
    isFinal: integer('is_final', { mode: 'boolean' }).notNull(),
    refusedAt: integer('refused_at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.nameKey, t.vendorId] }),
    index('vendor_refusals_vendor').on(t.companyId, t.vendorId),
  ],
)

/** Companies in which only people link vendors. */
export const vendorLinkingOff = sqliteTable('vendor_linking_off', {
  companyId: text('company_id').primaryKey(),
  offAt: integer('off_at').notNull(),
})
