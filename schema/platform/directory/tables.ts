import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/**
 * The directory: what is asked before the company, and with it the cell, is known. It only says where to look. What a
 * person may do is in the company's cell. Vendor companies and their sessions are in the directory too.
 */

export const directoryCompanies = sqliteTable(
  'directory_companies',
  {
    id: text('id').primaryKey(),
    /** The number of the database that holds the company (worker/core/cells.ts). */
    cell: integer('cell').notNull().default(0),
    name: text('name').notNull(),
    /** The local part of the company's inbound email address, in lower case. */
    shortNameKey: text('short_name_key').notNull(),
    createdAt: integer('created_at').notNull(),
  },
  (t) => [
    uniqueIndex('directory_companies_short_name').on(t.shortNameKey),
    index('directory_companies_name').on(sql`lower(${t.name})`, t.id),
    index('directory_companies_created').on(t.createdAt, t.id),
  ],
)

/** The companies that know an email address as a member's, enabled or not. */
export const directoryPeople = sqliteTable(
  'directory_people',
  {
    email: text('email').notNull(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.email, t.companyId, t.userId] }),
    index('directory_people_member').on(t.companyId, t.userId),
  ],
)
