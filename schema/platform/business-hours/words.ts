import type { BusinessCalendar } from './calendar.ts'

export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

/** "Monday to Friday", "Monday, Wednesday and Friday". */
const weekdayWords = (weekdays: readonly number[]): string => {
  // From Monday on, because weeks of work begin there.
  const days = weekdays.toSorted((a, b) => ((a + 6) % 7) - ((b + 6) % 7))
  const names = days.map((day) => WEEKDAYS[day] ?? '')
  const isRow = days.every((day, index) => index === 0 || (day + 6) % 7 === (((days[index - 1] ?? 0) + 6) % 7) + 1)
  if (names.length > 2 && isRow) return `${names[0]} to ${names.at(-1)}`
  return names.length > 1 ? `${names.slice(0, -1).join(', ')} and ${names.at(-1)}` : (names[0] ?? '')
}

/** "Monday to Friday, 09:00 to 17:00". */
export const hoursWords = ({
  weekdays,
  opens,
  closes,
}: Pick<BusinessCalendar, 'weekdays' | 'opens' | 'closes'>): string =>
  `${weekdayWords(weekdays)}, ${opens} to ${closes}`
