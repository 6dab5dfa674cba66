import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Passkeys and authenticator apps of a company's people. Another company of the same person knows nothing of them. */
export const secondFactors = sqliteTable(
  'second_factors',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    kind: text('kind', { enum: ['PASSKEY', 'APP'] }).notNull(),
    name: text('name').notNull(),
    /** For a passkey: what the authenticator calls it, and the key that checks its signatures, in base64url. */
    credentialId: text('credential_id'),
    publicKey: text('public_key'),
    counter: integer('counter').notNull().default(0),
    transports: text('transports').notNull().default('[]'),
    /** For an app: its secret, encrypted, and the last step whose code was taken. No code is taken twice. */
    secretSealed: text('secret_sealed'),
    secretKeyId: text('secret_key_id'),
    lastStep: integer('last_step').notNull().default(0),
    /** Null while an app is being set up: until a first code proves that it has the secret. */
    provenAt: integer('proven_at'),
    createdAt: integer('created_at').notNull(),
    lastUsedAt: integer('last_used_at'),
  },
  (t) => [
    index('second_factors_person').on(t.companyId, t.userId),
    uniqueIndex('second_factors_credential').on(t.credentialId).where(sql`credential_id IS NOT NULL`),
    uniqueIndex('second_factors_app').on(t.companyId, t.userId).where(sql`kind = 'APP' AND proven_at IS NOT NULL`),
    index('second_factors_key').on(t.secretKeyId).where(sql`secret_key_id IS NOT NULL`),
  ],
)

/** Codes that stand in for a lost factor, once each. Only their hashes are stored. */
export const recoveryCodes = sqliteTable(
  'recovery_codes',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    codeHash: text('code_hash').notNull(),
    createdAt: integer('created_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId, t.codeHash] })],
)

/** What a passkey has to sign. Each works once, for some minutes, in the session that asked for it. */
export const factorChallenges = sqliteTable(
  'factor_challenges',
  {
    /** Its hash. */
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    sessionHash: text('session_hash').notNull(),
    purpose: text('purpose', { enum: ['ADD', 'GIVE'] }).notNull(),
    expiresAt: integer('expires_at').notNull(),
    usedAt: integer('used_at'),
  },
  (t) => [index('factor_challenges_expiry').on(t.expiresAt)],
)

/** Resets of the factors of people who work with payments. Each waits for a day, in which they or an admin can cancel it. */
export const factorResets = sqliteTable(
  'factor_resets',
  {
    companyId: text('company_id').notNull(),
    userId: text('user_id').notNull(),
    /** Theirs, when the reset was asked for. */
    name: text('name').notNull(),
    askedByUserId: text('asked_by_user_id').notNull(),
    askedByName: text('asked_by_name').notNull(),
    askedAt: integer('asked_at').notNull(),
    effectiveAt: integer('effective_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.userId] }), index('factor_resets_due').on(t.effectiveAt)],
)
