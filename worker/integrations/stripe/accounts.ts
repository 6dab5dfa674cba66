import { z } from 'zod'
import { asking } from './errors.ts'
import { shaped } from './read.ts'
import { type AccountRef, clientOf, type StripeSettings } from './settings.ts'

/** A company's account, and the financial account in it that holds its money. */

const account = z.object({
  id: z.string(),
  details_submitted: z.boolean().catch(false),
  capabilities: z.record(z.string(), z.string()).catch({}),
  requirements: z
    .object({ currently_due: z.array(z.string()).catch([]), disabled_reason: z.string().nullish() })
    .nullish()
    .transform((value) => value ?? null),
})

export interface StripeAccount {
  accountId: string
  /** Whether the company told Stripe what it asked for. */
  isSubmitted: boolean
  /** Whether Stripe lets it hold and send money. */
  isActive: boolean
  /** How many details Stripe still asks for. */
  missingCount: number
  isDisabled: boolean
}

const toAccount = (answer: unknown): StripeAccount => {
  const { id, details_submitted, capabilities, requirements } = shaped(account, answer)
  return {
    accountId: id,
    isSubmitted: details_submitted,
    isActive: capabilities.treasury === 'active' && capabilities.transfers === 'active',
    missingCount: requirements?.currently_due.length ?? 0,
    isDisabled: Boolean(requirements?.disabled_reason?.startsWith('rejected')),
  }
}

/** Made once for a key. */
export const createAccount = async (
  env: StripeSettings,
  { companyId, name, idempotencyKey }: { companyId: string; name: string; idempotencyKey: string },
): Promise<StripeAccount> =>
  toAccount(
    await asking(() =>
      clientOf(env).accounts.create(
        {
          country: 'US',
          business_type: 'company',
          company: { name },
          controller: {
            stripe_dashboard: { type: 'none' },
            fees: { payer: 'application' },
            losses: { payments: 'application' },
            requirement_collection: 'application',
          },
          capabilities: {
            transfers: { requested: true },
            treasury: { requested: true },
            us_bank_account_ach_payments: { requested: true },
          },
          metadata: { companyId },
        },
        { idempotencyKey },
      ),
    ),
  )

export const readAccount = async ({ env, accountId }: AccountRef): Promise<StripeAccount> =>
  toAccount(await asking(() => clientOf(env).accounts.retrieve(accountId)))

/** Where the company answers what Stripe has to know of it. The address works once, for some minutes. */
export const onboardingUrl = async (
  { env, accountId }: AccountRef,
  { returnUrl, refreshUrl }: { returnUrl: string; refreshUrl: string },
): Promise<string> =>
  shaped(
    z.object({ url: z.url() }),
    await asking(() =>
      clientOf(env).accountLinks.create({
        ...{ account: accountId, type: 'account_onboarding', return_url: returnUrl, refresh_url: refreshUrl },
        collection_options: { fields: 'eventually_due' },
      }),
    ),
  ).url

const amounts = z.record(z.string(), z.number().int())
const financialAccount = z.object({
  id: z.string(),
  status: z.string(),
  active_features: z.array(z.string()).catch([]),
  balance: z.object({ cash: amounts, inbound_pending: amounts, outbound_pending: amounts }),
})

export interface FinancialAccount {
  financialAccountId: string
  /** Whether money can come in and go out. */
  isOpen: boolean
  /** In cents. */
  cashMinor: number
  inboundMinor: number
  outboundMinor: number
}

const FEATURES = ['inbound_transfers.ach', 'outbound_payments.ach', 'outbound_transfers.ach']

const toFinancialAccount = (answer: unknown): FinancialAccount => {
  const { id, status, active_features, balance } = shaped(financialAccount, answer)
  return {
    financialAccountId: id,
    isOpen: status === 'open' && FEATURES.every((feature) => active_features.includes(feature)),
    cashMinor: balance.cash.usd ?? 0,
    inboundMinor: balance.inbound_pending.usd ?? 0,
    outboundMinor: balance.outbound_pending.usd ?? 0,
  }
}

/** Made once for a key. */
export const openFinancialAccount = async (
  { env, accountId }: AccountRef,
  idempotencyKey: string,
): Promise<FinancialAccount> =>
  toFinancialAccount(
    await asking(() =>
      clientOf(env).treasury.financialAccounts.create(
        {
          supported_currencies: ['usd'],
          features: {
            financial_addresses: { aba: { requested: true } },
            inbound_transfers: { ach: { requested: true } },
            outbound_payments: { ach: { requested: true } },
            outbound_transfers: { ach: { requested: true } },
          },
        },
        { stripeAccount: accountId, idempotencyKey },
      ),
    ),
  )

export const readFinancialAccount = async (
  { env, accountId }: AccountRef,
  financialAccountId: string,
): Promise<FinancialAccount> =>
  toFinancialAccount(
    await asking(() =>
      clientOf(env).treasury.financialAccounts.retrieve(financialAccountId, {}, { stripeAccount: accountId }),
    ),
  )
