import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Two vendors that became one: what was, so that it can be again. */
export const vendorMerges = sqliteTable(
  'vendor_merges',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** The vendor that is gone, and the one that it was merged into. */
    fromId: text('from_id').notNull(),
    intoId: text('into_id').notNull(),
    /** Where links to the vendor that is gone lead: another than `intoId` once that was merged too. */
    survivorId: text('survivor_id').notNull(),
    fromName: text('from_name').notNull(),
    intoName: text('into_name').notNull(),
    /** JSON: the row of the vendor that is gone. */
    fromRow: text('from_row').notNull(),
    /** JSON: the columns of the survivor that the merge changed, before and after. */
    intoBefore: text('into_before').notNull(),
    intoAfter: text('into_after').notNull(),
    /** JSON: what moved, by place. */
    counts: text('counts').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    undoneAt: integer('undone_at'),
    undoneByUserId: text('undone_by_user_id'),
    /** JSON: sentences about what stayed with the survivor. */
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
    /** JSON: the row as it was, where it cannot be had from what it is now. */
    before: text('before'),
    /** What the merge made of it: undone only while it still is that. */
    after: text('after'),
    /** The survivor had the same one: it was kept once. */
    wasDouble: integer('was_double').notNull().default(0),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.mergeId, t.place, t.rowKey] })],
)
