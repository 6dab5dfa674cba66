import { fullName } from '../../../../schema/shared/values.ts'
import type { BankAccountWords, PortalEvent } from '../../../../schema/vendors/portal/news.ts'
import { sharedContacts, sharedPayment } from '../../../../schema/vendors/portal/profile.ts'
import type { ShareKind } from '../../../../schema/vendors/portal/values.ts'
import { commit } from '../../../core/commit.ts'
import { invalidField, notFound } from '../../../core/errors.ts'
import { command, type VendorWorkContext } from '../../../core/operation.ts'
import { newsFor } from './news.ts'

/** What each customer sees of the vendor company. Nothing unless it is shared. */

interface Wanted {
  id: string
  isShared: boolean
}

interface Sharing<Row> {
  kind: ShareKind
  table: string
  columns: string
  field: string
  wrong: string
  nameOf: (row: Row) => string
  noun: string
  eventsOf: (shared: Row[], unshared: Row[]) => PortalEvent[]
}

const share = async <Row extends { id: string }>(
  context: VendorWorkContext,
  companyId: string,
  wanted: readonly Wanted[],
  { kind, table, columns, field, wrong, nameOf, noun, eventsOf }: Sharing<Row>,
): Promise<{ id: string }[]> => {
  const { db, vendor, clock } = context
  const vendorCompanyId = vendor.vendorCompany.id
  const [customers, rows, shares] = await db.batch([
    db.sql(
      `SELECT c.name FROM vendor_company_customers k CROSS JOIN directory_companies c ON c.id = k.company_id
        WHERE k.vendor_company_id = ? AND k.company_id = ?`,
      ...[vendorCompanyId, companyId],
    ),
    db.sql(`SELECT id, ${columns} FROM ${table} WHERE vendor_company_id = ?`, vendorCompanyId),
    db.sql(
      `SELECT target_id AS id FROM vendor_company_shares WHERE vendor_company_id = ? AND company_id = ? AND kind = ?`,
      ...[vendorCompanyId, companyId, kind],
    ),
  ])
  const customer = customers?.results[0]
  if (!customer) throw notFound('The company')
  const known = new Map((rows?.results ?? []).map((row) => [String(row.id), row as unknown as Row]))
  if (wanted.some(({ id }) => !known.has(id))) throw invalidField(field, wrong)
  const before = new Set((shares?.results ?? []).map(({ id }) => String(id)))
  const chosen = new Map(wanted.map(({ id, isShared }) => [id, isShared]))
  const added = [...chosen].filter(([id, isShared]) => isShared && !before.has(id)).map(([id]) => id)
  const removed = [...chosen].filter(([id, isShared]) => !isShared && before.has(id)).map(([id]) => id)
  const result = [...chosen.keys()].map((id) => ({ id }))
  if (added.length + removed.length === 0) return result
  const of = (ids: string[]) => ids.flatMap((id) => known.get(id) ?? [])
  const listed = (ids: string[]) => new Intl.ListFormat('en-US').format(of(ids).map(nameOf))
  const name = String(customer.name)
  const said = [
    ...(added.length > 0 ? [`Shared ${noun} ${listed(added)} with ${name}`] : []),
    ...(removed.length > 0
      ? [`${added.length > 0 ? 'stopped' : 'Stopped'} sharing ${noun} ${listed(removed)} with ${name}`]
      : []),
  ]
  return commit(context, {
    subject: 'What is shared',
    statements: [
      db.sql(
        `DELETE FROM vendor_company_shares WHERE vendor_company_id = ? AND company_id = ? AND kind = ?
            AND target_id IN (SELECT value FROM json_each(?))`,
        ...[vendorCompanyId, companyId, kind, JSON.stringify(removed)],
      ),
      // One that was deleted meanwhile isn't shared.
      db.sql(
        `INSERT OR IGNORE INTO vendor_company_shares (vendor_company_id, company_id, kind, target_id, shared_at)
         SELECT ?1, ?2, ?3, t.id, ?5 FROM json_each(?4) j CROSS JOIN ${table} t ON t.id = j.value AND t.vendor_company_id = ?1`,
        ...[vendorCompanyId, companyId, kind, JSON.stringify(added), clock.now()],
      ),
    ],
    audit: [
      {
        changeKey: `vendor-company-shares:${context.newId()}`,
        action: 'vendor-company.sharing-changed',
        targetType: 'COMPANY',
        targetId: vendorCompanyId,
        message: said.join(' and '),
        changeData: { companyId, kind, shared: added, unshared: removed },
      },
    ],
    outbox: eventsOf(of(added), of(removed)).flatMap((event) => newsFor(vendor, event, [companyId])),
    result,
  })
}

/** Names those that change. Others stay as they are. Throws NOT_FOUND for a company that isn't a customer. */
export const shareContacts = command({
  id: 'vendor-portal.share-contacts',
  access: 'vendor.work',
  input: sharedContacts,
  run: (context, { companyId, contacts }) =>
    share<{ id: string; firstName: string; lastName: string; email: string }>(
      context,
      companyId,
      contacts.map(({ vendorCompanyContactId: id, isShared }) => ({ id, isShared })),
      {
        kind: 'CONTACT',
        table: 'vendor_company_contacts',
        columns: 'first_name AS firstName, last_name AS lastName, email',
        field: 'contacts',
        wrong: 'Choose your own contacts',
        noun: 'the contact',
        nameOf: fullName,
        eventsOf: (shared, unshared) => [
          { kind: 'CONTACTS', shared: shared.map(fullName), unshared: unshared.map(fullName) },
        ],
      },
    ),
})

/** The same for bank accounts. The customer's admins are told of a new one by email. */
export const sharePayment = command({
  id: 'vendor-portal.share-payment-information',
  access: 'vendor.work',
  input: sharedPayment,
  run: (context, { companyId, paymentInformation }) =>
    share<BankAccountWords & { id: string }>(
      context,
      companyId,
      paymentInformation.map(({ vendorCompanyPaymentInformationId: id, isShared }) => ({ id, isShared })),
      {
        kind: 'PAYMENT_INFORMATION',
        table: 'vendor_company_payment_information',
        columns: `account_holder_name AS accountHolderName, bank_account_type AS bankAccountType,
                  routing_number AS routingNumber, last_four AS lastFour`,
        field: 'paymentInformation',
        wrong: 'Choose your own bank accounts',
        noun: 'the bank account',
        nameOf: ({ lastFour, accountHolderName }) => `••••${lastFour} of ${accountHolderName}`,
        eventsOf: (shared, unshared) => [
          ...(shared.length > 0 ? [{ kind: 'BANK_SHARED' as const, accounts: shared.map(withoutId) }] : []),
          ...(unshared.length > 0 ? [{ kind: 'BANK_UNSHARED' as const, accounts: unshared.map(withoutId) }] : []),
        ],
      },
    ),
})

const withoutId = ({ id: _, ...account }: BankAccountWords & { id: string }): BankAccountWords => account
