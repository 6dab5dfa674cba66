import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { LOGIN_METHOD_NAMES } from '../sign-on/methods.ts'

/** The method that a company requires of people with addresses in its proven login domains. */
export const loginRequirements = sqliteTable('login_requirements', {
  companyId: text('company_id').primaryKey(),
  method: text('method', { enum: LOGIN_METHOD_NAMES }).notNull(),
  since: integer('since').notNull(),
})

/** The domains it holds for, in the company’s cell: proven ones, as the directory knows them. */
export const requiredLoginDomains = sqliteTable(
  'required_login_domains',
  {
    companyId: text('company_id').notNull(),
    domain: text('domain').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.domain] })],
)

/** Admins who may use the email link all the same, with a passkey. */
export const breakGlassAdmins = sqliteTable(
  'break_glass_admins',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    namedAt: integer('named_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] })],
)
