import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ACCOUNT_HOLDER_TYPES, BANK_ACCOUNT_TYPES } from '../../vendors/portal/values.ts'
import { DETAILS_STATES } from './details-values.ts'

/**
 * Bank details that an accounting vendor is paid to. The number is encrypted. A row's account never changes: other details
 * are another row, so that a payment keeps those it was confirmed with.
 */
export const vendorBankDetails = sqliteTable(
  'vendor_bank_details',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    erpVendorId: text('erp_vendor_id').notNull(),
    state: text('state', { enum: DETAILS_STATES }).notNull(),
    accountHolderName: text('account_holder_name').notNull(),
    accountHolderType: text('account_holder_type', { enum: ACCOUNT_HOLDER_TYPES }).notNull(),
    accountNumberSealed: text('account_number_sealed').notNull(),
    accountNumberKeyId: text('account_number_key_id').notNull(),
    lastFour: text('last_four').notNull(),
    routingNumber: text('routing_number').notNull(),
    bankAccountType: text('bank_account_type', { enum: BANK_ACCOUNT_TYPES }).notNull(),
    address1: text('address1').notNull(),
    address2: text('address2').notNull(),
    city: text('city').notNull(),
    addressState: text('address_state').notNull(),
    postalCode: text('postal_code').notNull(),
    country: text('country').notNull(),
    remittanceEmail: text('remittance_email').notNull(),
    /** What the vendor shares in the portal, if they were taken from there. */
    sharedId: text('shared_id'),
    /** They are to take the place of others, so two people confirm them, and not before this time. */
    isChange: integer('is_change', { mode: 'boolean' }).notNull(),
    heldUntil: integer('held_until').notNull(),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    version: integer('version').notNull().default(1),
    /** When they came into force, and who confirmed them last. */
    confirmedAt: integer('confirmed_at'),
    confirmedByUserId: text('confirmed_by_user_id'),
    /** Tells whether two accounts are one, by a key. Null until a job has made it. */
    fingerprint: text('fingerprint'),
  },
  (t) => [
    index('vendor_bank_details_vendor').on(t.companyId, t.erpVendorId, t.createdAt, t.id),
    index('vendor_bank_details_waiting').on(t.companyId, t.createdAt, t.id).where(sql`state = 'WAITING'`),
    /** One that waits and one in force for each vendor. */
    uniqueIndex('vendor_bank_details_entered').on(t.companyId, t.erpVendorId).where(sql`state = 'WAITING'`),
    uniqueIndex('vendor_bank_details_in_force').on(t.companyId, t.erpVendorId).where(sql`state = 'CONFIRMED'`),
    /** For the change of keys. */
    index('vendor_bank_details_key').on(t.accountNumberKeyId),
    index('vendor_bank_details_fingerprint').on(t.companyId, t.fingerprint).where(sql`fingerprint IS NOT NULL`),
    index('vendor_bank_details_unmarked').on(t.createdAt).where(sql`fingerprint IS NULL`),
  ],
)

/** Who confirmed which details, while they wait. */
export const vendorBankConfirmations = sqliteTable(
  'vendor_bank_confirmations',
  {
    companyId: text('company_id').notNull(),
    detailsId: text('details_id').notNull(),
    userId: text('user_id').notNull(),
    confirmedAt: integer('confirmed_at').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.detailsId, t.userId] })],
)

/** Whose members confirm bank details. Without any, admins do. */
export const paymentInformationApprovers = sqliteTable(
  'payment_information_approvers',
  {
    companyId: text('company_id').notNull(),
    groupId: text('group_id').notNull(),
  },
  (t) => [primaryKey({ columns: [t.companyId, t.groupId] })],
)
