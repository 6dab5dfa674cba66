import { z } from 'zod'
import type { BankAccountWords } from '../../../../schema/vendors/portal/news.ts'
import {
  byId,
  newVendorCompanyPayment,
  type VendorCompanyAddress,
  type VendorCompanyPayment,
  vendorCompanyPaymentChange,
} from '../../../../schema/vendors/portal/profile.ts'
import { vendorCompanyPaymentInformation } from '../../../../schema/vendors/portal/profile-tables.ts'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import { commit, lastWriteWins } from '../../../core/commit.ts'
import { guardOneRow } from '../../../core/database.ts'
import { invalidField } from '../../../core/errors.ts'
import { command, query, type VendorWorkContext } from '../../../core/operation.ts'
import { insertRow, updateRow } from '../../../core/record.ts'
import { type Place, seal, unseal } from '../../../core/vault.ts'
import { addressesStatement, toAddress } from './addresses.ts'
import { newsFor } from './news.ts'
import { changedFrom, customersSeeing, differencesOf, iso, isSharedSql, partKind, unshareStatement } from './parts.ts'

/** Bank accounts. Invariant: the number is encrypted, and no answer, log or history has more than its last four. */

const TABLE = 'vendor_company_payment_information'
const DETAILS = `account_holder_name AS accountHolderName, account_holder_type AS accountHolderType, last_four AS lastFour,
  routing_number AS routingNumber, bank_account_type AS bankAccountType, address1, address2, city, state,
  postal_code AS postalCode, country, remittance_email AS remittanceEmail, memo,
  vendor_company_address_id AS vendorCompanyAddressId`
const SEALED = 'account_number_sealed AS sealed, account_number_key_id AS keyId, '

type Details = Omit<typeof vendorCompanyPaymentInformation.$inferSelect, keyof Kept>
type Kept = Pick<
  typeof vendorCompanyPaymentInformation.$inferSelect,
  | 'id'
  | 'companyId'
  | 'version'
  | 'createdAt'
  | 'updatedAt'
  | 'bankChangedAt'
  | 'accountNumberSealed'
  | 'accountNumberKeyId'
>
type Row = Details & Pick<Kept, 'id' | 'version' | 'updatedAt' | 'bankChangedAt'> & { isShared: number }

/** Where the number is encrypted for. A change of the account gives it another row version, but the same place. */
export const placeOfAccount = (vendorCompanyId: string, id: string): Place => [vendorCompanyId, 'bank-account', id]

/** @param companyId the customer for whom `isShared` is said */
export const paymentStatement = (
  { db, vendor }: Pick<VendorWorkContext, 'db' | 'vendor'>,
  companyId: string | null,
): D1PreparedStatement =>
  db.sql(
    `SELECT id, version, updated_at AS updatedAt, bank_changed_at AS bankChangedAt, ${DETAILS},
            ${isSharedSql('PAYMENT_INFORMATION', '?2')} AS isShared
       FROM ${TABLE} t WHERE vendor_company_id = ?1 ORDER BY created_at, id`,
    ...[vendor.vendorCompany.id, companyId],
  )

export const toPayment = (row: object, addresses: readonly VendorCompanyAddress[]): VendorCompanyPayment => {
  const { id, version, updatedAt, bankChangedAt, isShared, lastFour, memo, vendorCompanyAddressId, ...account } =
    row as Row
  return {
    ...{ id, paymentInformationId: id, memo, isShared: isShared === 1, version },
    updatedAt: iso(updatedAt),
    bankChangedAt: iso(bankChangedAt),
    vendorCompanyAddress: addresses.find((address) => address.id === vendorCompanyAddressId) ?? null,
    paymentInformation: {
      ...account,
      id,
      accountNumber: maskedAccount(lastFour),
      lastFourAccountNumber: lastFour,
    },
  }
}

export const readPayment = query({
  id: 'vendor-portal.payment-information',
  access: 'vendor.work',
  input: z.object({}),
  run: async (context): Promise<VendorCompanyPayment[]> => {
    const [rows, addresses] = await context.db.batch([
      paymentStatement(context, context.vendor.company.id),
      addressesStatement(context),
    ])
    const known = (addresses?.results ?? []).map(toAddress)
    return (rows?.results ?? []).map((row) => toPayment(row, known))
  },
})

const wordsOf = ({ accountHolderName, bankAccountType, routingNumber, lastFour }: Details): BankAccountWords => ({
  ...{ accountHolderName, bankAccountType, routingNumber, lastFour },
})
const nameOf = ({ accountHolderName, lastFour }: Details): string =>
  `${maskedAccount(lastFour)} of ${accountHolderName}`

const ACCOUNTS = partKind<Details>({
  ...{ table: TABLE, key: 'account', noun: 'bank account', many: 'bank accounts' },
  ...{ columns: DETAILS, inWords: nameOf },
})

/** The address must be the vendor company's own. Throws INVALID. */
const requireAddress = async ({ db, vendor }: VendorWorkContext, addressId: string | null): Promise<void> => {
  if (addressId === null) return
  const found = await db.first(
    db.sql(
      'SELECT 1 AS one FROM vendor_company_addresses WHERE id = ? AND vendor_company_id = ?',
      ...[addressId, vendor.vendorCompany.id],
    ),
  )
  if (!found) throw invalidField('vendorCompanyAddressId', 'Choose one of your addresses')
}

