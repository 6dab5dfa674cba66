import type { Delegation } from '../../../../schema/approvals/delegates/endpoints.ts'
import { formatCalendarDate } from '../../../lib/format.ts'
import type { State } from '../../../ui/status-badge.tsx'

/** The state of a delegation, as a word with a shape. */
export const delegationBadge = ({ state, startsOn }: Pick<Delegation, 'state' | 'startsOn'>): State => {
  if (state === 'IN_FORCE') return { tone: 'positive', label: 'Active' }
  if (state === 'UPCOMING') return { tone: 'waiting', label: `From ${formatCalendarDate(startsOn ?? '')}` }
  if (state === 'ENDED') return { tone: 'archived', label: 'Ended' }
  return { tone: 'negative', label: 'Disabled' }
}
