import { errorText } from './log.ts'
import type { OutboxContext } from './outbox-registry.ts'
import { currentKeyId, type Place, seal, unseal } from './vault.ts'

/** Encrypts what is kept with an older key with the current one, so that the old key can be removed. */

const AT_ONCE = 100

interface Kept {
  table: string
  /** Columns of the tenant, the ciphertext and its key. */
  company: string
  sealed: string
  keyId: string
  /** What is logged of a row that can't be read. */
  event: string
  placeOf: (companyId: string, id: string) => Place
}

interface Row {
  id: string
  companyId: string
  keyId: string
  sealed: string
}

export const resealRows = async (
  { env, db, log }: Pick<OutboxContext, 'env' | 'db' | 'log'>,
  { table, company, sealed: column, keyId: keyColumn, event, placeOf }: Kept,
): Promise<void> => {
  const rows = await db.all<Row>(
    db.sql(
      `SELECT id, ${company} AS companyId, ${keyColumn} AS keyId, ${column} AS sealed FROM ${table}
        WHERE ${keyColumn} < ?1 OR ${keyColumn} > ?1 LIMIT ${AT_ONCE}`,
      currentKeyId(env),
    ),
  )
  const statements: D1PreparedStatement[] = []
  for (const { id, companyId, ...old } of rows) {
    const place = placeOf(companyId, id)
    try {
      const { keyId, sealed } = await seal(env, await unseal(env, old, place), place)
      statements.push(
        db.sql(
          `UPDATE ${table} SET ${keyColumn} = ?, ${column} = ? WHERE id = ? AND ${column} = ?`,
          ...[keyId, sealed, id, old.sealed],
        ),
      )
    } catch (error) {
      log.error(event, { companyId, id, keyId: old.keyId, error: errorText(error) })
    }
  }
  if (statements.length > 0) await db.batch(statements)
}
