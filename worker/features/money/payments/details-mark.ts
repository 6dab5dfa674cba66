import { livesHere } from '../../../core/cells.ts'
import { newId } from '../../../core/clock.ts'
import { errorText } from '../../../core/log.ts'
import type { SystemContext } from '../../../core/operation.ts'
import { outboxStatement } from '../../../core/outbox.ts'
import { unseal } from '../../../core/vault.ts'
import { placeOfDetails } from './details.ts'
import { fingerprintOf } from './fingerprint.ts'

const AT_ONCE = 50

interface Row {
  id: string
  companyId: string
  erpVendorId: string
  routingNumber: string
  sealed: string
  keyId: string
}

/** Details that were entered before there were fingerprints. Their vendors are looked at from then on. */
export const markDetails = async ({ env, db, log, clock }: SystemContext): Promise<void> => {
  const rows = await db.all<Row>(
    db.prepare(
      `SELECT id, company_id AS companyId, erp_vendor_id AS erpVendorId, routing_number AS routingNumber,
              account_number_sealed AS sealed, account_number_key_id AS keyId
         FROM vendor_bank_details d INDEXED BY vendor_bank_details_unmarked
        WHERE fingerprint IS NULL AND ${livesHere('d.company_id')} ORDER BY created_at LIMIT ${AT_ONCE}`,
    ),
  )
  if (rows.length === 0) return
  const marked: { id: string; fingerprint: string }[] = []
  for (const { id, companyId, routingNumber, sealed, keyId } of rows) {
    try {
      const accountNumber = await unseal(env, { sealed, keyId }, placeOfDetails(companyId, id))
      marked.push({ id, fingerprint: await fingerprintOf(env, companyId, { routingNumber, accountNumber }) })
    } catch (error) {
      // It is never compared, and not tried again.
      marked.push({ id, fingerprint: `unreadable ${id}` })
      log.error('vendor-bank-details.unreadable', { companyId, id, keyId, error: errorText(error) })
    }
  }
  await db.batch([
    db.sql(
      `UPDATE vendor_bank_details SET fingerprint = j.value ->> 'fingerprint' FROM json_each(?1) j
        WHERE vendor_bank_details.id = j.value ->> 'id' AND fingerprint IS NULL`,
      JSON.stringify(marked),
    ),
    outboxStatement(
      db,
      [...new Map(rows.map((row) => [row.erpVendorId, row] as const)).values()].map(({ companyId, erpVendorId }) => ({
        ...{ id: newId(), companyId, topic: 'checks.run' as const, createdAt: clock.now() },
        payload: { what: 'VENDOR' as const, id: erpVendorId },
      })),
    ),
  ])
}
