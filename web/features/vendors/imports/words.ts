import { formatNumber } from '../../../lib/format.ts'
import type { State } from '../../../ui/status-badge.tsx'
import type { ImportSummary, RowOutcome } from './api.ts'

export const importState = ({ status }: Pick<ImportSummary, 'status'>): State => {
  switch (status) {
    case 'MAPPING':
      return { tone: 'draft', label: 'Not checked' }
    case 'CHECKED':
      return { tone: 'draft', label: 'Checked' }
    case 'RUNNING':
      return { tone: 'waiting', label: 'Importing' }
    case 'DONE':
      return { tone: 'positive', label: 'Imported' }
    case 'ROLLING_BACK':
      return { tone: 'waiting', label: 'Undoing' }
    case 'ROLLED_BACK':
      return { tone: 'archived', label: 'Undone' }
  }
}

export const rowState = (outcome: RowOutcome): State => {
  switch (outcome) {
    case 'NEW':
      return { tone: 'draft', label: 'Not checked' }
    case 'CREATE':
      return { tone: 'neutral', label: 'Will be created' }
    case 'UPDATE':
      return { tone: 'neutral', label: 'Will be updated' }
    case 'SKIP':
      return { tone: 'archived', label: 'Will be skipped' }
    case 'BAD':
      return { tone: 'negative', label: 'Cannot be imported' }
    case 'CREATED':
      return { tone: 'positive', label: 'Created' }
    case 'UPDATED':
      return { tone: 'positive', label: 'Updated' }
    case 'SKIPPED':
      return { tone: 'archived', label: 'Skipped' }
    case 'FAILED':
      return { tone: 'negative', label: 'Not imported' }
    case 'REMOVED':
      return { tone: 'archived', label: 'Removed' }
    case 'RESTORED':
      return { tone: 'archived', label: 'Restored' }
    case 'KEPT':
      return { tone: 'waiting', label: 'Kept' }
  }
}

/** The counts of an import, in screen order. */
export const COUNTED: { outcome: RowOutcome; label: string }[] = [
  { outcome: 'CREATE', label: 'Will be created' },
  { outcome: 'UPDATE', label: 'Will be updated' },
  { outcome: 'SKIP', label: 'Will be skipped' },
  { outcome: 'BAD', label: 'Cannot be imported' },
  { outcome: 'CREATED', label: 'Created' },
  { outcome: 'UPDATED', label: 'Updated' },
  { outcome: 'REMOVED', label: 'Removed' },
  { outcome: 'RESTORED', label: 'Restored' },
  { outcome: 'KEPT', label: 'Kept' },
  { outcome: 'SKIPPED', label: 'Skipped' },
  { outcome: 'FAILED', label: 'Not imported' },
]

/** "4,993 created, 7 not imported". */
export const outcomeText = ({ counts }: Pick<ImportSummary, 'counts'>): string =>
  COUNTED.flatMap(({ outcome, label }) => {
    const count = counts[outcome]
    return count ? [`${formatNumber(count)} ${label.toLowerCase()}`] : []
  }).join(', ')
