import { can } from '../../../../schema/shared/permissions.ts'
import {
  type ConnectedVendorCompany,
  getVendorPortal,
  type SharedAccount,
  type VendorPortalState,
} from '../../../../schema/vendors/portal/invitations.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { missingVendor } from '../vendors/index.ts'
import { MEMBER_COLUMNS, toMember } from './members.ts'
import { iso } from './parts.ts'

/** What a company sees of a vendor's portal: on the vendor's page. */

const MOST_INVITATIONS = 20

/** The vendor, and those that were merged into it. */
const MERGED = `
WITH RECURSIVE merged (id) AS (
  SELECT ?2 UNION SELECT m.from_id FROM merged k JOIN vendor_merges m
    ON m.company_id = ?1 AND m.survivor_id = k.id AND m.undone_at IS NULL)
SELECT id FROM merged`

const LINKS = `
SELECT vendor_company_id AS id, created_at AS createdAt FROM vendor_company_customers
 WHERE company_id = ?1 AND vendor_id = ?2 ORDER BY created_at LIMIT 20`

/** Rows `t` that a vendor company of ?1 shares with company ?2. */
const sharedSql = (kind: string, table: string, columns: string): string =>
  `SELECT t.vendor_company_id AS vendorCompanyId, s.shared_at AS sharedAt, t.id, ${columns}
     FROM json_each(?1) j
    CROSS JOIN vendor_company_customers k ON k.vendor_company_id = j.value AND k.company_id = ?2
    CROSS JOIN vendor_company_shares s
       ON s.vendor_company_id = k.vendor_company_id AND s.company_id = ?2 AND s.kind = '${kind}'
    CROSS JOIN ${table} t ON t.id = s.target_id AND t.vendor_company_id = s.vendor_company_id`

const ADDRESS = ['address1', 'address2', 'city', 'state', 'postal_code', 'country']
const ACCOUNT = `t.account_holder_name AS accountHolderName, t.account_holder_type AS accountHolderType,
  t.last_four AS lastFourAccountNumber, t.routing_number AS routingNumber, t.bank_account_type AS bankAccountType,
  t.remittance_email AS remittanceEmail, t.memo, t.bank_changed_at AS changedAt,
  (SELECT json_array(${ADDRESS.map((column) => `a.${column}`)}) FROM vendor_company_addresses a
    WHERE a.id = t.vendor_company_address_id AND a.vendor_company_id = t.vendor_company_id) AS chosenAddress,
  json_array(${ADDRESS.map((column) => `t.${column}`)}) AS ownAddress`

type Rows = Record<string, unknown>[]

/** "1 Main St", "Springfield, IL 62701", "US" */
const linesOf = (json: string): string[] => {
  const [address1, address2, city, state, postalCode, country] = JSON.parse(json) as string[]
  const town = [city, [state, postalCode].filter(Boolean).join(' ')].filter(Boolean).join(', ')
  return [address1, address2, town, country].filter((line): line is string => Boolean(line))
}

const toAccount = (row: Record<string, unknown>): SharedAccount => {
  const { vendorCompanyId: _, chosenAddress, ownAddress, sharedAt, changedAt, ...account } = row
  return {
    ...(account as Omit<SharedAccount, 'addressLines' | 'sharedAt' | 'changedAt'>),
    addressLines: linesOf(String(chosenAddress ?? ownAddress)),
    sharedAt: iso(Number(sharedAt)),
    changedAt: iso(Number(changedAt)),
  }
}

const toContact = (row: Record<string, unknown>): ConnectedVendorCompany['contacts'][number] => {
  const { vendorCompanyId: _, sharedAt: __, changedAt, ...contact } = row
  return {
    ...(contact as Omit<ConnectedVendorCompany['contacts'][number], 'changedAt'>),
    changedAt: iso(Number(changedAt)),
  }
}

const toInvitation = (row: Record<string, unknown>, now: number): VendorPortalState['invitations'][number] => {
  const { createdAt, sentAt, expiresAt, decidedAt, ...invitation } = row
  const { status } = invitation as Pick<VendorPortalState['invitations'][number], 'status'>
  return {
    ...(invitation as Pick<VendorPortalState['invitations'][number], 'id' | 'email' | 'status' | 'invitedByName'>),
    isExpired: status === 'PENDING' && Number(expiresAt) <= now,
    createdAt: iso(Number(createdAt)),
    sentAt: iso(Number(sentAt)),
    expiresAt: iso(Number(expiresAt)),
    decidedAt: decidedAt === null ? null : iso(Number(decidedAt)),
  }
}

