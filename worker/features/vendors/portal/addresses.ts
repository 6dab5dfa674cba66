import { z } from 'zod'
import {
  byId,
  newVendorCompanyAddress,
  type VendorCompanyAddress,
  vendorCompanyAddressChange,
} from '../../../../schema/vendors/portal/profile.ts'
import { vendorCompanyAddresses } from '../../../../schema/vendors/portal/profile-tables.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { AppError } from '../../../core/errors.ts'
import { command, query, type VendorWorkContext } from '../../../core/operation.ts'
import { insertRow, updateRow } from '../../../core/record.ts'
import { changedFrom, differencesOf, iso, partKind } from './parts.ts'

const TABLE = 'vendor_company_addresses'
const ADDRESS = 'address1, address2, city, state, postal_code AS postalCode, country'

type Address = Pick<VendorCompanyAddress, 'address1' | 'address2' | 'city' | 'state' | 'postalCode' | 'country'>
type Row = Address & { id: string; version: number; updatedAt: number }

export const addressesStatement = ({ db, vendor }: Pick<VendorWorkContext, 'db' | 'vendor'>): D1PreparedStatement =>
  db.sql(
    `SELECT id, version, updated_at AS updatedAt, ${ADDRESS} FROM ${TABLE} WHERE vendor_company_id = ? ORDER BY created_at, id`,
    vendor.vendorCompany.id,
  )
export const toAddress = (row: object): VendorCompanyAddress => {
  const { updatedAt, ...address } = row as Row
  return { ...address, updatedAt: iso(updatedAt) }
}

export const readAddresses = query({
  id: 'vendor-portal.addresses',
  access: 'vendor.work',
  input: z.object({}),
  run: async (context): Promise<VendorCompanyAddress[]> =>
    (await context.db.all<Row>(addressesStatement(context))).map(toAddress),
})

const ADDRESSES = partKind<Address>({
  ...{ table: TABLE, key: 'address', noun: 'address', many: 'addresses' },
  ...{ columns: ADDRESS, inWords: ({ address1, city }) => `${address1}, ${city}` },
})

export const createAddress = command({
  id: 'vendor-portal.create-address',
  access: 'vendor.work',
  input: newVendorCompanyAddress,
  run: async (context, address): Promise<{ id: string }> => {
    const { db, vendor, clock } = context
    await ADDRESSES.requireRoom(context)
    const [id, now, companyId] = [context.newId(), clock.now(), vendor.vendorCompany.id]
    return commit(context, {
      subject: ADDRESSES.subject,
      statements: [
        insertRow(db, vendorCompanyAddresses, { id, companyId, ...address, createdAt: now, updatedAt: now }),
      ],
      audit: [ADDRESSES.entry(context, { id, version: 1 }, 'added', address, { changeData: { after: address } })],
      result: { id },
    })
  },
})

export const updateAddress = command({
  id: 'vendor-portal.update-address',
  access: 'vendor.work',
  input: vendorCompanyAddressChange,
  run: lastWriteWins(async (context: VendorWorkContext, { id, version: read, ...given }): Promise<{ id: string }> => {
    const { db, vendor, clock } = context
    const { version: current, ...before } = await ADDRESSES.require(context, id)
    const version = read ?? current
    const after = changedFrom(before, given)
    const changeData = differencesOf(before, after)
    if (!changeData && version === current) return { id }
    const companyId = vendor.vendorCompany.id
    return commit(context, {
      subject: ADDRESSES.subject,
      statements: updateRow(
        ...([db, vendorCompanyAddresses, { id, companyId, version }, { ...after, updatedAt: clock.now() }] as const),
      ),
      audit: [ADDRESSES.entry(context, { id, version: version + 1 }, 'changed', after, { changeData })],
      result: { id },
    })
  }),
})

/** Throws RULE_BROKEN while a bank account has it as its address. */
export const deleteAddress = command({
  id: 'vendor-portal.delete-address',
  access: 'vendor.work',
  input: byId,
  run: async (context, { id }): Promise<{ id: string }> => {
    const { db, vendor } = context
    const companyId = vendor.vendorCompany.id
    const { version, ...before } = await ADDRESSES.require(context, id)
    const used =
      'SELECT 1 AS one FROM vendor_company_payment_information WHERE vendor_company_id = ?2 AND vendor_company_address_id = ?1'
    if (await db.first(db.sql(used, id, companyId)))
      throw new AppError('RULE_BROKEN', 'A bank account uses this address. Change it there first.')
    return commit(context, {
      subject: ADDRESSES.subject,
      statements: [
        db.sql(
          `DELETE FROM ${TABLE} WHERE id = ?1 AND vendor_company_id = ?2 AND version = ?3 AND NOT EXISTS (${used})`,
          ...[id, companyId, version],
        ),
        guardOneRow(db),
      ],
      audit: [ADDRESSES.entry(context, { id, version: version + 1 }, 'deleted', before, { changeData: { before } })],
      result: { id },
    })
  },
})
