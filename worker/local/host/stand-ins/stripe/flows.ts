import { type Form, textOf, textsOf } from './form.ts'
import { behaviourOf } from './numbers.ts'
import { type Account, type FinancialAccount, type Flow, idOf, missing, Refused } from './state.ts'

/** Money that comes in, goes out and comes back. */

/** How long money is on its way, in milliseconds. */
export interface Timing {
  /** Until a transfer is done. */
  achMs: number
  /** From then until the bank sends it back. */
  returnMs: number
}

export type FlowKind = 'inbound_transfer' | 'outbound_transfer' | 'outbound_payment'
export const FLOW_KINDS: Record<string, { kind: FlowKind; prefix: string }> = {
  inbound_transfers: { kind: 'inbound_transfer', prefix: 'ibt' },
  outbound_transfers: { kind: 'outbound_transfer', prefix: 'obt' },
  outbound_payments: { kind: 'outbound_payment', prefix: 'obp' },
}

export const kindOf = (flow: Flow): FlowKind => flow.object.replace('treasury.', '') as FlowKind
const isInbound = (flow: Flow): boolean => kindOf(flow) === 'inbound_transfer'

const bankOf = (account: Account, form: Form, kind: FlowKind): { number: string; method: string | null } => {
  const direct = textOf(form, 'destination_payment_method_data.us_bank_account.account_number')
  if (kind === 'outbound_payment' && direct) {
    const routing = textOf(form, 'destination_payment_method_data.us_bank_account.routing_number')
    if (!/^\d{9}$/.test(routing))
      throw new Refused(`Invalid routing number: ${routing}`, { code: 'routing_number_invalid' })
    if (!/^\d{4,17}$/.test(direct))
      throw new Refused(`Invalid account number: ${direct}`, { code: 'account_number_invalid' })
    return { number: direct, method: null }
  }
  const id = textOf(form, kind === 'inbound_transfer' ? 'origin_payment_method' : 'destination_payment_method')
  const method = account.methods[id]
  if (!method || method.isDetached) throw missing('PaymentMethod', id)
  const isVerified = Object.values(account.intents).some(
    ({ payment_method, status }) => payment_method === id && status === 'succeeded',
  )
  if (!isVerified)
    throw new Refused('The bank account is not verified.', { code: 'payment_method_bank_account_not_verified' })
  return { number: method.number, method: id }
}

export const financialOf = (account: Account, id: string): FinancialAccount => {
  const found = account.financial[id]
  if (!found) throw missing('financial account', id)
  return found
}

const nextOf = (flow: Pick<Flow, 'object' | 'number'>, now: number, { achMs }: Timing): Flow['next'] => {
  const { inbound, outbound } = behaviourOf(flow.number)
  if (flow.object === 'treasury.inbound_transfer')
    return inbound.status === 'stays' ? null : { status: inbound.status, code: inbound.code, at: now + achMs }
  if (outbound.status === 'stays') return null
  const status = outbound.status === 'failed' ? 'failed' : 'posted'
  return { status, code: outbound.code, at: now + achMs }
}

