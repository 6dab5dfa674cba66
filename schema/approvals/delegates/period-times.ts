import { endOfDay, startOfDay } from '../../shared/calendar.ts'
import type { Period, PeriodTimes } from './delegation.ts'

/**
 * When the days of a period begin and end.
 * @param timeZone of the person who delegates; UTC if they have none
 */
export const periodTimes = ({ startsOn, endsOn }: Period, timeZone: string | null): PeriodTimes => {
  const at = (instant: string | undefined) => (instant === undefined ? null : Date.parse(instant))
  const zone = timeZone ?? 'UTC'
  return { startsAt: at(startOfDay(startsOn ?? undefined, zone)), endsAt: at(endOfDay(endsOn ?? undefined, zone)) }
}
