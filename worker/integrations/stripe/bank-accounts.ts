import { z } from 'zod'
import { asking } from './errors.ts'
import { optionalInstant, shaped } from './read.ts'
import { type AccountRef, clientOf } from './settings.ts'

/** A company's own bank accounts. Stripe sends small deposits to each, and who can read the statement confirms them. */

const usBankAccount = z.object({
  bank_name: z.string().nullish(),
  last4: z.string().nullish(),
  routing_number: z.string().nullish(),
  account_type: z.string().nullish(),
})
const paymentMethod = z.object({
  id: z.string(),
  us_bank_account: usBankAccount.nullish(),
})
const setupIntent = z.object({
  id: z.string(),
  status: z.string(),
  payment_method: z.union([z.string().transform((id) => ({ id, us_bank_account: null })), paymentMethod]).nullish(),
  next_action: z
    .object({
      verify_with_microdeposits: z
        .object({
          arrival_date: optionalInstant,
          hosted_verification_url: z.url(),
          microdeposit_type: z.enum(['amounts', 'descriptor_code']).nullish(),
        })
        .nullish(),
    })
    .nullish(),
  last_setup_error: z.object({ code: z.string().nullish() }).nullish(),
})

export type SetupState = 'VERIFYING' | 'VERIFIED' | 'FAILED' | 'CANCELLED'

export interface BankSetup {
  setupIntentId: string
  state: SetupState
  paymentMethodId: string | null
  bankName: string | null
  lastFour: string | null
  /** Where the deposits are confirmed. Null once they are. */
  verificationUrl: string | null
  depositsArriveAt: number | null
  depositKind: 'amounts' | 'descriptor_code' | null
  /** Stripe's code for why it failed. */
  errorCode: string | null
}

const stateOf = (status: string): SetupState => {
  if (status === 'succeeded') return 'VERIFIED'
  if (status === 'canceled') return 'CANCELLED'
  return status === 'requires_action' || status === 'processing' ? 'VERIFYING' : 'FAILED'
}

const toSetup = (answer: unknown): BankSetup => {
  const { id, status, payment_method, next_action, last_setup_error } = shaped(setupIntent, answer)
  const deposits = next_action?.verify_with_microdeposits ?? null
  return {
    ...{ setupIntentId: id, state: stateOf(status), paymentMethodId: payment_method?.id ?? null },
    bankName: payment_method?.us_bank_account?.bank_name ?? null,
    lastFour: payment_method?.us_bank_account?.last4 ?? null,
    verificationUrl: deposits?.hosted_verification_url ?? null,
    depositsArriveAt: deposits?.arrival_date ?? null,
    depositKind: deposits?.microdeposit_type ?? null,
    errorCode: last_setup_error?.code ?? null,
  }
}

export interface NewBankAccount {
  accountHolderName: string
  accountHolderType: 'COMPANY' | 'INDIVIDUAL'
  bankAccountType: 'CHECKING' | 'SAVINGS'
  accountNumber: string
  routingNumber: string
  email: string
  /** Who agreed that it may be debited, and from where. */
  acceptance: { ipAddress: string; userAgent: string }
  idempotencyKey: string
}

/** Begins the verification. The numbers go to Stripe and are kept nowhere else. */
export const beginBankSetup = async ({ env, accountId }: AccountRef, given: NewBankAccount): Promise<BankSetup> =>
  toSetup(
    await asking(() =>
      clientOf(env).setupIntents.create(
        {
          ...{ attach_to_self: true, confirm: true, flow_directions: ['inbound', 'outbound'] },
          allowed_payment_method_types: ['us_bank_account'],
          payment_method_data: {
            type: 'us_bank_account',
            billing_details: { name: given.accountHolderName, email: given.email },
            us_bank_account: {
              account_holder_type: given.accountHolderType === 'COMPANY' ? 'company' : 'individual',
              account_type: given.bankAccountType === 'CHECKING' ? 'checking' : 'savings',
              account_number: given.accountNumber,
              routing_number: given.routingNumber,
            },
          },
          payment_method_options: { us_bank_account: { verification_method: 'microdeposits' } },
          mandate_data: {
            customer_acceptance: {
              type: 'online',
              online: { ip_address: given.acceptance.ipAddress, user_agent: given.acceptance.userAgent },
            },
          },
          expand: ['payment_method'],
        },
        { stripeAccount: accountId, idempotencyKey: given.idempotencyKey },
      ),
    ),
  )

export const readBankSetup = async ({ env, accountId }: AccountRef, setupIntentId: string): Promise<BankSetup> =>
  toSetup(
    await asking(() =>
      clientOf(env).setupIntents.retrieve(setupIntentId, { expand: ['payment_method'] }, { stripeAccount: accountId }),
    ),
  )

/** Outlay can no longer debit or credit it. */
export const detachBankAccount = async ({ env, accountId }: AccountRef, paymentMethodId: string): Promise<void> => {
  await asking(() => clientOf(env).paymentMethods.detach(paymentMethodId, {}, { stripeAccount: accountId }))
}
