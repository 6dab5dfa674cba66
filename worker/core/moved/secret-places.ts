import { computed, typed } from '../record.ts'

/**
 * The links and tokens that name a cell in their secret, by the tables that keep their hashes. A company that moves takes
 * them along: they are followed to its new cell, and noted in the directory before the old copy goes.
 */
export const SECRET_TABLES = ['login_tokens', 'email_changes', 'decision_links', 'vendor_form_invitations'] as const

/** The keys of programs, which name a cell too. */
const KEY_TABLES = ['api_keys', 'provisioning_keys'] as const

/** SQL of the hashes of the keys of company ?1 that weren't revoked. */
export const KEYS_IN = KEY_TABLES.map(
  (table) => `SELECT key_hash AS hash FROM ${table} WHERE company_id = ?1 AND revoked_at IS NULL AND ?2 > 0`,
).join(' UNION ALL ')

/** SQL of the company with the secret whose hash is ?1, and whether its rows here are a copy only. */
export const HOLDER = (livesHere: string) =>
  typed`SELECT ${computed<{ companyId: string; isCopy: number }>({
    companyId: 's.company_id',
    isCopy: `NOT ${livesHere}`,
  })} FROM (${SECRET_TABLES.map((table) => `SELECT company_id FROM ${table} WHERE token_hash = ?1`).join(' UNION ALL ')}) s LIMIT 1`

/** SQL of the hashes of company ?1 in one of them that are of use at ?2. */
export const secretsIn = (table: (typeof SECRET_TABLES)[number]): string =>
  `SELECT token_hash AS hash FROM ${table} WHERE company_id = ?1 AND expires_at > ?2 AND token_hash IS NOT NULL`

/** Where the directory notes them, with API keys and sessions. */
const NOTED = 'directory_keys'
/** The cell of the secret whose hash is ?1, where its company has moved and left nothing behind. */
export const NOTED_CELL = typed`SELECT ${computed<{ cell: number }>({ cell: 'k.cell' })} FROM ${NOTED} k WHERE k.key_hash = ?1`
