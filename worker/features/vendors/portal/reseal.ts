import { errorText } from '../../../core/log.ts'
import type { OutboxContext } from '../../../core/outbox-registry.ts'
import { currentKeyId, seal, unseal } from '../../../core/vault.ts'
import { placeOfAccount } from './payment.ts'

const AT_ONCE = 100

interface Row {
  id: string
  companyId: string
  keyId: string
  sealed: string
}

/** After a change of the Worker's keys account numbers are encrypted with the new one, so that the old can be removed. */
export const resealAccounts = async ({ env, db, log }: Pick<OutboxContext, 'env' | 'db' | 'log'>): Promise<void> => {
  const rows = await db.all<Row>(
    db.sql(
      `SELECT id, vendor_company_id AS companyId, account_number_key_id AS keyId, account_number_sealed AS sealed
         FROM vendor_company_payment_information
        WHERE account_number_key_id < ?1 OR account_number_key_id > ?1 LIMIT ${AT_ONCE}`,
      currentKeyId(env),
    ),
  )
  const statements: D1PreparedStatement[] = []
  for (const { id, companyId, ...old } of rows) {
    const place = placeOfAccount(companyId, id)
    try {
      const { keyId, sealed } = await seal(env, await unseal(env, old, place), place)
      statements.push(
        db.sql(
          `UPDATE vendor_company_payment_information SET account_number_key_id = ?, account_number_sealed = ?
            WHERE id = ? AND account_number_sealed = ?`,
          ...[keyId, sealed, id, old.sealed],
        ),
      )
    } catch (error) {
      log.error('bank-accounts.unreadable', { companyId, id, keyId: old.keyId, error: errorText(error) })
    }
  }
  if (statements.length > 0) await db.batch(statements)
}
