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
