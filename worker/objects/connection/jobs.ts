import { registerCron } from '../../core/cron.ts'
import { errorText } from '../../core/log.ts'
import type { OutboxContext } from '../../core/outbox-registry.ts'
import { currentKeyId, type Sealed, seal, unseal } from '../../core/vault.ts'

type Job = Pick<OutboxContext, 'env' | 'db' | 'log'>

const AT_ONCE = 100

interface Row extends Sealed {
  companyId: string
  provider: string
  version: number
}

/** After a change of the Worker's keys everything is encrypted with the new one, so that the old one can be removed. */
export const resealCredentials = async ({ env, db, log }: Job): Promise<void> => {
  const rows = await db.all<Row>(
    db.sql(
      `SELECT company_id AS companyId, provider, version, key_id AS keyId, sealed FROM connection_credentials
        WHERE key_id < ?1 OR key_id > ?1 LIMIT ${AT_ONCE}`,
      currentKeyId(env),
    ),
  )
  const resealed = await Promise.all(rows.map((row) => resealStatement({ env, db, log }, row)))
  const statements = resealed.filter((statement) => statement !== null)
  if (statements.length > 0) await db.batch(statements)
}

/** Null for one that can't be read, which doesn't stop the others. */
const resealStatement = async (
  { env, db, log }: Job,
  { companyId, provider, version, ...old }: Row,
): Promise<D1PreparedStatement | null> => {
  const place = [companyId, provider, version] as const
  try {
    const { keyId, sealed } = await seal(env, await unseal(env, old, place), place)
    return db.sql(
      `UPDATE connection_credentials SET key_id = ?, sealed = ?
        WHERE company_id = ? AND provider = ? AND version = ? AND sealed = ?`,
      ...[keyId, sealed, companyId, provider, version, old.sealed],
    )
  } catch (error) {
    log.error('credentials.unreadable', { companyId, provider, version, keyId: old.keyId, error: errorText(error) })
    return null
  }
}

registerCron('reseal-credentials', resealCredentials)
registerCron('old-credentials', ({ db, clock }) =>
  db.batch([db.sql('DELETE FROM connection_credentials WHERE valid_until <= ?', clock.now())]),
)
