import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { ACCOUNT_HOLDER_TYPES, BANK_ACCOUNT_TYPES, SHARE_KINDS } from './values.ts'

/** Rows of a vendor company, which is their `companyId`. Customers see what is shared with them. */
const ofVendorCompany = {
  id: text('id').primaryKey(),
  companyId: text('vendor_company_id').notNull(),
  version: integer('version').notNull().default(1),
  createdAt: integer('created_at').notNull(),
  updatedAt: integer('updated_at').notNull(),
}

export const vendorCompanyAddresses = sqliteTable(
  'vendor_company_addresses',
  {
    ...ofVendorCompany,
    address1: text('address1').notNull(),
    address2: text('address2').notNull().default(''),
    city: text('city').notNull(),
    state: text('state').notNull(),
    postalCode: text('postal_code').notNull(),
    country: text('country').notNull(),
  },
  (t) => [index('vendor_company_addresses_company').on(t.companyId, t.createdAt, t.id)],
)

export const vendorCompanyContacts = sqliteTable(
  'vendor_company_contacts',
  {
    ...ofVendorCompany,
    firstName: text('first_name').notNull(),
    lastName: text('last_name').notNull().default(''),
    email: text('email').notNull(),
    memo: text('memo').notNull().default(''),
  },
  (t) => [index('vendor_company_contacts_company').on(t.companyId, t.createdAt, t.id)],
)

/** Bank accounts. The number is encrypted and never shown again. */
export const vendorCompanyPaymentInformation = sqliteTable(
  'vendor_company_payment_information',
  {
    ...ofVendorCompany,
    accountHolderName: text('account_holder_name').notNull(),
    accountHolderType: text('account_holder_type', { enum: ACCOUNT_HOLDER_TYPES }).notNull(),
    accountNumberSealed: text('account_number_sealed').notNull(),
    accountNumberKeyId: text('account_number_key_id').notNull(),
    lastFour: text('last_four').notNull(),
    routingNumber: text('routing_number').notNull(),
    bankAccountType: text('bank_account_type', { enum: BANK_ACCOUNT_TYPES }).notNull(),
    address1: text('address1').notNull().default(''),
    address2: text('address2').notNull().default(''),
    city: text('city').notNull().default(''),
    state: text('state').notNull().default(''),
    postalCode: text('postal_code').notNull().default(''),
    country: text('country').notNull().default(''),
    remittanceEmail: text('remittance_email').notNull().default(''),
    memo: text('memo').notNull().default(''),
    /** One of the vendor company's addresses, in place of the address above. */
    vendorCompanyAddressId: text('vendor_company_address_id'),
    /** When the holder, account or routing number last changed. */
    bankChangedAt: integer('bank_changed_at').notNull(),
  },
  (t) => [
    index('vendor_company_payment_information_company').on(t.companyId, t.createdAt, t.id),
    /** For the change of keys. */
    index('vendor_company_payment_information_key').on(t.accountNumberKeyId),
  ],
)

/** What a customer may see. */
export const vendorCompanyShares = sqliteTable(
  'vendor_company_shares',
  {
    vendorCompanyId: text('vendor_company_id').notNull(),
    companyId: text('company_id').notNull(),
    kind: text('kind', { enum: SHARE_KINDS }).notNull(),
    targetId: text('target_id').notNull(),
    sharedAt: integer('shared_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.vendorCompanyId, t.companyId, t.kind, t.targetId] })],
)
