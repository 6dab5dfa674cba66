import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** A merge of two vendors, with what is needed to undo it. */
export const vendorMerges = sqliteTable(
  'vendor_merges',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** The removed vendor, and the one that it was merged into. */
    fromId: text('from_id').notNull(),
    intoId: text('into_id').notNull(),
    /** Where links to the removed vendor lead. Differs from `intoId` once that was merged too. */
    survivorId: text('survivor_id').notNull(),
    fromName: text('from_name').notNull(),
    intoName: text('into_name').notNull(),
    /** JSON: the row of the removed vendor. */
    fromRow: text('from_row').notNull(),
    /** JSON: the columns of the remaining vendor that the merge changed, before and after. */
    intoBefore: text('into_before').notNull(),
    intoAfter: text('into_after').notNull(),
    /** JSON: what moved, by place. */
    counts: text('counts').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    undoneAt: integer('undone_at'),
    undoneByUserId: text('undone_by_user_id'),
    /** JSON: sentences about what stayed with the remaining vendor. */
    undoKept: text('undo_kept').notNull().default('[]'),
  },
  (t) => [
    uniqueIndex('vendor_merges_from').on(t.companyId, t.fromId).where(sql`undone_at IS NULL`),
    index('vendor_merges_into').on(t.companyId, t.intoId, t.createdAt, t.id),
    index('vendor_merges_survivor').on(t.companyId, t.survivorId).where(sql`undone_at IS NULL`),
  ],
)

/** Every row that a merge moved or rewrote. */
export const vendorMergeMoves = sqliteTable(
  'vendor_merge_moves',
  {
    companyId: text('company_id').notNull(),
    mergeId: text('merge_id').notNull(),
    /** The table. */
    place: text('place').notNull(),
    /** JSON list: the row's key. */
    rowKey: text('row_key').notNull(),
    /** JSON: the previous row, if it can't be derived from the current one. */
    before: text('before'),
    /** What the merge made of it. It is undone only while it is still that. */
    after: text('after'),
    /** The remaining vendor had the same one, so it was kept once. */
    wasDouble: integer('was_double').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.mergeId, t.place, t.rowKey] })],
)
