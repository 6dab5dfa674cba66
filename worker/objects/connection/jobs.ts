import { registerCron } from '../../core/cron.ts'
import type { OutboxContext } from '../../core/outbox-registry.ts'
import { currentKeyId, type Sealed, seal, unseal } from '../../core/vault.ts'

const AT_ONCE = 100

interface Row extends Sealed {
  companyId: string
  provider: string
  version: number
}

/** After a change of the Worker's keys everything is encrypted with the new one, so that the old one can be removed. */
export const resealCredentials = async ({ env, db }: Pick<OutboxContext, 'env' | 'db'>): Promise<void> => {
  const rows = await db.all<Row>(
    db.sql(
      `SELECT company_id AS companyId, provider, version, key_id AS keyId, sealed FROM connection_credentials
        WHERE key_id < ?1 OR key_id > ?1 LIMIT ${AT_ONCE}`,
      currentKeyId(env),
    ),
  )
  const resealed = await Promise.all(
    rows.map(async ({ companyId, provider, version, ...old }) => {
      const place = [companyId, provider, version] as const
      const { keyId, sealed } = await seal(env, await unseal(env, old, place), place)
      return db.sql(
        `UPDATE connection_credentials SET key_id = ?, sealed = ?
          WHERE company_id = ? AND provider = ? AND version = ? AND sealed = ?`,
        ...[keyId, sealed, companyId, provider, version, old.sealed],
      )
    }),
  )
  if (resealed.length > 0) await db.batch(resealed)
}

registerCron('reseal-credentials', resealCredentials)
registerCron('old-credentials', ({ db, clock }) =>
  db.batch([db.sql('DELETE FROM connection_credentials WHERE valid_until <= ?', clock.now())]),
)
