import { forgetOldest } from '../../core/forgotten/oldest.ts'
import type { OutboxContext } from '../../core/outbox-registry.ts'

/**
 * Calls as they were first made. Between a crash and the retry people change their email settings, so a call that is
 * composed again could have other emails, or be divided differently. The provider wouldn't recognize it.
 */

export interface KeptLetter {
  effectId: string
  /** The key if it is sent alone. */
  key: string
  /** The JSON that the provider gets. */
  content: string
}

export interface Call {
  key: string
  letters: KeptLetter[]
}

type Keeping = Pick<OutboxContext, 'db' | 'clock'>

/** The calls of effects that were claimed together, or of effects that are retried because their call failed. */
export const keptCalls = async ({ db }: Pick<Keeping, 'db'>, group: string): Promise<Call[]> => {
  const rows = await db.all<KeptLetter & { call: string }>(
    db.sql(
      `SELECT call, effect_id AS effectId, letter_key AS "key", content FROM mail_calls
        WHERE sent_with = ?1 OR call = ?1 ORDER BY call, ordinal`,
      group,
    ),
  )
  const calls = new Map<string, KeptLetter[]>()
  for (const { call, ...letter } of rows) calls.set(call, [...(calls.get(call) ?? []), letter])
  return [...calls].map(([key, letters]) => ({ key, letters }))
}

/** A bound text can have at most 2 MB. */
const MOST_CHARACTERS = 400_000

/** The statements that keep calls. They must be written before the first of the calls is made, all or none. */
export const keepStatements = (
  { db, clock }: Keeping,
  group: string,
  calls: readonly Call[],
): D1PreparedStatement[] => {
  const rows = calls.flatMap(({ key: call, letters }) =>
    letters.map((letter, ordinal) => ({ ...letter, call, ordinal })),
  )
  const chunks: (typeof rows)[] = []
  let room = 0
  for (const row of rows) {
    if (row.content.length > room) {
      chunks.push([])
      room = MOST_CHARACTERS
    }
    chunks.at(-1)?.push(row)
    room -= row.content.length
  }
  return chunks.map((chunk) =>
    db.sql(
      `INSERT OR IGNORE INTO mail_calls (call, ordinal, sent_with, effect_id, letter_key, content, created_at)
       SELECT value ->> 'call', value ->> 'ordinal', ?2, value ->> 'effectId', value ->> 'key', value ->> 'content', ?3
         FROM json_each(?1)`,
      JSON.stringify(chunk),
      group,
      clock.now(),
    ),
  )
}

/** The provider refused it, so it can have other emails under the same key. */
export const forgetCall = async ({ db }: Pick<Keeping, 'db'>, call: string): Promise<void> => {
  await db.batch([db.sql('DELETE FROM mail_calls WHERE call = ?', call)])
}

/** Retries happen within hours, and the provider forgets a call after a day. */
const KEPT_MS = 2 * 24 * 60 * 60 * 1000

/** Deletes calls that can't be repeated anymore, oldest first. */
export const forgetOldCalls = async ({ db, clock }: Keeping): Promise<void> => {
  await db.batch([forgetOldest(db, 'mail_calls', 'created_at', clock.now() - KEPT_MS)])
}
