import type { BillRow } from '../../../../schema/money/bills/list.ts'
import { requestState, type State } from '../../../ui/status-badge.tsx'

export const billState = ({ status, archived }: Pick<BillRow, 'status' | 'archived'>): State =>
  status === 'PAID' && !archived
    ? { tone: 'positive', label: 'Paid' }
    : requestState({ status: status === 'PAID' ? 'APPROVED' : status, archived })

/** How it is in the accounting system. */
export const syncState = ({ syncEntry }: Pick<BillRow, 'syncEntry'>): State | null => {
  if (!syncEntry) return null
  if (syncEntry.isSynced) return { tone: 'positive', label: 'Synced' }
  return syncEntry.error ? { tone: 'negative', label: 'Not synced' } : { tone: 'waiting', label: 'To sync' }
}

export const waitingText = ({ waitingFor }: Pick<BillRow, 'waitingFor'>): string =>
  [...new Set(waitingFor.flatMap(({ people }) => people.map(({ name }) => name)))].join(', ')