export const createFlow = (
  account: Account,
  form: Form,
  { kind, prefix }: { kind: FlowKind; prefix: string },
  now: number,
  timing: Timing,
): Flow => {
  const amount = Number(textOf(form, 'amount'))
  const money = financialOf(account, textOf(form, 'financial_account'))
  if (!account.isActive)
    throw new Refused('The account is not active.', { code: 'treasury_financial_account_feature_not_active' })
  if (!Number.isInteger(amount) || amount < 1)
    throw new Refused('Invalid positive integer', { code: 'parameter_invalid_integer' })
  if (textOf(form, 'currency') !== 'usd') throw new Refused('Only usd', { code: 'invalid_currency' })
  const descriptor = textOf(form, 'statement_descriptor')
  if (kind === 'outbound_payment' && descriptor.length > 10)
    throw new Refused('The statement descriptor must be at most 10 characters.', { code: 'parameter_invalid_string' })
  const { number, method } = bankOf(account, form, kind)
  const inbound = kind === 'inbound_transfer'
  if (!inbound && amount > money.cash)
    throw new Refused('Insufficient funds in the financial account.', { code: 'insufficient_funds' })
  const object = `treasury.${kind}`
  const flow: Flow = {
    ...{ id: idOf(prefix), object, created: Math.floor(now / 1000), metadata: textsOf(form, 'metadata') },
    ...{ status: 'processing', amount, currency: 'usd', financial_account: money.id, number, payment_method: method },
    ...{ statement_descriptor: descriptor, code: null, returned: false, cancelable: true, transitions: {} },
    next: nextOf({ object, number }, now, timing),
  }
  if (inbound) money.inbound_pending += amount
  else {
    money.cash -= amount
    money.outbound_pending += amount
  }
  account.flows[flow.id] = flow
  return flow
}

const movedBy = (flow: Flow, money: FinancialAccount, status: string): void => {
  const { amount } = flow
  if (isInbound(flow)) {
    if (status === 'returned') money.cash -= amount
    else money.inbound_pending -= amount
    if (status === 'succeeded') money.cash += amount
    return
  }
  if (flow.status === 'processing') money.outbound_pending -= amount
  if (status !== 'posted') money.cash += amount
}

const FROM: Record<string, string[]> = {
  succeeded: ['processing'],
  posted: ['processing'],
  failed: ['processing'],
  canceled: ['processing'],
  returned: ['processing', 'posted', 'succeeded'],
}

/** Moves it on. Returns the events' types. */
export const moveFlow = (
  account: Account,
  flow: Flow,
  { status, code = null }: { status: string; code?: string | null },
  now: number,
  timing: Timing,
): string[] => {
  if (!FROM[status]?.includes(flow.status) || flow.returned)
    throw new Refused(`The ${kindOf(flow)} is ${flow.status}.`, { code: 'invalid_state' })
  if (status === 'canceled' && !flow.cancelable) throw new Refused('It can no longer be canceled.')
  movedBy(flow, financialOf(account, flow.financial_account), status)
  flow.next = null
  flow.cancelable = false
  flow.transitions[`${status}_at`] = Math.floor(now / 1000)
  if (status === 'failed' || status === 'returned') flow.code = code ?? 'other'
  if (isInbound(flow) && status === 'returned') {
    flow.returned = true
    return ['treasury.inbound_transfer.failed']
  }
  flow.status = status
  const { inbound, outbound } = behaviourOf(flow.number)
  const comesBack = isInbound(flow)
    ? status === 'succeeded' && inbound.isReturned
    : status === 'posted' && outbound.status === 'returned'
  if (comesBack)
    flow.next = { status: 'returned', code: (isInbound(flow) ? inbound : outbound).code, at: now + timing.returnMs }
  return [`treasury.${kindOf(flow)}.${status}`]
}

/** What the API says of it. */
export const shownFlow = (flow: Flow): object => {
  const { number: _, next: __, code, returned, transitions, payment_method, ...rest } = flow
  const at = (key: string) => transitions[key] ?? null
  const isOut = !isInbound(flow)
  return {
    ...rest,
    livemode: false,
    ...(isOut
      ? {
          destination_payment_method: payment_method,
          expected_arrival_date: flow.created + 2 * 86_400,
          returned_details: flow.status === 'returned' ? { code, transaction: idOf('trxn') } : null,
          status_transitions: {
            ...{ canceled_at: at('canceled_at'), failed_at: at('failed_at') },
            ...{ posted_at: at('posted_at'), returned_at: at('returned_at') },
          },
        }
      : {
          origin_payment_method: payment_method,
          returned,
          failure_details: code ? { code } : null,
          status_transitions: { failed_at: at('failed_at'), succeeded_at: at('succeeded_at') },
        }),
  }
}
