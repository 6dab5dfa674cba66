import { z } from 'zod'
import { asking } from './errors.ts'
import { optionalInstant, shaped } from './read.ts'
import { type AccountRef, clientOf } from './settings.ts'
import { stateOf, type TransferState } from './transfers.ts'

/** Payments from a company's balance to vendors. A payment that has posted can still be returned, days later. */

const payment = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  cancelable: z.boolean().catch(false),
  created: z.number(),
  expected_arrival_date: optionalInstant,
  returned_details: z.object({ code: z.string().nullish() }).nullish(),
  status_transitions: z.object({ posted_at: optionalInstant, returned_at: optionalInstant }).catch({
    posted_at: null,
    returned_at: null,
  }),
  metadata: z.record(z.string(), z.string()).catch({}),
})

export interface SentPayment {
  transferId: string
  /** The attempt that Outlay made. */
  attemptId: string | null
  state: TransferState
  amountMinor: number
  isCancellable: boolean
  /** A calendar instant, at noon UTC of the day. */
  arrivesAt: number | null
  postedAt: number | null
  /** Stripe's code for why it came back. */
  returnCode: string | null
}

const toPayment = (answer: unknown): SentPayment => {
  const row = shaped(payment, answer)
  return {
    ...{ transferId: row.id, attemptId: row.metadata.outlayId ?? null, state: stateOf(row.status) },
    ...{ amountMinor: row.amount, isCancellable: row.cancelable, arrivesAt: row.expected_arrival_date },
    postedAt: row.status_transitions.posted_at,
    returnCode: row.returned_details?.code ?? null,
  }
}

export interface NewPayment {
  /** The attempt, which is the idempotency key too. */
  attemptId: string
  financialAccountId: string
  amountMinor: number
  /** What the vendor's statement shows, of ten characters at most. */
  descriptor: string
  payee: {
    accountHolderName: string
    accountHolderType: 'COMPANY' | 'INDIVIDUAL'
    bankAccountType: 'CHECKING' | 'SAVINGS'
    accountNumber: string
    routingNumber: string
    email: string
    address: { line1: string; line2: string; city: string; state: string; postal_code: string; country: string }
  }
}

const MOST_DESCRIPTOR = 10

/** The same attempt sent again is the same payment, for a day. */
export const sendPayment = async ({ env, accountId }: AccountRef, given: NewPayment): Promise<SentPayment> => {
  const { payee } = given
  return toPayment(
    await asking(() =>
      clientOf(env).treasury.outboundPayments.create(
        {
          ...{ amount: given.amountMinor, currency: 'usd', financial_account: given.financialAccountId },
          statement_descriptor: given.descriptor.slice(0, MOST_DESCRIPTOR).trim(),
          destination_payment_method_data: {
            type: 'us_bank_account',
            billing_details: {
              name: payee.accountHolderName,
              ...(payee.email && { email: payee.email }),
              ...(payee.address.line1 && { address: payee.address }),
            },
            us_bank_account: {
              account_holder_type: payee.accountHolderType === 'COMPANY' ? 'company' : 'individual',
              account_type: payee.bankAccountType === 'CHECKING' ? 'checking' : 'savings',
              account_number: payee.accountNumber,
              routing_number: payee.routingNumber,
            },
          },
          end_user_details: { present: false },
          metadata: { outlayId: given.attemptId },
        },
        { stripeAccount: accountId, idempotencyKey: given.attemptId },
      ),
    ),
  )
}

export const readPayment = async ({ env, accountId }: AccountRef, transferId: string): Promise<SentPayment> =>
  toPayment(
    await asking(() => clientOf(env).treasury.outboundPayments.retrieve(transferId, {}, { stripeAccount: accountId })),
  )

/** Throws a refusal if it is on its way already. */
export const cancelPayment = async ({ env, accountId }: AccountRef, transferId: string): Promise<SentPayment> =>
  toPayment(
    await asking(() => clientOf(env).treasury.outboundPayments.cancel(transferId, {}, { stripeAccount: accountId })),
  )

const PAGE = 100
/** Stripe's clock may be a little behind. */
const SLACK_S = 300
/** A company doesn't make more in the time in question. */
const MOST_PAGES = 20

/**
 * The payment of an attempt, looked up by what it was called. Null if Stripe never got it. Throws if there are too many
 * to know, so that nothing is sent that may be there.
 * @param since when the attempt was made
 */
export const findPayment = async (
  { env, accountId }: AccountRef,
  { financialAccountId, attemptId, since }: { financialAccountId: string; attemptId: string; since: number },
): Promise<SentPayment | null> => {
  const from = Math.floor(since / 1000) - SLACK_S
  let after: string | null = null
  for (let read = 0; read < MOST_PAGES; read += 1) {
    const page: { data: unknown[]; has_more: boolean } = await asking(() =>
      Promise.resolve(
        clientOf(env).treasury.outboundPayments.list(
          {
            ...{ financial_account: financialAccountId, limit: PAGE, created: { gte: from } },
            ...(after !== null && { starting_after: after }),
          },
          { stripeAccount: accountId },
        ),
      ),
    )
    const payments = page.data.map(toPayment)
    const found = payments.find((each) => each.attemptId === attemptId)
    if (found || !page.has_more) return found ?? null
    after = payments.at(-1)?.transferId ?? null
    if (after === null) return null
  }
  throw new Error(`There are too many payments at Stripe to find attempt ${attemptId}`)
}
