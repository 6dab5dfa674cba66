import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { RECODE_HOWS, RECODE_STATES } from './recode-values.ts'

/** Changes of what transactions belong to, made by people. */
export const transactionRecodes = sqliteTable(
  'transaction_recodes',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    madeByUserId: text('made_by_user_id').notNull(),
    madeAt: integer('made_at').notNull(),
    state: text('state', { enum: RECODE_STATES }).notNull(),
    vendorHow: text('vendor_how', { enum: RECODE_HOWS }).notNull(),
    /** SET: the new vendor, or null for none. OFF: the one that they no longer belong to. */
    vendorId: text('vendor_id'),
    categoryHow: text('category_how', { enum: RECODE_HOWS }).notNull(),
    categoryId: text('category_id'),
    total: integer('total').notNull(),
    /** How many of its lines the job has looked at, when it is made or when it is undone. */
    done: integer('done').notNull().default(0),
    changed: integer('changed').notNull().default(0),
    restored: integer('restored').notNull().default(0),
    undoneByUserId: text('undone_by_user_id'),
    undoneAt: integer('undone_at'),
  },
  (t) => [
    index('transaction_recodes_made').on(t.companyId, t.madeAt, t.id),
    index('transaction_recodes_open').on(t.companyId, t.madeAt, t.id).where(sql`state IN ('RUNNING', 'UNDOING')`),
  ],
)

/** Their lines, as they were before and after. This is also each line's history. */
export const transactionRecodeLines = sqliteTable(
  'transaction_recode_lines',
  {
    companyId: text('company_id').notNull(),
    recodeId: text('recode_id').notNull(),
    /** From 1. */
    place: integer('place').notNull(),
    transactionId: text('transaction_id').notNull(),
    /** False until the job has come to it, and if it had these values already. */
    isChanged: integer('is_changed', { mode: 'boolean' }).notNull().default(false),
    beforeVendorId: text('before_vendor_id'),
    wasVendorSet: integer('was_vendor_set', { mode: 'boolean' }).notNull().default(false),
    beforeCategoryId: text('before_category_id'),
    wasCategorySet: integer('was_category_set', { mode: 'boolean' }).notNull().default(false),
    afterVendorId: text('after_vendor_id'),
    isVendorSet: integer('is_vendor_set', { mode: 'boolean' }).notNull().default(false),
    afterCategoryId: text('after_category_id'),
    isCategorySet: integer('is_category_set', { mode: 'boolean' }).notNull().default(false),
    /** Undone. */
    isRestored: integer('is_restored', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.recodeId, t.place] }),
    index('transaction_recode_lines_of').on(t.companyId, t.transactionId, t.isChanged, t.recodeId),
  ],
)
