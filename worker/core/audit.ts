import type { Kind } from '../../schema/shared/kinds.ts'
import { shortened, shortKey } from './audit-text.ts'
import { canonicalJson, sha256Hex } from './hash.ts'

/** Who acts when an identity provider changes people. It is no user, because no one of the company did it. */
export const PROVISIONING = { id: 'provisioning', name: 'Provisioning' } as const

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

/** SQL of the number of a company in the log, which has numbers instead of ids. All parameters are SQL. */
export const companyNumber = (company: string): string =>
  `(SELECT wn.id FROM word_numbers wn WHERE wn.company_id = ${company} AND wn.word = '')`

/** SQL of the number of a kind, a person or a company (the empty word) in a company's log. */
export const wordNumber = (company: string, word: string): string =>
  `(SELECT wn.id FROM word_numbers wn WHERE wn.company_id = ${company} AND wn.word = ${word})`

/** Requests have most entries. Their kind needs no number of a company. */
const REQUESTS = 0
/** SQL of the number of a kind. One without entries has none that a row has. */
export const kindNumber = (company: string, kind: string): string =>
  `iif(${kind} = 'INTAKE_SUBMISSION', ${REQUESTS}, coalesce(${wordNumber(company, kind)}, -1))`

/** SQL of the number of an object in the log. The index has the end of the id, which is different enough. */
export const objectNumber = (company: string, kind: string, id: string): string =>
  `(SELECT o.id FROM object_numbers o WHERE substr(o.object_id, -8) = substr(${id}, -8) AND o.object_id = ${id}
      AND o.company = ${companyNumber(company)} AND o.kind = ${kindNumber(company, kind)})`

/** Names of the objects that decide about approvals, by what is approved: worker/objects/approval/subject.ts. */
const MACHINES: Partial<Record<Kind, string>> = {
  INTAKE_SUBMISSION: 'intake',
  SPEND_REQUEST: 'spend',
  BILL: 'bill',
  PURCHASE_ORDER: 'po',
}

/** The key of an event, of which the log has only the number: the object is there already. */
export const eventKey = (targetType: Kind, targetId: string, sequence: number): string =>
  shortKey(`${MACHINES[targetType]}:${targetId}:${sequence}`)

/** The number of the event with this key, or null if it isn't one of the object's own. */
const eventOf = ({ changeKey, targetType, targetId }: AuditEntry): number | null => {
  const start = `${MACHINES[targetType]}:${targetId}:`
  const rest = changeKey.startsWith(start) ? changeKey.slice(start.length) : ''
  return /^[1-9]\d{0,8}$/.test(rest) ? Number(rest) : null
}

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
    const sequence = onRepeat === 'ignore' ? eventOf(entry) : null
    // What is hashed is what is read again: without changed values, that is null.
    const whole = { ...entry, changeKey, changeData: entry.changeData ?? null }
    const stored = { ...whole, changeData: JSON.stringify(whole.changeData) }
    return {
      ...(onRepeat === 'ignore' ? shortened(stored) : stored),
      ...{ sequence, changeKey: sequence === null ? changeKey : null },
      keys: [entry.changeKey, changeKey],
      entryHash: auditEntryHash(whole),
    }
  })
  // Before keys were shortened, and before events had their numbers, the same change was recorded with its key.
  const isNew = `NOT EXISTS (SELECT 1 FROM audit_entries e
    WHERE e.change_key IN (r.value ->> '$.keys[0]', r.value ->> '$.keys[1]'))`
  return db
    .prepare(
      `INSERT ${onRepeat === 'ignore' ? 'OR IGNORE ' : ''}INTO audit_log
         (change_key, sequence, company_id, actor_user_id, impersonator_user_id, action, target_type, target_id, message,
          change_data, occurred_at, entry_hash, api_key_id, is_short)
       SELECT r.value ->> 'changeKey', r.value ->> 'sequence', r.value ->> 'companyId', r.value ->> 'actorUserId',
              r.value ->> 'impersonatorUserId', r.value ->> 'action', r.value ->> 'targetType', r.value ->> 'targetId',
              r.value ->> 'message', r.value ->> 'changeData', r.value ->> 'occurredAt',
              unhex(r.value ->> 'entryHash'), r.value ->> 'apiKeyId', r.value ->> 'isShort'
         FROM json_each(?) r${onRepeat === 'ignore' ? ` WHERE ${isNew}` : ''}`,
    )
    .bind(JSON.stringify(rows))
}
