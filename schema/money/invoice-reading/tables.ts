import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { LESSON_KINDS } from './lessons.ts'

/** What corrections of invoices taught. */
export const invoiceLessons = sqliteTable(
  'invoice_lessons',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** The vendor in the accounting system. */
    erpVendorId: text('erp_vendor_id').notNull(),
    kind: text('kind', { enum: LESSON_KINDS }).notNull(),
    /** A name, tax id or address; for others the vendor, with the field of a label. */
    key: text('key').notNull(),
    value: text('value').notNull(),
    /** The bill that taught it. */
    billId: text('bill_id').notNull(),
    learnedAt: integer('learned_at').notNull(),
  },
  (t) => [
    uniqueIndex('invoice_lessons_key').on(t.companyId, t.kind, t.key),
    index('invoice_lessons_vendor').on(t.companyId, t.erpVendorId, t.learnedAt),
  ],
)
