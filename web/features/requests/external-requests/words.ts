import type { ExternalOutcome, UploadStatus } from '../../../../schema/requests/external-requests/endpoints.ts'
import { EXTERNAL_FIELDS } from '../../../../schema/requests/external-requests/fields.ts'
import { formatNumber } from '../../../lib/format.ts'
import type { State } from '../../../ui/status-badge.tsx'

export const STATUS_BADGES: Record<UploadStatus, State> = {
  CHECKED: { tone: 'draft', label: 'Checked' },
  RUNNING: { tone: 'waiting', label: 'Importing' },
  DONE: { tone: 'positive', label: 'Imported' },
  ROLLING_BACK: { tone: 'waiting', label: 'Undoing' },
  ROLLED_BACK: { tone: 'archived', label: 'Undone' },
}

const OUTCOMES: Record<ExternalOutcome, (count: string) => string> = {
  CREATE: (count) => `${count} ready to import`,
  BAD: (count) => `${count} with errors`,
  CREATED: (count) => `${count} imported`,
  FAILED: (count) => `${count} not imported`,
  REMOVED: (count) => `${count} removed`,
  KEPT: (count) => `${count} kept`,
}

/** "12 ready to import, 3 with errors" */
export const countsText = (counts: Partial<Record<ExternalOutcome, number>>): string =>
  (Object.keys(OUTCOMES) as ExternalOutcome[])
    .flatMap((outcome) => {
      const count = counts[outcome] ?? 0
      return count > 0 ? [OUTCOMES[outcome](formatNumber(count))] : []
    })
    .join(', ')

export const requests = (count: number): string => `${formatNumber(count)} ${count === 1 ? 'request' : 'requests'}`

export const fieldLabel = (field: string | null): string =>
  EXTERNAL_FIELDS.find(({ key }) => key === field)?.label ?? ''
