import type { Kind } from '../../schema/shared/kinds.ts'
import { shortened, shortKey } from './audit-text.ts'
import { canonicalJson, sha256Hex } from './hash.ts'

export interface AuditEntry {
  /** Unique for the change, e.g. `intake:<id>:<sequence>` or `<target>:<id>:v<version>`. */
  changeKey: string
  companyId: string
  actorUserId: string | null
  impersonatorUserId: string | null
  /** The API key that acted for the actor. Missing in a session, so that older entries keep their hash. */
  apiKeyId?: string | undefined
  /** A past-tense verb with its area: `intake-category.created`. */
  action: string
  targetType: Kind
  targetId: string
  /** A sentence that a person reads in the history. */
  message: string
  /** The changed values, before and after. */
  changeData: unknown
  occurredAt: number
}

/** SHA-256 of the entry's content. `audit_seals` chains these hashes for each company. */
export const auditEntryHash = (entry: AuditEntry): string => sha256Hex(canonicalJson(entry))

/**
 * SQL of what the log's indexes have in place of an id: its end, which is different enough to find the rows. Every
 * statement that uses one compares the whole id as well.
 */
export const endOf = (id: string): string => `substr(${id}, -8)`

/** The condition that finds a company's entries, of which the index has the end of its id. */
export const ofCompany = (column: string, id: string): string => `${endOf(column)} = ${endOf(id)} AND ${column} = ${id}`

/**
 * The statement that appends entries to the audit log, in the batch of the change they record.
 * @param onRepeat 'abort' fails the batch if the change key exists, so a second writer of the same version loses;
 * 'ignore' is for projections that may run twice. Their entries are most of the log, and are stored shortened
 */
export const auditStatement = (
  db: Pick<D1Database, 'prepare'>,
  entries: AuditEntry[],
  onRepeat: 'abort' | 'ignore' = 'abort',
): D1PreparedStatement => {
  const rows = entries.map((entry) => {
    const changeKey = onRepeat === 'ignore' ? shortKey(entry.changeKey) : entry.changeKey
    // What is hashed is what is read again: without changed values, that is null.
    const whole = { ...entry, changeKey, changeData: entry.changeData ?? null }
    const stored = { ...whole, changeData: JSON.stringify(whole.changeData) }
    return {
      ...(onRepeat === 'ignore' ? shortened(stored) : stored),
      longKey: entry.changeKey,
      entryHash: auditEntryHash(whole),
    }
  })
  // Before keys were shortened, the same change was recorded with the whole one.
  const isNew = "NOT EXISTS (SELECT 1 FROM audit_log WHERE change_key = value ->> 'longKey')"
  return db
    .prepare(
      `INSERT ${onRepeat === 'ignore' ? 'OR IGNORE ' : ''}INTO audit_log
         (change_key, company_id, actor_user_id, impersonator_user_id, action, target_type, target_id, message,
          change_data, occurred_at, entry_hash, api_key_id, is_short)
       SELECT value ->> 'changeKey', value ->> 'companyId', value ->> 'actorUserId', value ->> 'impersonatorUserId',
              value ->> 'action', value ->> 'targetType', value ->> 'targetId', value ->> 'message',
              value ->> 'changeData', value ->> 'occurredAt', unhex(value ->> 'entryHash'), value ->> 'apiKeyId',
              value ->> 'isShort'
         FROM json_each(?)${onRepeat === 'ignore' ? ` WHERE ${isNew}` : ''}`,
    )
    .bind(JSON.stringify(rows))
}
