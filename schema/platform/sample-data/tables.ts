import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { SAMPLE_KINDS, SAMPLE_STATUSES } from './kinds.ts'

/** The sample data of a company, at most once. */
export const sampleLoads = sqliteTable('sample_loads', {
  companyId: text('company_id').primaryKey(),
  status: text('status', { enum: SAMPLE_STATUSES }).notNull(),
  /** Who loaded it, and can continue if it broke off. */
  userId: text('user_id').notNull(),
  /** JSON: what of the company it uses, so that continuing makes the same. */
  choices: text('choices').notNull(),
  startedAt: integer('started_at').notNull(),
})

/** Exactly what was loaded. No one is told about any of it (worker/features/platform/bell/samples.ts). */
export const sampleObjects = sqliteTable(
  'sample_objects',
  {
    companyId: text('company_id').notNull(),
    id: text('id').notNull(),
    kind: text('kind', { enum: SAMPLE_KINDS }).notNull(),
    createdAt: integer('created_at').notNull(),
    removedAt: integer('removed_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.id] })],
)
