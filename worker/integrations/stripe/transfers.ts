import { z } from 'zod'
import { asking } from './errors.ts'
import { optionalInstant, shaped } from './read.ts'
import { type AccountRef, clientOf } from './settings.ts'

/** Money between a company's bank account and its balance: loads come in, withdrawals go back. */

export type TransferState = 'PROCESSING' | 'POSTED' | 'FAILED' | 'CANCELLED' | 'RETURNED'

export interface Transfer {
  transferId: string
  state: TransferState
  amountMinor: number
  /** Stripe's code for why it failed or came back. */
  failCode: string | null
  /** What Outlay called it. */
  ownId: string | null
  /** When Stripe expects it at the bank. */
  arrivesAt: number | null
}

export interface NewTransfer {
  ownId: string
  financialAccountId: string
  paymentMethodId: string
  amountMinor: number
}

const metadata = z.record(z.string(), z.string()).catch({})
const inbound = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  returned: z.boolean().nullish(),
  failure_details: z.object({ code: z.string().nullish() }).nullish(),
  metadata,
})
const outbound = z.object({
  id: z.string(),
  status: z.string(),
  amount: z.number().int(),
  expected_arrival_date: optionalInstant,
  returned_details: z.object({ code: z.string().nullish() }).nullish(),
  metadata,
})

const STATES: ReadonlyMap<string, TransferState> = new Map(
  Object.entries({
    processing: 'PROCESSING',
    succeeded: 'POSTED',
    posted: 'POSTED',
    failed: 'FAILED',
    canceled: 'CANCELLED',
    returned: 'RETURNED',
  }),
)
/** One that isn't known yet is asked for again. */
export const stateOf = (status: string): TransferState => STATES.get(status) ?? 'PROCESSING'

const toLoad = (answer: unknown): Transfer => {
  const { id, status, amount, returned, failure_details, metadata: own } = shaped(inbound, answer)
  return {
    ...{ transferId: id, amountMinor: amount, ownId: own.outlayId ?? null, arrivesAt: null },
    state: returned ? 'RETURNED' : stateOf(status),
    failCode: failure_details?.code ?? null,
  }
}

const toWithdrawal = (answer: unknown): Transfer => {
  const row = shaped(outbound, answer)
  return {
    ...{ transferId: row.id, amountMinor: row.amount, ownId: row.metadata.outlayId ?? null },
    ...{ state: stateOf(row.status), arrivesAt: row.expected_arrival_date },
    failCode: row.returned_details?.code ?? null,
  }
}

/** @param given its own id is the idempotency key too */
export const createLoad = async ({ env, accountId }: AccountRef, given: NewTransfer): Promise<Transfer> =>
  toLoad(
    await asking(() =>
      clientOf(env).treasury.inboundTransfers.create(
        {
          ...{ amount: given.amountMinor, currency: 'usd', financial_account: given.financialAccountId },
          ...{ origin_payment_method: given.paymentMethodId, metadata: { outlayId: given.ownId } },
        },
        { stripeAccount: accountId, idempotencyKey: given.ownId },
      ),
    ),
  )

export const readLoad = async ({ env, accountId }: AccountRef, transferId: string): Promise<Transfer> =>
  toLoad(
    await asking(() => clientOf(env).treasury.inboundTransfers.retrieve(transferId, {}, { stripeAccount: accountId })),
  )

/** @param given its own id is the idempotency key too */
export const createWithdrawal = async ({ env, accountId }: AccountRef, given: NewTransfer): Promise<Transfer> =>
  toWithdrawal(
    await asking(() =>
      clientOf(env).treasury.outboundTransfers.create(
        {
          ...{ amount: given.amountMinor, currency: 'usd', financial_account: given.financialAccountId },
          ...{ destination_payment_method: given.paymentMethodId, metadata: { outlayId: given.ownId } },
        },
        { stripeAccount: accountId, idempotencyKey: given.ownId },
      ),
    ),
  )

export const readWithdrawal = async ({ env, accountId }: AccountRef, transferId: string): Promise<Transfer> =>
  toWithdrawal(
    await asking(() => clientOf(env).treasury.outboundTransfers.retrieve(transferId, {}, { stripeAccount: accountId })),
  )

/** The transfer that Outlay called so, if Stripe has it: among the newest, which is where one that got lost is. */
export const findTransfer = async (
  { env, accountId }: AccountRef,
  kind: 'LOAD' | 'WITHDRAWAL',
  { financialAccountId, ownId }: { financialAccountId: string; ownId: string },
): Promise<Transfer | null> => {
  const { treasury } = clientOf(env)
  const page = { financial_account: financialAccountId, limit: 100 }
  const options = { stripeAccount: accountId }
  const { data } = await asking<{ data: unknown[] }>(() =>
    kind === 'LOAD'
      ? Promise.resolve(treasury.inboundTransfers.list(page, options))
      : Promise.resolve(treasury.outboundTransfers.list(page, options)),
  )
  const found = data.map(kind === 'LOAD' ? toLoad : toWithdrawal).find((each) => each.ownId === ownId)
  return found ?? null
}
