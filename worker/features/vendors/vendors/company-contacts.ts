import { getVendorCompanyContacts, type VendorCompanyContact } from '../../../../schema/vendors/vendors/endpoints.ts'
import type { Contact } from '../../../../schema/vendors/vendors/values.ts'
import { sha256Hex } from '../../../core/hash.ts'
import { inputOf, query } from '../../../core/operation.ts'
import { missingVendor } from './missing.ts'

const MOST_PORTAL_PEOPLE = 50

interface KeptContacts {
  externalContact: string | null
  externalSigner: string | null
  contacts: string
}

interface PortalPerson {
  id: string
  firstName: string
  lastName: string
  email: string
}

type Known = Omit<VendorCompanyContact, 'id'>

const keptContacts = ({ externalContact, externalSigner, contacts }: KeptContacts): Known[] => {
  const one = (json: string | null): Contact[] => (json ? [JSON.parse(json) as Contact] : [])
  const known = (role: Known['role'], people: Contact[]): Known[] =>
    people.map(({ firstName, lastName, email, memo }) => ({ firstName, lastName, email, memo, role }))
  return [
    ...known('POINT_OF_CONTACT', one(externalContact)),
    ...known('SIGNER', one(externalSigner)),
    ...known('CONTACT', JSON.parse(contacts) as Contact[]),
  ]
}

/** ?1: vendor companies, as far as they still sell to company ?2. */
const PORTAL_PEOPLE = `
SELECT u.id, COALESCE(m.invited_first_name, u.first_name) AS firstName,
       COALESCE(m.invited_last_name, u.last_name) AS lastName, u.email
  FROM json_each(?1) j
 CROSS JOIN vendor_company_customers c ON c.vendor_company_id = j.value AND c.company_id = ?2
 CROSS JOIN vendor_company_members m ON m.vendor_company_id = c.vendor_company_id AND m.disabled_at IS NULL
 CROSS JOIN users u ON u.id = m.user_id
 ORDER BY lastName, firstName, u.id LIMIT ${MOST_PORTAL_PEOPLE}`

/** What distinguishes people from each other. */
const identity = ({ email, firstName, lastName }: Omit<Known, 'memo' | 'role'>): string =>
  email ? email.toLowerCase() : `${firstName} ${lastName}`.trim().toLowerCase()

/**
 * Two round trips, because the portal's people are in the directory. Throws NOT_FOUND for another company's vendor. For a merged one it names the
 * remaining one.
 */
export const readCompanyContacts = query({
  id: 'vendors.company-contacts',
  access: 'vendors.use',
  readsFirst: true,
  input: inputOf(getVendorCompanyContacts),
  run: async (context, { vendorId }): Promise<VendorCompanyContact[]> => {
    const { db, directory, actor } = context
    const [vendors, links] = await db.batch([
      db.sql(
        `SELECT external_contact AS externalContact, external_signer AS externalSigner, contacts FROM vendors
          WHERE company_id = ? AND id = ?`,
        actor.companyId,
        vendorId,
      ),
      db.sql(
        'SELECT vendor_company_id AS id FROM vendor_company_customers WHERE company_id = ? AND vendor_id = ? LIMIT 20',
        actor.companyId,
        vendorId,
      ),
    ])
    const kept = vendors?.results[0] as unknown as KeptContacts | undefined
    if (!kept) throw await missingVendor(context, vendorId)
    const contacts = await Promise.all(
      keptContacts(kept).map(async (contact) => ({
        id: sha256Hex(`contact\n${vendorId}\n${identity(contact)}`).slice(0, 32),
        ...contact,
      })),
    )
    const linked = links?.results ?? []
    const portal = linked.length
      ? await directory.all<PortalPerson>(
          directory.sql(PORTAL_PEOPLE, JSON.stringify(linked.map(({ id }) => id)), actor.companyId),
        )
      : []
    const people = portal.map((person): VendorCompanyContact => ({ ...person, memo: '', role: 'PORTAL' }))
    const seen = new Set<string>()
    return [...contacts, ...people].filter((person) => {
      const key = identity(person)
      if (key === '' || seen.has(key)) return false
      seen.add(key)
      return true
    })
  },
})
