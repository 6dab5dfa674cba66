import { z } from 'zod'
import { BILL_PAYMENT_WORDS, type BillPaymentStatus } from '../../../../schema/money/payments/bill-payment-states.ts'
import { DETAILS_STATE_WORDS, type DetailsState } from '../../../../schema/money/payments/details-values.ts'
import {
  BANK_STATE_WORDS,
  type BankState,
  TRANSFER_STATE_WORDS,
  type TransferState,
} from '../../../../schema/money/payments/values.ts'
import { maskedAccount } from '../../../../schema/vendors/portal/values.ts'
import type { State, StateTone } from '../../../ui/status-badge.tsx'

const BANK_TONES: Record<BankState, StateTone> = {
  ...{ VERIFYING: 'waiting', VERIFIED: 'positive', FAILED: 'negative', CANCELLED: 'archived', REMOVED: 'archived' },
}
export const bankState = (state: BankState): State => ({ tone: BANK_TONES[state], label: BANK_STATE_WORDS[state] })

const TRANSFER_TONES: Record<TransferState, StateTone> = {
  ...{ WAITING: 'waiting', PROCESSING: 'waiting', POSTED: 'positive' },
  ...{ FAILED: 'negative', CANCELLED: 'archived', RETURNED: 'negative' },
}
export const transferState = (state: TransferState): State => ({
  tone: TRANSFER_TONES[state],
  label: TRANSFER_STATE_WORDS[state],
})

export const bankName = (bank: { bankName: string | null; lastFourAccountNumber: string }): string =>
  `${bank.bankName ?? 'Bank account'} ${maskedAccount(bank.lastFourAccountNumber)}`

const PAYMENT_TONES: Record<BillPaymentStatus, StateTone> = {
  ...{ PENDING: 'waiting', APPROVED: 'waiting', REJECTED: 'negative', PROCESSING: 'waiting', PAID: 'positive' },
  ...{ PAID_OUTSIDE: 'positive', FAILED: 'negative', CANCELLED: 'archived', RETURNED: 'negative' },
}
export const paymentState = (status: BillPaymentStatus): State => ({
  tone: PAYMENT_TONES[status],
  label: BILL_PAYMENT_WORDS[status],
})

const DETAILS_TONES: Record<DetailsState, StateTone> = {
  ...{ WAITING: 'waiting', CONFIRMED: 'positive', REJECTED: 'negative', REPLACED: 'archived', DELETED: 'archived' },
}
export const detailsState = ({ status, isQuarantined }: { status: DetailsState; isQuarantined: boolean }): State => ({
  tone: isQuarantined ? 'waiting' : DETAILS_TONES[status],
  label: isQuarantined ? 'In quarantine' : DETAILS_STATE_WORDS[status],
})

/** What happened to a payment. */
const EVENT_WORDS: Record<string, string> = {
  'payment.scheduled': 'Scheduled',
  'payment.unscheduled': 'Taken off the schedule',
  'payment.not-started': 'Not started on its day',
  'payment.started': 'Started',
  'payment.paid': 'Paid',
  'payment.failed': 'Failed',
  'payment.cancelled': 'Canceled',
  'payment.returned': 'Returned by the bank',
  'payment.withdrawn': 'Canceled, because the bill was changed',
  'payment.method-set': 'Bank account chosen',
  'payment.paid-outside': 'Marked as paid outside',
  'payment.not-paid-outside': 'No longer marked as paid outside',
  'payment.details-chosen': 'Bank details chosen',
  'payment.details-confirmed': 'Bank details confirmed',
  'payment.details-rejected': 'Bank details rejected',
  'payment.details-entered': 'Bank details entered again',
}

interface Event {
  eventType: string
  eventBody: string
}

export const eventWords = ({ eventType }: Event): string => EVENT_WORDS[eventType] ?? 'Changed'

const withReason = z.object({ reason: z.string() })

/** Why, if that is known. */
export const eventReason = ({ eventBody }: Event): string | null =>
  withReason.safeParse(JSON.parse(eventBody)).data?.reason ?? null

/** A vendor isn't told what the payment waits for at its customer. */
export const vendorPaymentState = (status: BillPaymentStatus): State =>
  status === 'PENDING' || status === 'APPROVED' || status === 'REJECTED' || status === 'FAILED'
    ? { tone: 'waiting', label: 'Approved' }
    : paymentState(status)
