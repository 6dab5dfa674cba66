import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { MAPPED_KINDS } from '../../platform/accounting/values.ts'

/** Saves of mappings, with each row as it was before, so that they can be undone. */
export const erpMappingSaves = sqliteTable(
  'erp_mapping_saves',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    mappedKind: text('mapped_kind', { enum: MAPPED_KINDS }).notNull(),
    /** JSON: of each row its id, what it had before, and its version after. */
    rows: text('rows').notNull(),
    madeAt: integer('made_at').notNull(),
    undoneAt: integer('undone_at'),
  },
  (t) => [index('erp_mapping_saves_made').on(t.companyId, t.madeAt)],
)

/** Months (yyyy-mm) whose transactions should follow a change of mappings. */
export const erpRemaps = sqliteTable(
  'erp_remaps',
  {
    companyId: text('company_id').notNull(),
    month: text('month').notNull(),
    /** Another one with each change, so that a month that changes while it is mapped is mapped again. */
    stamp: text('stamp').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.month] })],
)
