import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Daily exchange rates: one unit of `base` is worth `rate` units of `quote`. */
export const currencyRates = sqliteTable(
  'currency_rates',
  {
    id: text('id').primaryKey(),
    /** '' for the provider's, which apply to everyone. */
    companyId: text('company_id').notNull(),
    base: text('base').notNull(),
    quote: text('quote').notNull(),
    /** yyyy-mm-dd. */
    date: text('date').notNull(),
    /** An exact decimal as text. */
    rate: text('rate').notNull(),
    /** PROVIDER or MANUAL. */
    source: text('source').notNull(),
    createdByUserId: text('created_by_user_id'),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
  },
  (t) => [
    uniqueIndex('currency_rates_day').on(t.companyId, t.base, t.date, t.quote),
    index('currency_rates_newest').on(t.companyId, t.date, t.id),
  ],
)