/** Throws NOT_FOUND for another company's vendor. For a merged one it names the remaining one. */
export const readVendorPortal = query({
  id: 'vendors.portal',
  access: 'vendors.use',
  readsFirst: true,
  input: inputOf(getVendorPortal),
  run: async (context, { vendorId }): Promise<VendorPortalState> => {
    const { db, directory, actor, clock } = context
    const [found, merged, links] = await db.batch([
      db.sql('SELECT 1 AS one FROM vendors WHERE company_id = ? AND id = ?', actor.companyId, vendorId),
      db.sql(MERGED, actor.companyId, vendorId),
      db.sql(LINKS, actor.companyId, vendorId),
    ])
    if (!found?.results[0]) throw await missingVendor(context, vendorId)
    const linked = (links?.results ?? []) as unknown as { id: string; createdAt: number }[]
    const ids = JSON.stringify(linked.map(({ id }) => id))
    const seesAccounts = can(actor.policy, 'vendors.read-payment-information')
    const [companies, people, contacts, invitations, accounts] = await directory.batch([
      directory.sql(
        `SELECT v.id, v.name, v.vendor_type AS vendorType FROM json_each(?1) j
          CROSS JOIN vendor_company_customers k ON k.vendor_company_id = j.value AND k.company_id = ?2
          CROSS JOIN vendor_companies v ON v.id = k.vendor_company_id`,
        ...[ids, actor.companyId],
      ),
      directory.sql(
        `SELECT m.vendor_company_id AS vendorCompanyId, ${MEMBER_COLUMNS} FROM json_each(?1) j
          CROSS JOIN vendor_company_customers k ON k.vendor_company_id = j.value AND k.company_id = ?2
          CROSS JOIN vendor_company_members m ON m.vendor_company_id = k.vendor_company_id AND m.disabled_at IS NULL
          CROSS JOIN users u ON u.id = m.user_id ORDER BY firstName, lastName, u.email LIMIT 100`,
        ...[ids, actor.companyId],
      ),
      directory.sql(
        `${sharedSql(
          ...([
            'CONTACT',
            'vendor_company_contacts',
            't.first_name AS firstName, t.last_name AS lastName, t.email, t.memo, t.updated_at AS changedAt',
          ] as const),
        )} ORDER BY firstName, lastName`,
        ...[ids, actor.companyId],
      ),
      directory.sql(
        `SELECT i.id, i.email, i.status, i.invited_by_name AS invitedByName, i.created_at AS createdAt, i.sent_at AS sentAt,
                i.expires_at AS expiresAt, i.decided_at AS decidedAt
           FROM json_each(?1) j CROSS JOIN vendor_company_invitations i ON i.company_id = ?2 AND i.vendor_id = j.value
          ORDER BY i.created_at DESC LIMIT ${MOST_INVITATIONS}`,
        ...[JSON.stringify((merged?.results ?? []).map(({ id }) => id)), actor.companyId],
      ),
      ...(seesAccounts
        ? [
            directory.sql(
              `${sharedSql('PAYMENT_INFORMATION', 'vendor_company_payment_information', ACCOUNT)} ORDER BY s.shared_at`,
              ...[ids, actor.companyId],
            ),
          ]
        : []),
    ])
    const of = (rows: Rows | undefined, id: string) => (rows ?? []).filter((row) => row.vendorCompanyId === id)
    return {
      vendorCompanies: linked.flatMap(({ id, createdAt }) => {
        const company = companies?.results.find((row) => row.id === id)
        if (!company) return []
        return [
          {
            ...(company as Pick<ConnectedVendorCompany, 'id' | 'name' | 'vendorType'>),
            connectedAt: iso(createdAt),
            people: of(people?.results, id).map(({ vendorCompanyId: _, ...person }) => toMember(person)),
            contacts: of(contacts?.results, id).map(toContact),
            paymentInformation: seesAccounts ? of(accounts?.results, id).map(toAccount) : null,
          },
        ]
      }),
      invitations: (invitations?.results ?? []).map((row) => toInvitation(row, clock.now())),
      canInvite: can(actor.policy, 'vendors.edit'),
    }
  },
})
