import { weekdayOf } from '../../shared/calendar.ts'
import { holidaysOf } from './holidays.ts'

/** When a company works. Whatever counts business hours or working days asks `isWorkday` and keeps to `opens` and `closes`. */

export interface OwnHoliday {
  /** A calendar date. Of its year only, unless it is every year's. */
  day: string
  name: string
  everyYear: boolean
}

export interface BusinessCalendar {
  /** HH:mm, in the zone of the person whose hours are counted. */
  opens: string
  closes: string
  /** 0 is Sunday. */
  weekdays: number[]
  /** Whose public holidays are days off, as an ISO 3166 code. Null for none. */
  country: string | null
  /** Names of that country's holidays on which the company works. */
  worked: string[]
  /** Days off of its own. */
  own: OwnHoliday[]
}

/** For a company that has never set any. */
export const STANDARD_CALENDAR: BusinessCalendar = {
  opens: '09:00',
  closes: '17:00',
  weekdays: [1, 2, 3, 4, 5],
  country: null,
  worked: [],
  own: [],
}

type DaysOff = Pick<BusinessCalendar, 'weekdays' | 'country' | 'worked' | 'own'>

/** The name of the holiday that the company has on that day, or null. */
export const holidayOn = ({ country, worked, own }: Omit<DaysOff, 'weekdays'>, day: string): string | null => {
  const mine = own.find((one) => one.day === day || (one.everyYear && one.day.slice(5) === day.slice(5)))
  if (mine) return mine.name
  if (country === null) return null
  const found = holidaysOf(country, Number(day.slice(0, 4))).find(
    (one) => one.day === day && !worked.includes(one.name),
  )
  return found?.name ?? null
}

/** @param day a calendar date */
export const isWorkday = (calendar: DaysOff, day: string): boolean =>
  calendar.weekdays.includes(weekdayOf(day)) && holidayOn(calendar, day) === null
