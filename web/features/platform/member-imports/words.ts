import { formatNumber } from '../../../lib/format.ts'
import type { State } from '../../../ui/status-badge.tsx'
import type { MemberImportSummary, MemberOutcome } from './api.ts'

export const importState = ({ status }: Pick<MemberImportSummary, 'status'>): State => {
  switch (status) {
    case 'MAPPING':
      return { tone: 'draft', label: 'Not checked' }
    case 'CHECKED':
      return { tone: 'draft', label: 'Checked' }
    case 'DONE':
      return { tone: 'positive', label: 'Imported' }
    case 'UNDONE':
      return { tone: 'archived', label: 'Undone' }
  }
}

export const rowState = (outcome: MemberOutcome): State => {
  switch (outcome) {
    case 'NEW':
      return { tone: 'draft', label: 'Not checked' }
    case 'CREATE':
      return { tone: 'neutral', label: 'Will be added' }
    case 'SKIP':
      return { tone: 'archived', label: 'Will be skipped' }
    case 'BAD':
      return { tone: 'negative', label: 'Can’t be added' }
    case 'CREATED':
      return { tone: 'positive', label: 'Added' }
    case 'SKIPPED':
      return { tone: 'archived', label: 'Skipped' }
    case 'FAILED':
      return { tone: 'negative', label: 'Not added' }
    case 'REMOVED':
      return { tone: 'archived', label: 'Removed' }
    case 'KEPT':
      return { tone: 'waiting', label: 'Kept' }
  }
}

/** The counts of an import, in screen order. */
export const COUNTED: { outcome: MemberOutcome; label: string }[] = (
  ['CREATE', 'SKIP', 'BAD', 'CREATED', 'REMOVED', 'KEPT', 'SKIPPED', 'FAILED'] as const
).map((outcome) => ({ outcome, label: rowState(outcome).label }))

/** "12 added, 1 not added". */
export const outcomeText = ({ counts }: Pick<MemberImportSummary, 'counts'>): string =>
  COUNTED.flatMap(({ outcome, label }) => {
    const count = counts[outcome]
    return count ? [`${formatNumber(count)} ${label.toLowerCase()}`] : []
  }).join(', ')
