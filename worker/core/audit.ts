import type { Kind } from '../../schema/shared/kinds.ts'
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
 * The statement that appends entries to the audit log, in the batch of the change they record.
 * @param onRepeat 'abort' fails the batch if the change key exists, so a second writer of the same version loses;
 * 'ignore' is for projections that may run twice
 */
export const auditStatement = (
  db: Pick<D1Database, 'prepare'>,
  entries: AuditEntry[],
  onRepeat: 'abort' | 'ignore' = 'abort',
): D1PreparedStatement => {
  const rows = entries.map((entry) => ({
    ...entry,
    changeData: JSON.stringify(entry.changeData ?? null),
    entryHash: auditEntryHash(entry),
  }))
  return db
    .prepare(
      `INSERT ${onRepeat === 'ignore' ? 'OR IGNORE ' : ''}INTO audit_log
         (change_key, company_id, actor_user_id, impersonator_user_id, action, target_type, target_id, message,
          change_data, occurred_at, entry_hash, api_key_id)
       SELECT value ->> 'changeKey', value ->> 'companyId', value ->> 'actorUserId', value ->> 'impersonatorUserId',
              value ->> 'action', value ->> 'targetType', value ->> 'targetId', value ->> 'message',
              value ->> 'changeData', value ->> 'occurredAt', unhex(value ->> 'entryHash'), value ->> 'apiKeyId'
         FROM json_each(?)`,
    )
    .bind(JSON.stringify(rows))
}
