import type { StaffActor } from './actor.ts'
import { AppError, invalidField } from './errors.ts'
import { sha256Hex } from './hash.ts'
import type { BaseContext } from './operation.ts'

interface Save {
  transactionId: string
  /** Whether the caller named the save. Then batches can come in any order. Otherwise the first one starts over. */
  isNamed: boolean
}

interface Batch extends Save {
  purpose: string
  batch: number
  totalBatches: number
  payload: unknown
}

const BATCH_LIFE_MS = 60 * 60 * 1000

/** Also for companies in which no one saves anything anymore. */
export const forgetOldBatches = ({ db, clock }: Pick<BaseContext, 'db' | 'clock'>): Promise<unknown> =>
  db.batch([db.sql('DELETE FROM save_batches WHERE created_at < ?', clock.now() - BATCH_LIFE_MS)])

/** @param purpose what the batches of one save have in common if no transaction id joins them */
export const joinedBy = (transactionId: string | undefined, purpose: string): Save =>
  transactionId === undefined
    ? { transactionId: `unnamed-${sha256Hex(purpose).slice(0, 40)}`, isNamed: false }
    : { transactionId, isNamed: true }

/**
 * Stores one numbered batch of a save. Batches can come in any order and more than once. The same number with other
 * content, or another total, is refused.
 * @returns the payloads in order once all have come, otherwise null
 */
export const collectBatches = async (
  { db, clock, actor }: BaseContext & { actor: StaffActor },
  { purpose, transactionId, isNamed, batch, totalBatches, payload }: Batch,
): Promise<unknown[] | null> => {
  if (batch > totalBatches) throw invalidField('batch', `Batch ${batch} of ${totalBatches} cannot be`)
  if (totalBatches === 1) return [payload]
  const now = clock.now()
  const text = JSON.stringify(payload)
  const results = await db.batch([
    db.sql('DELETE FROM save_batches WHERE created_at < ?', now - BATCH_LIFE_MS),
    // Batches of an abandoned save don't belong to the one that starts, unless it is the same one.
    db.sql(
      `DELETE FROM save_batches WHERE company_id = ?1 AND user_id = ?2 AND transaction_id = ?3 AND ?6 = 0
          AND ((?4 = 1 AND NOT EXISTS (SELECT 1 FROM save_batches WHERE company_id = ?1 AND user_id = ?2
                                          AND transaction_id = ?3 AND batch = 1 AND payload = ?5))
               OR (batch = ?4 AND payload <> ?5))`,
      actor.companyId,
      actor.userId,
      transactionId,
      batch,
      text,
      isNamed ? 1 : 0,
    ),
    db.sql(
      // A batch that doesn't match the previous ones isn't kept, because the right one may still come.
      `INSERT OR IGNORE INTO save_batches
         (company_id, user_id, transaction_id, batch, total_batches, purpose, payload, created_at)
       SELECT ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8 WHERE NOT EXISTS (
         SELECT 1 FROM save_batches WHERE company_id = ?1 AND user_id = ?2 AND transaction_id = ?3
            AND (total_batches <> ?5 OR purpose <> ?6))`,
      actor.companyId,
      actor.userId,
      transactionId,
      batch,
      totalBatches,
      purpose,
      text,
      now,
    ),
    db.sql(
      `SELECT batch, total_batches AS totalBatches, purpose, payload FROM save_batches
        WHERE company_id = ? AND user_id = ? AND transaction_id = ? ORDER BY batch`,
      actor.companyId,
      actor.userId,
      transactionId,
    ),
  ])
  const stored = (results[3]?.results ?? []) as {
    batch: number
    totalBatches: number
    purpose: string
    payload: string
  }[]
  if (stored.some((row) => row.totalBatches !== totalBatches || row.purpose !== purpose)) {
    throw invalidField('totalBatches', 'The batches of one save must agree on their number')
  }
  if (stored.find((row) => row.batch === batch)?.payload !== text) {
    throw new AppError('CONFLICT', `Batch ${batch} was sent before with other content. Start the save again.`, {
      reason: 'BATCH_CHANGED',
    })
  }
  return stored.length === totalBatches ? stored.map((row) => JSON.parse(row.payload) as unknown) : null
}

/** Deletes the batches of a save, in the database batch that carries it out. */
export const forgetBatches = (
  { db, actor }: BaseContext & { actor: StaffActor },
  transactionId: string,
): D1PreparedStatement =>
  db.sql(
    'DELETE FROM save_batches WHERE company_id = ? AND user_id = ? AND transaction_id = ?',
    actor.companyId,
    actor.userId,
    transactionId,
  )
