import type { BankDetails } from '../../../../schema/money/payments/details-values.ts'
import type { AccountHolderType, BankAccountType } from '../../../../schema/vendors/portal/values.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { unseal } from '../../../core/vault.ts'
import { placeOfAccount } from '../../vendors/portal/index.ts'

/** The bank accounts that a vendor shares with the company in the portal, which are in the directory. */

interface SharedRow {
  id: string
  vendorCompanyId: string
  vendorCompanyName: string
  accountHolderName: string
  accountHolderType: AccountHolderType
  lastFour: string
  routingNumber: string
  bankAccountType: BankAccountType
  address1: string
  address2: string
  city: string
  state: string
  postalCode: string
  country: string
  remittanceEmail: string
  sealed: string
  keyId: string
}

/** Those of the vendor companies that work as the company's vendor. */
export const sharedAccounts = async (
  { db, directory, actor }: StaffContext,
  vendorId: string | null,
): Promise<SharedRow[]> => {
  if (vendorId === null) return []
  const links = await db.all<{ id: string }>(
    db.sql(
      'SELECT vendor_company_id AS id FROM vendor_company_customers WHERE company_id = ? AND vendor_id = ? LIMIT 20',
      ...[actor.companyId, vendorId],
    ),
  )
  if (links.length === 0) return []
  return directory.all<SharedRow>(
    directory.sql(
      `SELECT t.id, t.vendor_company_id AS vendorCompanyId, v.name AS vendorCompanyName,
              t.account_holder_name AS accountHolderName, t.account_holder_type AS accountHolderType,
              t.last_four AS lastFour, t.routing_number AS routingNumber, t.bank_account_type AS bankAccountType,
              coalesce(a.address1, t.address1) AS address1, coalesce(a.address2, t.address2) AS address2,
              coalesce(a.city, t.city) AS city, coalesce(a.state, t.state) AS state,
              coalesce(a.postal_code, t.postal_code) AS postalCode, coalesce(a.country, t.country) AS country,
              t.remittance_email AS remittanceEmail, t.account_number_sealed AS sealed,
              t.account_number_key_id AS keyId
         FROM json_each(?1) j
        CROSS JOIN vendor_company_customers k ON k.vendor_company_id = j.value AND k.company_id = ?2
        CROSS JOIN vendor_companies v ON v.id = k.vendor_company_id
        CROSS JOIN vendor_company_shares s ON s.vendor_company_id = k.vendor_company_id AND s.company_id = ?2
          AND s.kind = 'PAYMENT_INFORMATION'
        CROSS JOIN vendor_company_payment_information t ON t.id = s.target_id AND t.vendor_company_id = v.id
         LEFT JOIN vendor_company_addresses a ON a.id = t.vendor_company_address_id AND a.vendor_company_id = v.id
        ORDER BY s.shared_at LIMIT 100`,
      ...[JSON.stringify(links.map(({ id }) => id)), actor.companyId],
    ),
  )
}

/** With its number. Throws NOT_FOUND for one that isn't shared with the company. */
export const sharedAccountOf = async (
  context: StaffContext,
  vendorId: string | null,
  id: string,
): Promise<BankDetails> => {
  const row = (await sharedAccounts(context, vendorId)).find((each) => each.id === id)
  if (!row) throw notFound('The bank account')
  const { sealed, keyId, vendorCompanyId, vendorCompanyName: _, lastFour: __, id: ___, ...details } = row
  const accountNumber = await unseal(context.env, { sealed, keyId }, placeOfAccount(vendorCompanyId, id))
  return { ...details, accountNumber }
}
