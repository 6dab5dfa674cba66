import { z } from 'zod'
import { fullName } from '../../../../schema/shared/values.ts'
import {
  byId,
  newVendorCompanyContact,
  type VendorCompanyContact,
  vendorCompanyContactChange,
} from '../../../../schema/vendors/portal/profile.ts'
import { vendorCompanyContacts } from '../../../../schema/vendors/portal/profile-tables.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { command, query, type VendorWorkContext } from '../../../core/operation.ts'
import { insertRow, updateRow } from '../../../core/record.ts'
import { newsFor } from './news.ts'
import { changedFrom, customersSeeing, differencesOf, iso, isSharedSql, partKind, unshareStatement } from './parts.ts'

const TABLE = 'vendor_company_contacts'
const CONTACT = 'first_name AS firstName, last_name AS lastName, email, memo'

type Contact = Pick<VendorCompanyContact, 'firstName' | 'lastName' | 'email' | 'memo'>
type Row = Contact & { id: string; version: number; updatedAt: number; isShared: number }

const CONTACTS = partKind<Contact>({
  ...{ table: TABLE, key: 'contact', noun: 'contact', many: 'contacts' },
  ...{ columns: CONTACT, inWords: fullName },
})

/** @param companyId the customer for whom `isShared` is said */
export const contactsStatement = (
  { db, vendor }: Pick<VendorWorkContext, 'db' | 'vendor'>,
  companyId: string | null,
): D1PreparedStatement =>
  db.sql(
    `SELECT id, version, updated_at AS updatedAt, ${CONTACT}, ${isSharedSql('CONTACT', '?2')} AS isShared
       FROM ${TABLE} t WHERE vendor_company_id = ?1 ORDER BY created_at, id`,
    ...[vendor.vendorCompany.id, companyId],
  )
export const toContact = (row: object): VendorCompanyContact => {
  const { updatedAt, isShared, ...contact } = row as Row
  return { ...contact, isShared: isShared === 1, updatedAt: iso(updatedAt) }
}

export const readContacts = query({
  id: 'vendor-portal.contacts',
  access: 'vendor.work',
  input: z.object({}),
  run: async (context): Promise<VendorCompanyContact[]> =>
    (await context.db.all<Row>(contactsStatement(context, context.vendor.company.id))).map(toContact),
})

export const createContact = command({
  id: 'vendor-portal.create-contact',
  access: 'vendor.work',
  input: newVendorCompanyContact,
  run: async (context, contact): Promise<{ id: string }> => {
    const { db, vendor, clock } = context
    await CONTACTS.requireRoom(context)
    const [id, now, companyId] = [context.newId(), clock.now(), vendor.vendorCompany.id]
    return commit(context, {
      subject: CONTACTS.subject,
      statements: [insertRow(db, vendorCompanyContacts, { id, companyId, ...contact, createdAt: now, updatedAt: now })],
      audit: [CONTACTS.entry(context, { id, version: 1 }, 'added', contact, { changeData: { after: contact } })],
      result: { id },
    })
  },
})

export const updateContact = command({
  id: 'vendor-portal.update-contact',
  access: 'vendor.work',
  input: vendorCompanyContactChange,
  run: lastWriteWins(async (context: VendorWorkContext, { id, version: read, ...given }): Promise<{ id: string }> => {
    const { db, vendor, clock } = context
    const { version: current, ...before } = await CONTACTS.require(context, id)
    const version = read ?? current
    const after = changedFrom(before, given)
    const changeData = differencesOf(before, after)
    if (!changeData && version === current) return { id }
    const companyId = vendor.vendorCompany.id
    return commit(context, {
      subject: CONTACTS.subject,
      statements: updateRow(
        ...([db, vendorCompanyContacts, { id, companyId, version }, { ...after, updatedAt: clock.now() }] as const),
      ),
      audit: [CONTACTS.entry(context, { id, version: version + 1 }, 'changed', after, { changeData })],
      result: { id },
    })
  }),
})

/** Customers with whom it was shared no longer see it. */
export const deleteContact = command({
  id: 'vendor-portal.delete-contact',
  access: 'vendor.work',
  input: byId,
  run: async (context, { id }): Promise<{ id: string }> => {
    const { db, vendor } = context
    const companyId = vendor.vendorCompany.id
    const { version, ...before } = await CONTACTS.require(context, id)
    const customers = await customersSeeing(context, 'CONTACT', id)
    return commit(context, {
      subject: CONTACTS.subject,
      statements: [
        db.sql(`DELETE FROM ${TABLE} WHERE id = ? AND vendor_company_id = ? AND version = ?`, id, companyId, version),
        guardOneRow(db),
        unshareStatement(db, companyId, 'CONTACT', id),
      ],
      audit: [CONTACTS.entry(context, { id, version: version + 1 }, 'deleted', before, { changeData: { before } })],
      outbox: newsFor(vendor, { kind: 'CONTACTS', shared: [], unshared: [fullName(before)] }, customers),
      result: { id },
    })
  },
})
