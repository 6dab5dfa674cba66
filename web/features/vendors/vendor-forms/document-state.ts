import { type DocumentState, daysLeftText } from '../../../../schema/documents/documents/expiry.ts'
import { formatCalendarDate } from '../../../lib/format.ts'
import type { State } from '../../../ui/status-badge.tsx'

const TONES: Record<DocumentState | 'MISSING', State['tone']> = {
  VALID: 'positive',
  EXPIRING: 'waiting',
  EXPIRED: 'negative',
  MISSING: 'draft',
}

/** "valid until Nov 20, 2026", "expires in 12 days", "expired on Nov 3, 2026", "missing". */
export const stateText = (
  { state, expiresOn }: { state: DocumentState | 'MISSING'; expiresOn: string | null },
  today: string,
): string => {
  if (state === 'MISSING') return 'missing'
  if (expiresOn === null) return 'no expiry date'
  if (state === 'EXPIRED') return `expired on ${formatCalendarDate(expiresOn)}`
  return state === 'EXPIRING' ? daysLeftText(expiresOn, today) : `valid until ${formatCalendarDate(expiresOn)}`
}

export const documentState = (
  document: { state: DocumentState | 'MISSING'; expiresOn: string | null },
  today: string,
): State => {
  const text = stateText(document, today)
  return { tone: TONES[document.state], label: `${text.charAt(0).toUpperCase()}${text.slice(1)}` }
}
