import { formatCalendarDate, formatDate, formatDateTime, relativeAge } from '../lib/format.ts'
import { useTimeZone } from './time-zone.ts'

/**
 * "Nov 20, 2026" for an instant, with the full time on hover. A title instead of a tooltip, because lists show
 * hundreds.
 */
export const DateText = ({ instant }: { instant: string | null | undefined }) => {
  const timeZone = useTimeZone()
  if (!instant) return <span aria-hidden>–</span>
  return (
    <time dateTime={instant} title={formatDateTime(instant, timeZone)}>
      {formatDate(instant, timeZone)}
    </time>
  )
}

/** "Nov 20, 2026, 9:41 AM PST". */
export const DateTimeText = ({ instant }: { instant: string }) => {
  const timeZone = useTimeZone()
  return <time dateTime={instant}>{formatDateTime(instant, timeZone)}</time>
}

/** A calendar date yyyy-mm-dd, the same day in every time zone. */
export const CalendarDateText = ({ date }: { date: string | null | undefined }) =>
  date ? <time dateTime={date}>{formatCalendarDate(date) || date}</time> : <span aria-hidden>–</span>

/** "Today", "3 days ago", with the full time on hover. */
export const AgeText = ({ instant }: { instant: string | null | undefined }) => {
  const timeZone = useTimeZone()
  if (!instant) return <span aria-hidden>–</span>
  return (
    <time dateTime={instant} title={formatDateTime(instant, timeZone)}>
      {relativeAge(instant, new Date(), timeZone)}
    </time>
  )
}
