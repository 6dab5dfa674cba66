import type { Kind } from '../../../../schema/shared/kinds.ts'
import { type AuditEntry, companyNumber, eventKey } from '../../../core/audit.ts'
import type { Database } from '../../../core/database.ts'
import { sha256Hex } from '../../../core/hash.ts'

export const GENESIS = '0'.repeat(64)

export interface Entry {
  id: number
  /** Null for an event, which has its number instead. */
  changeKey: string | null
  sequence: number | null
  companyId: string
  actorUserId: string | null
  impersonatorUserId: string | null
  apiKeyId: string | null
  action: string
  targetType: Kind
  targetId: string
  message: string
  changeData: string
  occurredAt: number
  entryHash: string
}

/** A hash is stored as its bytes. Older rows have its hexadecimal text. */
export const hashText = (column: string): string => `iif(typeof(${column}) = 'blob', lower(hex(${column})), ${column})`

export const ENTRY_COLUMNS = `a.id, a.change_key AS changeKey, a.sequence, a.company_id AS companyId, a.actor_user_id AS actorUserId,
  a.impersonator_user_id AS impersonatorUserId, a.full_action AS action, a.target_type AS targetType, a.target_id AS targetId,
  a.full_message AS message, a.full_data AS changeData, a.occurred_at AS occurredAt, ${hashText('a.entry_hash')} AS entryHash,
  a.api_key_id AS apiKeyId`

/** What was hashed. */
export const contentOf = (entry: Entry): AuditEntry => {
  const { changeKey, sequence, companyId, actorUserId, impersonatorUserId, apiKeyId, action, message } = entry
  const { targetType, targetId, changeData, occurredAt } = entry
  return {
    changeKey: sequence === null ? (changeKey ?? '') : eventKey(targetType, targetId, sequence),
    ...{ companyId, actorUserId, impersonatorUserId, action, targetType, targetId, message, occurredAt },
    changeData: parsed(changeData),
    ...(apiKeyId !== null && { apiKeyId }),
  }
}

export const nextHash = (previous: string, entryHash: string): string => sha256Hex(`${previous}${entryHash}`)

/**
 * Entries that a seal covers, at most (migrations/0205). An altered entry is found by its own hash. If that was altered
 * with it, the next seal shows it.
 */
export const COVERED = 256

interface Seal {
  companyId: string
  /** The number of the last entry it covers, in the company's chain. */
  sequence: number
  auditId: number
  hash: string
}

/** The company's newest seal moves forward until it covers its part of the chain. Then the next one begins. */
const withNext = (seals: readonly Seal[], next: Seal): Seal[] =>
  seals.length > 0 && (next.sequence - 1) % COVERED !== 0 ? [...seals.slice(0, -1), next] : [...seals, next]

interface Head {
  companyId: string
  sequence: number
  hash: string
  auditId: number
}

/** Companies with rows to seal, which are sealed together. */
const TOGETHER = 100
const ENTRIES_TOGETHER = 4_000
const MOST_HEADS = 2_000
/** The rest waits for the next run. */
const MOST_PASSES = 4

const HEADS = `SELECT c.id AS companyId, coalesce(s.sequence, 0) AS sequence,
    coalesce(${hashText('s.hash')}, '${GENESIS}') AS hash, coalesce(s.audit_id, 0) AS auditId
  FROM (SELECT id FROM companies UNION ALL SELECT id FROM vendor_companies) c
  LEFT JOIN audit_seals s ON s.company_id = c.id
    AND s.sequence = (SELECT MAX(sequence) FROM audit_seals WHERE company_id = c.id)
 WHERE EXISTS (SELECT 1 FROM audit_entries e INDEXED BY audit_entries_company
                WHERE e.company = ${companyNumber('c.id')} AND e.id > COALESCE(s.audit_id, 0))
   AND NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = c.id)
 LIMIT ${MOST_HEADS}`

/** Company by company, each in the order of writing: the joined tables are read in the order in which they stand. */
const ENTRIES = `SELECT h.value ->> 'companyId' AS companyId, e.id, ${hashText('e.entry_hash')} AS entryHash
  FROM json_each(?1) h CROSS JOIN audit_entries e INDEXED BY audit_entries_company
    ON e.company = ${companyNumber("(h.value ->> 'companyId')")} AND e.id > h.value ->> 'auditId'
 LIMIT ${ENTRIES_TOGETHER}`

interface Unsealed {
  companyId: string
  id: number
  entryHash: string
}

