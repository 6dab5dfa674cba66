import { CHECK_STATE_WORDS, type CheckState } from '../../../../schema/money/checks/values.ts'
import { type Address, to } from '../../../lib/address.ts'
import type { State, StateTone } from '../../../ui/status-badge.tsx'

const TONES: Record<CheckState, StateTone> = {
  ...{ OPEN: 'waiting', RELEASED: 'positive', REJECTED: 'negative', SILENCED: 'archived', CLOSED: 'archived' },
}
/** @param isBlocking payments wait while it is open */
export const checkState = (state: CheckState, isBlocking: boolean): State => ({
  tone: TONES[state],
  label: state === 'OPEN' && isBlocking ? 'On hold' : CHECK_STATE_WORDS[state],
})

export const findingHref = (findingId: string): Address => to('/payments/checks/$findingId', { findingId })
