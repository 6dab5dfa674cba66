import type { OrderStatus, OrderSyncState } from '../../../../schema/spend/purchase-orders/content.ts'
import { ORDER_STATUS_WORDS, ORDER_SYNC_WORDS } from '../../../../schema/spend/purchase-orders/filters.ts'
import type { State } from '../../../ui/status-badge.tsx'

export const statusState = (status: OrderStatus): State => ({
  tone: status === 'OPEN' ? 'neutral' : 'archived',
  label: ORDER_STATUS_WORDS[status],
})

const TONES = { NONE: 'draft', SENDING: 'waiting', SYNCED: 'positive', ERRORED: 'negative' } as const
export const syncState = (state: OrderSyncState): State => ({ tone: TONES[state], label: ORDER_SYNC_WORDS[state] })
