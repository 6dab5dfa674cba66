import { type AuditEntry, companyNumber, objectNumber } from '../../../core/audit.ts'
import type { Database } from '../../../core/database.ts'
import { contentOf, ENTRY_COLUMNS, type Entry, GENESIS, hashText, nextHash, sealAuditLog } from './chain.ts'
import { type SignedHead, storedHeads } from './heads.ts'

/**
 * What proves that entries are in a company's log as it was signed, without the log: the hashes of the entries from a
 * seal before them to the signed summary after them. Anyone can add those up again (`addedUp`).
 */
export interface ChainSegment {
  from: { sequence: number; hash: string }
  /** The hashes of the entries after that, in order. */
  entryHashes: string[]
  to: { sequence: number; hash: string }
  /** The summary that was signed for `to`. Null if it is the newest entry, or the summary is too far away. */
  head: SignedHead | null
}

export interface ProvenEntry {
  /** Its number in the company's log. */
  sequence: number
  entryHash: string
  entry: AuditEntry
}

type Reader = Pick<Database, 'all' | 'first' | 'sql'>

const CHUNK = 5000
/** Entries that a segment has on its way to a signed summary, at most. */
const MOST_HASHES = 20_000
/** New entries are sealed some hundred at a time. */
const MOST_SEALINGS = 100

export const addedUp = ({ from, entryHashes }: Pick<ChainSegment, 'from' | 'entryHashes'>): string =>
  entryHashes.reduce(nextHash, from.hash)

interface Seal {
  sequence: number
  auditId: number
  hash: string
}

const SEAL = `s.sequence, s.audit_id AS auditId, ${hashText('s.hash')} AS hash`

const newestSeal = (db: Reader, companyId: string): Promise<Seal | null> =>
  db.first<Seal>(
    db.sql(`SELECT ${SEAL} FROM audit_seals s WHERE s.company_id = ? ORDER BY s.sequence DESC LIMIT 1`, companyId),
  )

const sealBefore = async (db: Reader, companyId: string, auditId: number): Promise<Seal> =>
  (await db.first<Seal>(
    db.sql(
      `SELECT ${SEAL} FROM audit_seals s WHERE s.company_id = ? AND s.audit_id < ? ORDER BY s.sequence DESC LIMIT 1`,
      ...[companyId, auditId],
    ),
  )) ?? { sequence: 0, auditId: 0, hash: GENESIS }

/** Every entry of an object's history, in order, and what proves that they are in the log. */
export const proveHistory = async (
  db: Pick<Database, 'all' | 'first' | 'sql' | 'batch' | 'prepare'>,
  target: { companyId: string; targetType: AuditEntry['targetType']; targetId: string },
): Promise<{ entries: ProvenEntry[]; segments: ChainSegment[] }> => {
  const { companyId, targetType, targetId } = target
  const rows = await db.all<Entry>(
    db.sql(
      `SELECT ${ENTRY_COLUMNS} FROM audit_log a WHERE a.object = ${objectNumber('?1', '?2', '?3')} ORDER BY a.id`,
      ...[companyId, targetType, targetId],
    ),
  )
  const last = rows.at(-1)
  if (!last) return { entries: [], segments: [] }
  let newest = await newestSeal(db, companyId)
  for (let tried = 0; tried < MOST_SEALINGS && (newest?.auditId ?? 0) < last.id; tried += 1) {
    await sealAuditLog(db)
    newest = await newestSeal(db, companyId)
  }
  if (!newest || newest.auditId < last.id) throw new Error('The history isn’t sealed yet')
  const sequences = new Map(rows.map(({ id }) => [id, 0]))
  const segments = await segmentsOf(db, companyId, { rows, newest, sequences })
  const entries = rows.map((row) => ({
    sequence: sequences.get(row.id) ?? 0,
    entryHash: row.entryHash,
    entry: contentOf(row),
  }))
  return { entries, segments }
}

const segmentsOf = async (
  db: Reader,
  companyId: string,
  { rows, newest, sequences }: { rows: readonly Entry[]; newest: Seal; sequences: Map<number, number> },
): Promise<ChainSegment[]> => {
  const heads = (await storedHeads(db, companyId)).toSorted((a, b) => a.sequence - b.sequence)
  const segments: ChainSegment[] = []
  let reached: Seal | null = null
  for (const { id } of rows) {
    if (reached && id <= reached.auditId) continue
    const before = await sealBefore(db, companyId, id)
    const start: Seal = reached && reached.auditId >= before.auditId ? reached : before
    const segment: ChainSegment = { from: start, entryHashes: [], to: start, head: null }
    const end = await walk(db, companyId, { start, newest, heads, until: id, segment, sequences })
    segments.push({ ...segment, from: { sequence: start.sequence, hash: start.hash } })
    reached = end
  }
  return segments
}

interface Walk {
  start: Seal
  newest: Seal
  heads: readonly SignedHead[]
  /** The entry that the segment is for. */
  until: number
  segment: ChainSegment
  sequences: Map<number, number>
}

/** Reads on to the first signed summary after the entry, and notes the numbers of the entries asked for. */
const walk = async (db: Reader, companyId: string, { start, newest, heads, until, segment, sequences }: Walk) => {
  let at = start
  let goal: { sequence: number; head: SignedHead | null } | null = null
  while (at.sequence < (goal?.sequence ?? newest.sequence)) {
    const some = await db.all<{ id: number; entryHash: string }>(
      db.sql(
        `SELECT e.id, ${hashText('e.entry_hash')} AS entryHash FROM audit_entries e INDEXED BY audit_entries_company
          WHERE e.company = ${companyNumber('?1')} AND e.id > ?2 AND e.id <= ?3 ORDER BY e.id LIMIT ${CHUNK}`,
        ...[companyId, at.auditId, newest.auditId],
      ),
    )
    for (const { id, entryHash } of some) {
      at = { sequence: at.sequence + 1, auditId: id, hash: nextHash(at.hash, entryHash) }
      segment.entryHashes.push(entryHash)
      if (sequences.has(id)) sequences.set(id, at.sequence)
      if (!goal && id >= until) goal = goalOf(at.sequence, heads, newest)
      if (goal && at.sequence >= goal.sequence) break
    }
    if (some.length < CHUNK) break
  }
  segment.to = { sequence: at.sequence, hash: at.hash }
  segment.head = goal?.head ?? null
  return at
}

const goalOf = (sequence: number, heads: readonly SignedHead[], newest: Seal) => {
  const head = heads.find((one) => one.sequence >= sequence) ?? null
  if (head && head.sequence - sequence <= MOST_HASHES) return { sequence: head.sequence, head }
  return { sequence: Math.min(newest.sequence, sequence + MOST_HASHES), head: null }
}
