import type { Kind } from '../../../../schema/shared/kinds.ts'
import { type AuditEntry, auditEntryHash, companyNumber, eventKey } from '../../../core/audit.ts'
import type { Database } from '../../../core/database.ts'
import { sha256Hex } from '../../../core/hash.ts'

export const GENESIS = '0'.repeat(64)
const CHUNK = 500

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

/**
 * Chains the audit rows that aren't sealed yet, company by company, in the order they were written. Two simultaneous
 * sealers can't fork the chain, because only one of them finds the seal that both continue.
 * @returns how many rows were sealed
 */
export const sealAuditLog = async (db: Pick<Database, 'all' | 'batch' | 'prepare' | 'sql'>): Promise<number> => {
  const heads = await db.all<{
    companyId: string
    sequence: number | null
    hash: string | null
    auditId: number | null
  }>(
    db.prepare(
      `SELECT c.id AS companyId, s.sequence, ${hashText('s.hash')} AS hash, s.audit_id AS auditId
         FROM (SELECT id FROM companies UNION ALL SELECT id FROM vendor_companies) c
         LEFT JOIN audit_seals s ON s.company_id = c.id
           AND s.sequence = (SELECT MAX(sequence) FROM audit_seals WHERE company_id = c.id)
        WHERE EXISTS (SELECT 1 FROM audit_entries e INDEXED BY audit_entries_company
                       WHERE e.company = ${companyNumber('c.id')} AND e.id > COALESCE(s.audit_id, 0))
          AND NOT EXISTS (SELECT 1 FROM company_locks l WHERE l.company_id = c.id)`,
    ),
  )
  let sealed = 0
  for (const head of heads) {
    const entries = await db.all<{ id: number; entryHash: string }>(
      db.sql(
        `SELECT e.id, ${hashText('e.entry_hash')} AS entryHash FROM audit_entries e INDEXED BY audit_entries_company
          WHERE e.company = ${companyNumber('?1')} AND e.id > ?2 ORDER BY e.id LIMIT ${CHUNK}`,
        head.companyId,
        head.auditId ?? 0,
      ),
    )
    let hash = head.hash ?? GENESIS
    let sequence = head.sequence ?? 0
    let seals: Seal[] = []
    for (const entry of entries) {
      hash = nextHash(hash, entry.entryHash)
      sequence += 1
      seals = withNext(seals, { companyId: head.companyId, sequence, auditId: entry.id, hash })
    }
    await db.batch(sealStatements(db, head.sequence ?? 0, seals))
    sealed += entries.length
  }
  return sealed
}

/** @param before the number of the last sealed entry. Nothing is written if someone else has sealed since. */
const sealStatements = (db: Pick<Database, 'sql'>, before: number, seals: readonly Seal[]): D1PreparedStatement[] => {
  const [first] = seals
  const moved = first && before % COVERED !== 0 ? first : null
  const added = moved ? seals.slice(1) : seals
  const move = ({ companyId, sequence, auditId, hash }: Seal) =>
    db.sql(
      'UPDATE audit_seals SET sequence = ?3, audit_id = ?4, hash = unhex(?5) WHERE company_id = ?1 AND sequence = ?2',
      ...[companyId, before, sequence, auditId, hash],
    )
  return [
    ...(moved ? [move(moved)] : []),
    db.sql(
      `INSERT OR IGNORE INTO audit_seals (company_id, sequence, audit_id, hash)
       SELECT value ->> 'companyId', value ->> 'sequence', value ->> 'auditId', unhex(value ->> 'hash')
         FROM json_each(?1)
        WHERE ?2 = coalesce((SELECT MAX(sequence) FROM audit_seals WHERE company_id = value ->> 'companyId'), 0)`,
      JSON.stringify(added),
      moved?.sequence ?? before,
    ),
  ]
}

/** A signed head that was kept elsewhere, and whether its signature is valid. */
export interface CheckedHead {
  day: string
  sequence: number
  auditId: number
  hash: string
  /** Also kept outside the database. */
  isKeptElsewhere: boolean
  verdict: 'VALID' | 'INVALID' | 'UNKNOWN_KEY'
}

export interface ChainReport {
  ok: boolean
  checked: number
  checkedUntil: string | null
  unsealed: number
  firstBroken: { auditId: string; problem: string; message: string | null; occurredAt: string | null } | null
  /** Signed heads that the log was compared with. */
  heads: { checked: number; keptElsewhere: number; lastDay: string | null; lastSequence: number | null }
  /** What this check proves and what it can't, in one sentence each. */
  limits: string[]
}

/**
 * Recomputes every entry's hash and the whole chain of a company, up to the last seal at the start. Entries written or
 * sealed meanwhile are left for the next check.
 */
