import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ACTS, MATTERS } from './rule.ts'

/** Who did what to a matter that ends in a decision or in money: rule.ts. */
export const hands = sqliteTable(
  'hands',
  {
    companyId: text('company_id').notNull(),
    matter: text('matter', { enum: MATTERS }).notNull(),
    matterId: text('matter_id').notNull(),
    userId: text('user_id').notNull(),
    act: text('act', { enum: ACTS }).notNull(),
    /** Who acted in this person's name, or with which API key. Null: they did it themselves. */
    through: text('through'),
    /** The last time. */
    at: integer('at').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.matterId, t.userId, t.act] }),
    /** What someone started alone since a moment. */
    index('hands_started').on(t.companyId, t.userId, t.at).where(sql`act = 'STARTED'`),
  ],
)