/** The seals of a company that its next rows add. */
const sealsOf = (head: Head, entries: readonly Unsealed[]): Seal[] => {
  let { hash, sequence, auditId } = head
  let seals: Seal[] = []
  for (const entry of entries) {
    if (entry.id <= auditId) throw new Error(`The rows of ${head.companyId} are not in the order of writing`)
    auditId = entry.id
    hash = nextHash(hash, entry.entryHash)
    sequence += 1
    seals = withNext(seals, { companyId: head.companyId, sequence, auditId, hash })
  }
  return seals
}

/**
 * Chains the audit rows that aren't sealed yet, of many companies at once, each in the order they were written: three
 * statements for a hundred companies. Two simultaneous sealers can't fork the chain, because only one of them finds the
 * seal that both continue.
 * @returns how many rows were sealed
 */
export const sealAuditLog = async (db: Pick<Database, 'all' | 'batch' | 'prepare' | 'sql'>): Promise<number> => {
  let sealed = 0
  for (let pass = 0; pass < MOST_PASSES; pass++) {
    const heads = await db.all<Head>(db.prepare(HEADS))
    let isOver = heads.length < MOST_HEADS
    for (let from = 0; from < heads.length; from += TOGETHER) {
      const some = heads.slice(from, from + TOGETHER)
      const entries = await db.all<Unsealed>(db.sql(ENTRIES, JSON.stringify(some)))
      const byCompany = Map.groupBy(entries, ({ companyId }) => companyId)
      const chains = some.map((head) => ({
        before: head.sequence,
        seals: sealsOf(head, byCompany.get(head.companyId) ?? []),
      }))
      await db.batch(sealStatements(db, chains))
      sealed += entries.length
      if (entries.length === ENTRIES_TOGETHER) isOver = false
    }
    if (isOver) break
  }
  return sealed
}

interface Chain {
  /** The number of the last sealed entry. Nothing is written for a company if someone else has sealed since. */
  before: number
  seals: readonly Seal[]
}

const sealStatements = (db: Pick<Database, 'sql'>, chains: readonly Chain[]): D1PreparedStatement[] => {
  const moved = chains.flatMap(({ before, seals: [first] }) =>
    first && before % COVERED !== 0 ? [{ ...first, before }] : [],
  )
  const added = chains.flatMap(({ before, seals }) => {
    const [first] = seals
    const isMoved = first !== undefined && before % COVERED !== 0
    const after = isMoved ? first.sequence : before
    return (isMoved ? seals.slice(1) : seals).map((seal) => ({ ...seal, after }))
  })
  return [
    db.sql(
      `UPDATE audit_seals SET sequence = j.value ->> 'sequence', audit_id = j.value ->> 'auditId', hash = unhex(j.value ->> 'hash')
         FROM json_each(?1) j
        WHERE audit_seals.company_id = j.value ->> 'companyId' AND audit_seals.sequence = j.value ->> 'before'`,
      JSON.stringify(moved),
    ),
    db.sql(
      `INSERT OR IGNORE INTO audit_seals (company_id, sequence, audit_id, hash)
       SELECT value ->> 'companyId', value ->> 'sequence', value ->> 'auditId', unhex(value ->> 'hash')
         FROM json_each(?1)
        WHERE value ->> 'after' = coalesce((SELECT MAX(sequence) FROM audit_seals WHERE company_id = value ->> 'companyId'), 0)`,
      JSON.stringify(added),
    ),
  ]
}
/** The last entry of a company that is sealed. */
export const LAST_SEALED = 'SELECT MAX(audit_id) AS auditId FROM audit_seals WHERE company_id = ?'

/** The entries of company ?1 after ?2, with their seals. */
export const SEALED_ENTRIES = `SELECT ${ENTRY_COLUMNS}, s.sequence AS sealSequence, ${hashText('s.hash')} AS sealHash
   FROM audit_log a LEFT JOIN audit_seals s ON s.company_id = a.company_id AND s.audit_id = a.id
  WHERE a.company = ${companyNumber('?1')} AND a.id > ?2 ORDER BY a.id`

/** The first seal of company ?1, up to entry ?2, whose entry isn't there. */
export const REMOVED = `SELECT s.audit_id AS auditId FROM audit_seals s WHERE s.company_id = ?1 AND s.audit_id <= ?2
    AND NOT EXISTS (SELECT 1 FROM audit_entries e WHERE e.id = s.audit_id AND e.company = ${companyNumber('s.company_id')})
  ORDER BY s.sequence LIMIT 1`

/** Invalid JSON means an alteration, which the hash will show. */
export const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
