import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { money } from '../../shared/money.ts'
import { connection, pageQuery } from '../../shared/paging.ts'
import { id, instant, requiredText } from '../../shared/values.ts'
import { ACCOUNT_HOLDER_TYPES, accountNumber, BANK_ACCOUNT_TYPES, routingNumber } from '../../vendors/portal/values.ts'
import { ACCOUNT_STATES, BANK_STATES, TRANSFER_KINDS, TRANSFER_STATES, transferAmount } from './values.ts'

/** The company's payments account, its bank accounts and its balance (specification 3 §7.3). */

const answered = z.object({ id: z.string() })

export const paymentsAccount = z.object({
  /** Null before one is created. */
  state: z.enum(ACCOUNT_STATES).nullable(),
  missingCount: z.number(),
  /** Whether this installation has a payment provider at all. */
  isAvailable: z.boolean(),
  isOnboarded: z.boolean(),
})
export type PaymentsAccount = z.infer<typeof paymentsAccount>

export const getPaymentsAccount = endpoint({
  id: 'payments.account',
  method: 'GET',
  path: '/api/payments/account',
  summary: 'How far the company is in setting up payments',
  response: paymentsAccount,
})

export const checkPaymentsAccount = endpoint({
  id: 'payments.check-account',
  method: 'POST',
  path: '/api/payments/account/check',
  summary: 'Ask the payment provider how far it is, for example after its form was submitted',
  response: paymentsAccount,
})

export const paymentMethod = z.object({
  id: z.string(),
  bankName: z.string().nullable(),
  lastFourAccountNumber: z.string(),
  accountHolderName: z.string(),
  accountHolderType: z.enum(ACCOUNT_HOLDER_TYPES),
  bankAccountType: z.enum(BANK_ACCOUNT_TYPES),
  status: z.enum(BANK_STATES),
  isDefault: z.boolean(),
  microdepositVerificationLink: z.string().nullable(),
  /** What the deposits are confirmed with. */
  microdepositType: z.enum(['amounts', 'descriptor_code']).nullable(),
  microdepositsArriveAt: instant.nullable(),
  /** What went wrong, in words. */
  error: z.string().nullable(),
  erpEntities: z.array(z.object({ id: z.string(), name: z.string() })),
  createdAt: instant,
})
export type PaymentMethod = z.infer<typeof paymentMethod>

export const listPaymentMethods = endpoint({
  id: 'payments.payment-methods',
  method: 'GET',
  path: '/api/payments/payment-methods',
  summary: 'The company’s bank accounts, oldest first',
  response: z.array(paymentMethod),
})

export const paymentMethodsNeedingAttention = endpoint({
  id: 'payments.payment-methods-needs-attention',
  method: 'GET',
  path: '/api/payments/payment-methods/needs-attention',
  summary: 'Bank accounts whose deposits have to be confirmed, or that could not be verified',
  response: z.array(paymentMethod),
})

export const createSetupIntent = endpoint({
  id: 'payments.create-setup-intent',
  method: 'POST',
  path: '/api/payments/payment-methods/setup-intent',
  summary: 'Add a bank account of the company. It receives small deposits, which have to be confirmed',
  body: z.object({
    accountHolderName: requiredText(200),
    accountHolderType: z.enum(ACCOUNT_HOLDER_TYPES, { error: 'Required' }),
    bankAccountType: z.enum(BANK_ACCOUNT_TYPES).default('CHECKING'),
    accountNumber,
    routingNumber,
  }),
  response: z.object({
    id: z.string(),
    status: z.enum(BANK_STATES),
    microdepositVerificationLink: z.string().nullable(),
  }),
})

export const listSetupIntents = endpoint({
  id: 'payments.setup-intents',
  method: 'GET',
  path: '/api/payments/payment-methods/setup-intents',
  summary: 'Verifications of bank accounts that are in progress or failed, newest first',
  response: z.array(
    z.object({
      id: z.string(),
      paymentMethodId: z.string(),
      status: z.enum(BANK_STATES),
      microdepositVerificationLink: z.string().nullable(),
    }),
  ),
})

const ofMethod = z.object({ paymentMethodId: id })

export const setDefaultPaymentMethod = endpoint({
  id: 'payments.set-default-payment-method',
  method: 'POST',
  path: '/api/payments/payment-methods/{paymentMethodId}/set-default',
  summary: 'Use a bank account wherever no entity has another one',
  params: ofMethod,
  response: answered,
})

export const attachToEntity = endpoint({
  id: 'payments.attach-to-erp-entity',
  method: 'POST',
  path: '/api/payments/payment-methods/{paymentMethodId}/attach-to-erp-entity',
  summary: 'Use a bank account for an entity of the accounting system',
  params: ofMethod,
  body: z.object({ erpEntityId: id }),
  response: answered,
})

export const deletePaymentMethod = endpoint({
  id: 'payments.delete-payment-method',
  method: 'DELETE',
  path: '/api/payments/payment-methods/{paymentMethodId}',
  summary: 'Remove a bank account. Transfers that are on their way still arrive',
  params: ofMethod,
  response: answered,
})

export const financialAccountBalance = endpoint({
  id: 'payments.financial-account-balance',
  method: 'GET',
  path: '/api/payments/financial-account-balance',
  summary: 'What can be paid with, what is on its way in, and what is on its way out',
  response: z.object({ available: money, inboundPending: money, outboundPending: money }),
})

const transferBody = z.object({ paymentMethodId: id, amount: transferAmount })

export const loadFunds = endpoint({
  id: 'payments.load-funds',
  method: 'POST',
  path: '/api/payments/load-funds',
  summary: 'Debit a bank account and add the money to the balance. `amount` is in cents',
  body: transferBody,
  response: answered,
})

export const transferFunds = endpoint({
  id: 'payments.transfer-funds',
  method: 'POST',
  path: '/api/payments/transfer-funds-to-bank-account',
  summary: 'Move money from the balance back to a bank account. `amount` is in cents',
  body: transferBody,
  response: answered,
})

export const paymentTransfer = z.object({
  id: z.string(),
  kind: z.enum(TRANSFER_KINDS),
  amount: money,
  status: z.enum(TRANSFER_STATES),
  /** Why it failed or came back. */
  reason: z.string().nullable(),
  paymentMethod: z.object({ id: z.string(), bankName: z.string().nullable(), lastFourAccountNumber: z.string() }),
  createdBy: z.string(),
  createdAt: instant,
  expectedArrivalAt: instant.nullable(),
  completedAt: instant.nullable(),
  returnedAt: instant.nullable(),
})
export type PaymentTransfer = z.infer<typeof paymentTransfer>

export const listTransfers = endpoint({
  id: 'payments.transfers',
  method: 'GET',
  path: '/api/payments/transfers',
  summary: 'Money added to the balance and moved back, newest first',
  query: pageQuery,
  response: connection(paymentTransfer),
})
