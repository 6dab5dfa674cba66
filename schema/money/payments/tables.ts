import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ACCOUNT_HOLDER_TYPES, BANK_ACCOUNT_TYPES } from '../../vendors/portal/values.ts'
import { ACCOUNT_STATES, BANK_STATES, TRANSFER_KINDS, TRANSFER_STATES } from './values.ts'

/** A company's account at the payment provider. */
export const paymentsAccounts = sqliteTable(
  'payments_accounts',
  {
    companyId: text('company_id').primaryKey(),
    /** At the provider. */
    accountId: text('account_id').notNull(),
    /** Holds the money. Null until the account is active. */
    financialAccountId: text('financial_account_id'),
    state: text('state', { enum: ACCOUNT_STATES }).notNull(),
    /** How many details the provider still asks for. */
    missingCount: integer('missing_count').notNull(),
    version: integer('version').notNull().default(1),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** When the provider is asked next. Null: there is nothing to ask for. */
    askAt: integer('ask_at'),
    asks: integer('asks').notNull().default(0),
  },
  (t) => [
    uniqueIndex('payments_accounts_account').on(t.accountId),
    index('payments_accounts_ask').on(t.askAt).where(sql`ask_at IS NOT NULL`),
  ],
)

/** A company's own bank accounts. Their numbers are at the provider only. */
export const paymentMethods = sqliteTable(
  'payment_methods',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    /** At the provider: the verification, and what is debited and credited. */
    setupIntentId: text('setup_intent_id').notNull(),
    providerMethodId: text('provider_method_id'),
    state: text('state', { enum: BANK_STATES }).notNull(),
    bankName: text('bank_name'),
    lastFour: text('last_four').notNull(),
    accountHolderName: text('account_holder_name').notNull(),
    accountHolderType: text('account_holder_type', { enum: ACCOUNT_HOLDER_TYPES }).notNull(),
    bankAccountType: text('bank_account_type', { enum: BANK_ACCOUNT_TYPES }).notNull(),
    verificationUrl: text('verification_url'),
    depositKind: text('deposit_kind'),
    depositsArriveAt: integer('deposits_arrive_at'),
    errorCode: text('error_code'),
    isDefault: integer('is_default', { mode: 'boolean' }).notNull().default(false),
    version: integer('version').notNull().default(1),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    /** When the provider is asked next. Null: there is nothing to ask for. */
    askAt: integer('ask_at'),
    asks: integer('asks').notNull().default(0),
  },
  (t) => [
    index('payment_methods_company').on(t.companyId, t.createdAt, t.id),
    uniqueIndex('payment_methods_setup').on(t.setupIntentId),
    uniqueIndex('payment_methods_default').on(t.companyId).where(sql`is_default`),
    index('payment_methods_ask').on(t.askAt).where(sql`ask_at IS NOT NULL`),
  ],
)

/** Which bank account an entity of the accounting system uses, instead of the default. */
export const paymentMethodEntities = sqliteTable(
  'payment_method_entities',
  {
    companyId: text('company_id').notNull(),
    erpEntityId: text('erp_entity_id').notNull(),
    paymentMethodId: text('payment_method_id').notNull(),
  },
  (t) => [
    primaryKey({ columns: [t.companyId, t.erpEntityId] }),
    index('payment_method_entities_method').on(t.companyId, t.paymentMethodId),
  ],
)

/** Money between a bank account and the balance. The row is there before the provider is called. */
export const paymentTransfers = sqliteTable(
  'payment_transfers',
  {
    id: text('id').primaryKey(),
    companyId: text('company_id').notNull(),
    kind: text('kind', { enum: TRANSFER_KINDS }).notNull(),
    paymentMethodId: text('payment_method_id').notNull(),
    amountMinor: integer('amount_minor').notNull(),
    state: text('state', { enum: TRANSFER_STATES }).notNull(),
    providerId: text('provider_id'),
    failCode: text('fail_code'),
    arrivesAt: integer('arrives_at'),
    version: integer('version').notNull().default(1),
    createdByUserId: text('created_by_user_id').notNull(),
    createdAt: integer('created_at').notNull(),
    updatedAt: integer('updated_at').notNull(),
    postedAt: integer('posted_at'),
    returnedAt: integer('returned_at'),
    /** When the provider is asked next. Null: there is nothing to ask for. */
    askAt: integer('ask_at'),
    asks: integer('asks').notNull().default(0),
  },
  (t) => [
    index('payment_transfers_company').on(t.companyId, t.createdAt, t.id),
    index('payment_transfers_method').on(t.companyId, t.paymentMethodId),
    uniqueIndex('payment_transfers_provider').on(t.providerId).where(sql`provider_id IS NOT NULL`),
    index('payment_transfers_ask').on(t.askAt).where(sql`ask_at IS NOT NULL`),
  ],
)
