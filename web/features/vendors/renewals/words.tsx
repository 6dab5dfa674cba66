import { daysBetween } from '../../../../schema/shared/day-count.ts'
import { StatusBadge } from '../../../ui/status-badge.tsx'
import type { Renewal } from './api.ts'

/** "today", "in 12 days", "3 days ago": whole days between two calendar dates. */
export const daysFrom = (today: string, day: string): string => {
  const days = daysBetween(today, day)
  if (days === 0) return 'today'
  const count = `${Math.abs(days)} ${Math.abs(days) === 1 ? 'day' : 'days'}`
  return days > 0 ? `in ${count}` : `${count} ago`
}

/** What happens to the service when the period ends. */
export const RenewalState = ({ renewal, today }: { renewal: Renewal; today: string }) => {
  if (renewal.continuesOn) return <StatusBadge plain tone="positive" label="Continues" />
  if (renewal.endDate < today) return <StatusBadge plain tone="archived" label="Ended" />
  return renewal.autorenews ? (
    <StatusBadge plain tone="waiting" label="Auto-renews" />
  ) : (
    <StatusBadge plain tone="neutral" label="Manual" />
  )
}
