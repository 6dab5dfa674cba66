import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** API keys (decisions, "API keys"). Only a key's SHA-256 is stored, never the key. */
export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    name: text('name').notNull(),
    /** The key's first characters, by which people recognize it. */
    prefix: text('prefix').notNull(),
    keyHash: text('key_hash').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    /** JSON list of the access flags that the creator had then. The key never gets more. */
    flags: text('flags').notNull(),
    enabled: integer('enabled', { mode: 'boolean' }).notNull().default(true),
    lastUsedAt: integer('last_used_at'),
    /** The current window of the rate limit, and its calls so far. */
    windowStart: integer('window_start').notNull().default(0),
    windowCount: integer('window_count').notNull().default(0),
    version: integer('version').notNull().default(1),
    createdAt: integer('created_at').notNull(),
    revokedAt: integer('revoked_at'),
    /** JSON of the areas it opens. Null: all of them. */
    scopes: text('scopes'),
    expiresAt: integer('expires_at').notNull().default(0),
    /** When its end was announced. */
    endToldAt: integer('end_told_at'),
  },
  (t) => [
    uniqueIndex('api_keys_hash').on(t.keyHash),
    uniqueIndex('api_keys_name').on(t.companyId, sql`lower(${t.name})`).where(sql`revoked_at IS NULL`),
    index('api_keys_ending').on(t.expiresAt).where(sql`revoked_at IS NULL AND end_told_at IS NULL`),
    index('api_keys_company').on(t.companyId, t.createdAt, t.id).where(sql`revoked_at IS NULL`),
  ],
)
