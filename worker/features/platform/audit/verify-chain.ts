import { auditEntryHash } from '../../../core/audit.ts'
import type { Database } from '../../../core/database.ts'
import { COVERED, contentOf, type Entry, GENESIS, LAST_SEALED, nextHash, REMOVED, SEALED_ENTRIES } from './chain.ts'
import { type ChainReport, type CheckedHead, limitsOf, summaryOf } from './chain-report.ts'

/** Rows of a page, which is one statement. */
const PAGE = 500

type Reads = Pick<Database, 'all' | 'first' | 'sql'>

/** How far a check has come. As JSON it is kept between the invocations of a long one. */
export interface Walked {
  /** The last entry that was sealed when the check began. */
  lastSealed: number
  hash: string
  sequence: number
  unsealed: number
  checked: number
  /** The last entry that was looked at, and when it happened. */
  last: number
  until: number
}

const beginning = async (db: Reads, companyId: string): Promise<Walked> => {
  const head = await db.first<{ auditId: number | null }>(db.sql(LAST_SEALED, companyId))
  return { lastSealed: head?.auditId ?? 0, hash: GENESIS, sequence: 0, unsealed: 0, checked: 0, last: 0, until: 0 }
}

/**
 * Recomputes every entry's hash and the whole chain of a company, up to the last seal at the start. Entries written or
 * sealed meanwhile are left for the next check.
 */
export const verifyAuditChain = async (
  db: Reads,
  companyId: string,
  heads: readonly CheckedHead[] = [],
): Promise<ChainReport> => {
  const { report } = await continueCheck(db, companyId, heads, null, Number.POSITIVE_INFINITY)
  if (!report) throw new Error('The check ended before the chain')
  return report
}

/**
 * The same, a number of pages at a time.
 * @param from what the part before this one answered; null begins
 * @returns the report, or how far it has come if that isn't the end
 */
export const continueCheck = async (
  db: Reads,
  companyId: string,
  heads: readonly CheckedHead[],
  from: Walked | null,
  mostPages: number,
): Promise<{ report: ChainReport; walked: null; pages: number } | { report: null; walked: Walked; pages: number }> => {
  let { lastSealed, hash, sequence, unsealed, checked, last, until } = from ?? (await beginning(db, companyId))
  let pages = 0
  const valid = heads.filter(({ verdict }) => verdict === 'VALID')
  const bySequence = Map.groupBy(valid, (one) => one.sequence)
  const reported = (firstBroken: ChainReport['firstBroken']) => {
    const report: ChainReport = {
      ok: firstBroken === null,
      checked,
      checkedUntil: checked > 0 ? isoOf(until) : null,
      unsealed,
      firstBroken,
      heads: summaryOf(valid),
      limits: limitsOf(heads),
    }
    return { report, walked: null, pages }
  }
  const broken = (id: number, problem: string, entry?: Entry) =>
    reported({
      auditId: String(id),
      problem,
      message: entry?.message ?? null,
      occurredAt: entry ? isoOf(entry.occurredAt) : null,
    })
  for (;;) {
    if (pages >= mostPages) {
      return { report: null, walked: { lastSealed, hash, sequence, unsealed, checked, last, until }, pages }
    }
    pages += 1
    const rows = await db.all<Entry & { sealSequence: number | null; sealHash: string | null }>(
      db.sql(`${SEALED_ENTRIES} LIMIT ${PAGE}`, companyId, last),
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
    if (rows.length < PAGE) break
  }
  const removed = await db.first<{ auditId: number }>(db.sql(REMOVED, companyId, lastSealed))
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
  return reported(null)
}

/** An altered time may be invalid. */
const isoOf = (at: number): string => new Date(Number.isFinite(at) && Math.abs(at) < 8.64e15 ? at : 0).toISOString()
