import { z } from 'zod'
import { type BusinessCalendar, STANDARD_CALENDAR } from '../../../../schema/platform/business-hours/calendar.ts'

export type { BusinessCalendar }

/** SQL of a company's calendar as it is stored, null for the standard. */
export const calendarSql = (companyId: string): string =>
  `(SELECT bh.calendar FROM business_hours bh WHERE bh.company_id = ${companyId})`

const stored = z.object({
  opens: z.string(),
  closes: z.string(),
  weekdays: z.array(z.number()),
  country: z.string().nullable(),
  worked: z.array(z.string()),
  own: z.array(z.object({ day: z.string(), name: z.string(), everyYear: z.boolean() })),
})

/** @param text as `calendarSql` reads it */
export const calendarOf = (text: unknown): BusinessCalendar =>
  typeof text === 'string' ? stored.parse(JSON.parse(text)) : STANDARD_CALENDAR
