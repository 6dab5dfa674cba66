import { env } from 'cloudflare:workers'
import { newId } from '../../../worker/core/clock.ts'
import { seal } from '../../../worker/core/vault.ts'
import { placeOfDetails } from '../../../worker/features/money/payments/index.ts'
import { run } from './sessions.ts'

/** Stored bank details of an accounting vendor, with a number that the stand-in of Stripe pays to. */
export const addDetails = async (
  companyId: string,
  erpVendorId: string,
  {
    createdBy,
    state = 'WAITING',
    accountNumber = '000123456789',
    confirmedBy = null,
  }: { createdBy: string; state?: 'WAITING' | 'CONFIRMED'; accountNumber?: string; confirmedBy?: string | null },
): Promise<string> => {
  const [id, now] = [newId(), Date.now()]
  const { sealed, keyId } = await seal(env, accountNumber, placeOfDetails(companyId, id))
  await run(
    `INSERT INTO vendor_bank_details (id, company_id, erp_vendor_id, state, account_holder_name, account_holder_type,
       account_number_sealed, account_number_key_id, last_four, routing_number, bank_account_type, address1, address2,
       city, address_state, postal_code, country, remittance_email, is_change, held_until, created_by_user_id, created_at,
       updated_at, confirmed_at, confirmed_by_user_id)
     VALUES (?1, ?2, ?3, ?4, 'Zebra holder', 'COMPANY', ?5, ?6, ?7, '110000000', 'CHECKING', '', '', '', '', '', '',
       'remit@vendor.test', 0, ?8, ?9, ?8, ?8, ?10, ?11)`,
    ...[id, companyId, erpVendorId, state, sealed, keyId, accountNumber.slice(-4), now, createdBy],
    ...[state === 'CONFIRMED' ? now : null, confirmedBy],
  )
  return id
}
