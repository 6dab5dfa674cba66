import type { ImportState } from '../../../../schema/platform/configuration/values.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { State } from '../../../ui/status-badge.tsx'

export const STATE_BADGES: Record<ImportState, State> = {
  RUNNING: { tone: 'waiting', label: 'Importing' },
  DONE: { tone: 'positive', label: 'Imported' },
  FAILED: { tone: 'negative', label: 'Stopped' },
  UNDOING: { tone: 'waiting', label: 'Undoing' },
  UNDONE: { tone: 'archived', label: 'Undone' },
  UNDO_FAILED: { tone: 'negative', label: 'Undo stopped' },
}

export const CHANGE_BADGES = {
  ADDED: { tone: 'positive', label: 'New' },
  CHANGED: { tone: 'waiting', label: 'Changed' },
  MISSING: { tone: 'archived', label: 'Not in the file' },
} as const satisfies Record<string, State>

const counted = (count: number, noun: string): string => `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`

export const changesText = (count: number): string => counted(count, 'change')
export const problemsText = (count: number): string => counted(count, 'problem')
