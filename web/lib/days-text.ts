import { formatCalendarDate } from './format.ts'

/** "Mar 1 – Mar 31", "from Mar 1", "until Mar 31". */
export const daysText = (from: string | null | undefined, to: string | null | undefined): string => {
  if (from && from === to) return formatCalendarDate(from)
  if (from && to) return `${formatCalendarDate(from)} – ${formatCalendarDate(to)}`
  return from ? `from ${formatCalendarDate(from)}` : `until ${formatCalendarDate(to ?? '')}`
}