export const createPayment = command({
  id: 'vendor-portal.create-payment-information',
  access: 'vendor.work',
  input: newVendorCompanyPayment,
  run: async (context, { accountNumber, vendorCompanyAddressId, ...given }): Promise<{ id: string }> => {
    const { db, env, vendor, clock } = context
    await ACCOUNTS.requireRoom(context)
    const addressId = vendorCompanyAddressId || null
    await requireAddress(context, addressId)
    const [id, now, companyId] = [context.newId(), clock.now(), vendor.vendorCompany.id]
    const { sealed, keyId } = await seal(env, accountNumber, placeOfAccount(companyId, id))
    const details = { ...given, lastFour: accountNumber.slice(-4), vendorCompanyAddressId: addressId }
    return commit(context, {
      subject: ACCOUNTS.subject,
      statements: [
        insertRow(db, vendorCompanyPaymentInformation, {
          ...{ id, companyId, ...details, accountNumberSealed: sealed, accountNumberKeyId: keyId },
          ...{ bankChangedAt: now, createdAt: now, updatedAt: now },
        }),
      ],
      audit: [ACCOUNTS.entry(context, { id, version: 1 }, 'added', details, { changeData: { after: details } })],
      result: { id },
    })
  },
})

/** What decides where money goes. */
const BANK_FIELDS = ['accountHolderName', 'accountHolderType', 'routingNumber', 'bankAccountType', 'lastFour'] as const

/** Customers who see the account are told if money would go somewhere else. */
export const updatePayment = command({
  id: 'vendor-portal.update-payment-information',
  access: 'vendor.work',
  input: vendorCompanyPaymentChange,
  run: lastWriteWins(
    async (
      context: VendorWorkContext,
      { id, version: read, accountNumber, vendorCompanyAddressId, ...given },
    ): Promise<{ id: string }> => {
      const { db, env, vendor, clock } = context
      const companyId = vendor.vendorCompany.id
      const place = placeOfAccount(companyId, id)
      const {
        version: current,
        sealed,
        keyId,
        ...before
      } = await ACCOUNTS.require<{ sealed: string; keyId: string }>(context, id, SEALED)
      const version = read ?? current
      const isNewNumber = accountNumber !== undefined && accountNumber !== (await unseal(env, { sealed, keyId }, place))
      const after: Details = {
        ...changedFrom(before, given),
        ...(isNewNumber && { lastFour: accountNumber.slice(-4) }),
        ...(vendorCompanyAddressId !== undefined && { vendorCompanyAddressId: vendorCompanyAddressId || null }),
      }
      const changeData = differencesOf(before, after)
      if (!changeData && !isNewNumber && version === current) return { id }
      if (after.vendorCompanyAddressId !== before.vendorCompanyAddressId)
        await requireAddress(context, after.vendorCompanyAddressId)
      const isBankChanged = isNewNumber || BANK_FIELDS.some((field) => before[field] !== after[field])
      const kept = isNewNumber ? await seal(env, accountNumber, place) : null
      const now = clock.now()
      const customers = isBankChanged ? await customersSeeing(context, 'PAYMENT_INFORMATION', id) : []
      return commit(context, {
        subject: ACCOUNTS.subject,
        statements: updateRow(
          db,
          vendorCompanyPaymentInformation,
          { id, companyId, version },
          {
            ...after,
            ...(kept && { accountNumberSealed: kept.sealed, accountNumberKeyId: kept.keyId }),
            ...(isBankChanged && { bankChangedAt: now }),
            updatedAt: now,
          },
        ),
        audit: [
          ACCOUNTS.entry(context, { id, version: version + 1 }, 'changed', after, {
            changeData,
            also: isNewNumber ? ', with a new account number' : '',
          }),
        ],
        outbox: newsFor(
          ...([vendor, { kind: 'BANK_CHANGED', before: wordsOf(before), after: wordsOf(after) }, customers] as const),
        ),
        result: { id },
      })
    },
  ),
})

/** Customers with whom it was shared no longer see it, and are told. */
export const deletePayment = command({
  id: 'vendor-portal.delete-payment-information',
  access: 'vendor.work',
  input: byId,
  run: async (context, { id }): Promise<{ id: string }> => {
    const { db, vendor } = context
    const companyId = vendor.vendorCompany.id
    const { version, ...before } = await ACCOUNTS.require(context, id)
    const customers = await customersSeeing(context, 'PAYMENT_INFORMATION', id)
    return commit(context, {
      subject: ACCOUNTS.subject,
      statements: [
        db.sql(`DELETE FROM ${TABLE} WHERE id = ? AND vendor_company_id = ? AND version = ?`, id, companyId, version),
        guardOneRow(db),
        unshareStatement(db, companyId, 'PAYMENT_INFORMATION', id),
      ],
      audit: [ACCOUNTS.entry(context, { id, version: version + 1 }, 'deleted', before, { changeData: { before } })],
      outbox: newsFor(vendor, { kind: 'BANK_UNSHARED', accounts: [wordsOf(before)] }, customers),
      result: { id },
    })
  },
})
