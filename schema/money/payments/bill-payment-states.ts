/** The states of a bill's payment, and what leads from one to another (design of money, "Bill payment"). */

export const BILL_PAYMENT_STATUSES = [
  ...(['PENDING', 'APPROVED', 'REJECTED', 'PROCESSING', 'PAID'] as const),
  ...(['PAID_OUTSIDE', 'FAILED', 'CANCELLED', 'RETURNED'] as const),
] as const
export type BillPaymentStatus = (typeof BILL_PAYMENT_STATUSES)[number]

export const BILL_PAYMENT_WORDS: Record<BillPaymentStatus, string> = {
  PENDING: 'Needs details',
  APPROVED: 'Ready to pay',
  REJECTED: 'Details rejected',
  PROCESSING: 'On its way',
  PAID: 'Paid',
  PAID_OUTSIDE: 'Paid outside',
  FAILED: 'Failed',
  CANCELLED: 'Canceled',
  RETURNED: 'Returned',
}

export interface BillPaymentState {
  status: BillPaymentStatus
  /** The bank details that were confirmed for it, which it pays whatever becomes of the vendor's. */
  detailsId: string | null
  paymentMethodId: string | null
  /** Counts from 1. Each attempt has its own key at the provider. */
  attempt: number
  /** Before it was marked as paid outside. */
  before: BillPaymentStatus | null
}

export type BillPaymentEvent =
  | { type: 'METHOD_SET'; paymentMethodId: string }
  | { type: 'DETAILS_CONFIRMED'; detailsId: string }
  | { type: 'DETAILS_REJECTED' }
  | { type: 'DETAILS_ENTERED' }
  | { type: 'STARTED' }
  | { type: 'PROVIDER_SAID'; attempt: number; state: 'POSTED' | 'FAILED' | 'CANCELLED' | 'RETURNED' }
  | { type: 'CANCELLED' }
  | { type: 'RETRIED' }
  | { type: 'PAID_OUTSIDE' }
  | { type: 'NOT_PAID_OUTSIDE' }

export const NEW_BILL_PAYMENT: BillPaymentState = {
  ...{ status: 'PENDING', detailsId: null, paymentMethodId: null, attempt: 0, before: null },
}

/** A payment waits until its details are confirmed and it has a bank account to be paid from. */
const settled = (state: BillPaymentState): BillPaymentState =>
  state.status === 'PENDING' && state.detailsId !== null && state.paymentMethodId !== null
    ? { ...state, status: 'APPROVED' }
    : state

const OPEN: readonly BillPaymentStatus[] = ['PENDING', 'APPROVED', 'REJECTED']
const ENDED: readonly BillPaymentStatus[] = ['FAILED', 'RETURNED', 'CANCELLED']
const OUTSIDE_FROM: readonly BillPaymentStatus[] = ['PENDING', 'APPROVED', 'FAILED', 'RETURNED']

const SAID = { POSTED: 'PAID', FAILED: 'FAILED', CANCELLED: 'CANCELLED', RETURNED: 'RETURNED' } as const

/** What the provider says of an earlier attempt, or what is older than what is known, changes nothing. */
const said = (
  state: BillPaymentState,
  { attempt, state: to }: Extract<BillPaymentEvent, { type: 'PROVIDER_SAID' }>,
): BillPaymentState => {
  if (attempt !== state.attempt) return state
  if (state.status === 'PROCESSING') return { ...state, status: SAID[to] }
  return state.status === 'PAID' && to === 'RETURNED' ? { ...state, status: 'RETURNED' } : state
}

/** The state after an event. Null if the event isn't allowed then. */
export const afterEvent = (state: BillPaymentState, event: BillPaymentEvent): BillPaymentState | null => {
  const { status } = state
  if (event.type === 'PROVIDER_SAID') return said(state, event)
  if (event.type === 'METHOD_SET')
    return OPEN.includes(status) || ENDED.includes(status)
      ? settled({ ...state, paymentMethodId: event.paymentMethodId })
      : null
  // Others can be chosen for one that isn't in progress. They never reach it by themselves.
  if (event.type === 'DETAILS_CONFIRMED')
    return status === 'PENDING' || status === 'APPROVED' || ENDED.includes(status)
      ? settled({ ...state, detailsId: event.detailsId })
      : null
  if (event.type === 'DETAILS_REJECTED')
    return status === 'PENDING' ? { ...state, status: 'REJECTED', detailsId: null } : null
  if (event.type === 'DETAILS_ENTERED') return status === 'REJECTED' ? { ...state, status: 'PENDING' } : null
  if (event.type === 'STARTED')
    return status === 'APPROVED' && state.detailsId !== null && state.paymentMethodId !== null
      ? { ...state, status: 'PROCESSING', attempt: state.attempt + 1 }
      : null
  if (event.type === 'CANCELLED')
    return status === 'PENDING' || status === 'APPROVED' ? { ...state, status: 'CANCELLED' } : null
  if (event.type === 'RETRIED') return ENDED.includes(status) ? settled({ ...state, status: 'PENDING' }) : null
  if (event.type === 'PAID_OUTSIDE')
    return OUTSIDE_FROM.includes(status) ? { ...state, status: 'PAID_OUTSIDE', before: status } : null
  return status === 'PAID_OUTSIDE' && state.before ? { ...state, status: state.before, before: null } : null
}
