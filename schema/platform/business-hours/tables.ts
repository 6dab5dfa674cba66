import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** When a company works. Without a row it is the standard: Monday to Friday, 9 to 17, no holidays. */
export const businessHours = sqliteTable('business_hours', {
  companyId: text('company_id').primaryKey(),
  /** JSON: see `BusinessCalendar`. */
  calendar: text('calendar').notNull(),
  version: integer('version').notNull().default(1),
  updatedAt: integer('updated_at').notNull(),
})
