import type { Lane } from '../../../../schema/money/worklist/endpoints.ts'

export const LANE_NAMES: Record<Lane, string> = {
  ENTER: 'To enter',
  MATCH: 'To match',
  APPROVE: 'To approve',
  PAY: 'To pay',
  STUCK: 'Stuck',
}

const DAY_MS = 24 * 60 * 60 * 1000

/** "Oldest: 3 days", "Oldest: today". */
export const ageText = (oldest: string, now: number): string => {
  const days = Math.max(0, Math.floor((now - Date.parse(oldest)) / DAY_MS))
  if (days === 0) return 'Oldest: today'
  return `Oldest: ${days} ${days === 1 ? 'day' : 'days'}`
}