export const verifyAuditChain = async (
  db: Pick<Database, 'all' | 'first' | 'sql'>,
  companyId: string,
  heads: readonly CheckedHead[] = [],
): Promise<ChainReport> => {
  const head = await db.first<{ auditId: number | null }>(
    db.sql('SELECT MAX(audit_id) AS auditId FROM audit_seals WHERE company_id = ?', companyId),
  )
  const lastSealed = head?.auditId ?? 0
  let hash = GENESIS
  let sequence = 0
  let unsealed = 0
  let checked = 0
  let last = 0
  let until = 0
  const valid = heads.filter(({ verdict }) => verdict === 'VALID')
  const bySequence = Map.groupBy(valid, (one) => one.sequence)
  const counted = () => ({
    checked,
    checkedUntil: checked > 0 ? isoOf(until) : null,
    unsealed,
    heads: summaryOf(valid),
    limits: limitsOf(heads),
  })
  const broken = (id: number, problem: string, entry?: Entry): ChainReport => ({
    ok: false,
    ...counted(),
    firstBroken: {
      auditId: String(id),
      problem,
      message: entry?.message ?? null,
      occurredAt: entry ? isoOf(entry.occurredAt) : null,
    },
  })
  for (;;) {
    const rows = await db.all<Entry & { sealSequence: number | null; sealHash: string | null }>(
      db.sql(
        `SELECT ${ENTRY_COLUMNS}, s.sequence AS sealSequence, ${hashText('s.hash')} AS sealHash
           FROM audit_log a LEFT JOIN audit_seals s ON s.company_id = a.company_id AND s.audit_id = a.id
          WHERE a.company = ${companyNumber('?1')} AND a.id > ?2 ORDER BY a.id LIMIT ${CHUNK}`,
        companyId,
        last,
      ),
    )
    for (const row of rows) {
      const { id, entryHash, sealSequence, sealHash } = row
      last = id
      checked += 1
      until = row.occurredAt
      if (auditEntryHash(contentOf(row)) !== entryHash) {
        return broken(id, 'The entry was altered.', row)
      }
      if (id > lastSealed) {
        unsealed += 1
        continue
      }
      sequence += 1
      hash = nextHash(hash, entryHash)
      if (sealSequence !== null) {
        if (sealSequence > sequence) return broken(id, 'An entry before this one is missing.', row)
        if (sealSequence < sequence) return broken(id, 'An entry before this one was added later.', row)
        if (sealHash !== hash) return broken(id, 'The chain does not match.', row)
      } else if (sequence % COVERED === 0) return broken(id, 'The seal of the entry is missing.', row)
      const signed = bySequence.get(sequence)?.find((one) => one.hash !== hash)
      if (signed) return broken(id, `The log up to this entry doesn’t match the one signed on ${signed.day}.`, row)
    }
    if (rows.length < CHUNK) break
  }
  const removed = await db.first<{ auditId: number }>(
    db.sql(
      `SELECT s.audit_id AS auditId FROM audit_seals s WHERE s.company_id = ?1 AND s.audit_id <= ?2
          AND NOT EXISTS (SELECT 1 FROM audit_entries e WHERE e.id = s.audit_id AND e.company = ${companyNumber('s.company_id')})
        ORDER BY s.sequence LIMIT 1`,
      companyId,
      lastSealed,
    ),
  )
  if (removed) return broken(removed.auditId, 'The entry was removed.')
  const forged = heads.find(({ verdict }) => verdict === 'INVALID')
  if (forged) return broken(forged.auditId, `The signed summary of ${forged.day} is forged.`)
  const longest = valid.toSorted((a, b) => a.sequence - b.sequence).at(-1)
  if (longest && longest.sequence > sequence) {
    return broken(
      longest.auditId,
      `Entries were removed: ${longest.sequence} were signed on ${longest.day}, and ${sequence} remain.`,
    )
  }
  return { ok: true, ...counted(), firstBroken: null }
}

const lastOf = (heads: readonly CheckedHead[]): CheckedHead | undefined =>
  heads.toSorted((a, b) => a.sequence - b.sequence || (a.day < b.day ? -1 : 1)).at(-1)

const summaryOf = (valid: readonly CheckedHead[]): ChainReport['heads'] => ({
  checked: valid.length,
  keptElsewhere: valid.filter(({ isKeptElsewhere }) => isKeptElsewhere).length,
  lastDay: lastOf(valid)?.day ?? null,
  lastSequence: lastOf(valid)?.sequence ?? null,
})

const limitsOf = (heads: readonly CheckedHead[]): string[] => {
  const valid = heads.filter(({ verdict }) => verdict === 'VALID')
  const last = lastOf(valid)
  const unknown = heads.filter(({ verdict }) => verdict === 'UNKNOWN_KEY').length
  const elsewhere = valid.filter(({ isKeptElsewhere }) => isKeptElsewhere).length
  const recorded = 'This can’t show whether an entry is true, or whether something was never recorded.'
  const uncheckable =
    unknown > 0 ? [`${unknown} signed summaries couldn’t be checked: this installation doesn’t have their key.`] : []
  if (!last) {
    return [
      'There are no signed summaries yet, so this can’t show whether entries were removed from the end or the whole log was rewritten.',
      ...uncheckable,
      recorded,
    ]
  }
  return [
    `The first ${last.sequence} entries match the summary signed on ${last.day}: no one could change them unnoticed without the signing key.`,
    'Entries written since then aren’t signed yet: removing them from the end wouldn’t be noticed.',
    ...(elsewhere === 0
      ? ['The signed summaries are only in the database: anyone who can rewrite it could remove them.']
      : []),
    ...uncheckable,
    recorded,
  ]
}

/** An altered time may be invalid. */
const isoOf = (at: number): string => new Date(Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : 0).toISOString()

/** Invalid JSON means an alteration, which the hash will show. */
export const parsed = (json: string): unknown => {
  try {
    return JSON.parse(json)
  } catch {
    return json
  }
}
