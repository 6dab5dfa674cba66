import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'

/** Secrets shared with outside systems, one row for each version. See worker/objects/connection. */
export const connectionCredentials = sqliteTable(
  'connection_credentials',
  {
    companyId: text('company_id').notNull(),
    provider: text('provider').notNull(),
    version: integer('version').notNull(),
    /** Which of the Worker's keys it is encrypted with. */
    keyId: text('key_id').notNull(),
    sealed: text('sealed').notNull(),
    /** Null for the current version. */
    validUntil: integer('valid_until'),
    /** When this version took the place of the one before. For the first one, when it was itself replaced. */
    replacedAt: integer('replaced_at').notNull(),
    /** The command that asked for this version. */
    commandId: text('command_id'),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.provider, t.version] }),
    index('connection_credentials_key').on(t.keyId),
    index('connection_credentials_expiry').on(t.validUntil).where(sql`valid_until IS NOT NULL`),
  ],
)
