import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { calendarDate, shownDate } from '../../shared/values.ts'
import { HOLIDAY_COUNTRIES } from './countries.ts'

/** When a company works: its hours, days and holidays. */

export const MOST_OWN_HOLIDAYS = 100
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time such as 09:00')
const country = z.string().refine((code) => HOLIDAY_COUNTRIES.includes(code), 'There is no list of this country')
const holidayName = z.string().trim().min(1, 'Required').max(100, 'At most 100 characters')

const terms = {
  opens: time,
  closes: time,
  /** 0 is Sunday. */
  weekdays: z
    .array(z.number().int().min(0).max(6))
    .min(1, 'At least one day')
    .max(7)
    .transform((days) => [...new Set(days)].toSorted((a, b) => a - b)),
  /** Whose public holidays are days off. Null for none. */
  country: country.nullable().default(null),
  /** Names of that country's holidays on which the company works. */
  worked: z.array(holidayName).max(60).default([]),
  /** Days off of the company's own. */
  own: z
    .array(z.object({ day: calendarDate, name: holidayName, everyYear: z.boolean().default(false) }))
    .max(MOST_OWN_HOLIDAYS, `At most ${MOST_OWN_HOLIDAYS} days`)
    .default([]),
}

const businessHours = z.object({
  opens: z.string(),
  closes: z.string(),
  weekdays: z.array(z.number().int()),
  country: z.string().nullable(),
  worked: z.array(z.string()),
  own: z.array(z.object({ day: shownDate, name: z.string(), everyYear: z.boolean() })),
  version: z.number().int(),
})
export type BusinessHours = z.infer<typeof businessHours>

export const getBusinessHours = endpoint({
  id: 'business-hours.get',
  method: 'GET',
  path: '/api/settings/business-hours',
  summary: 'When the company works: hours, days and holidays',
  response: businessHours,
})

export const saveBusinessHours = endpoint({
  id: 'business-hours.save',
  method: 'PUT',
  path: '/api/settings/business-hours',
  summary: 'Set when the company works; requests in progress keep their deadlines',
  /** Without a version the last change wins. */
  body: z
    .object({ ...terms, version: z.number().int().optional() })
    .refine(({ opens, closes }) => opens < closes, { path: ['closes'], error: 'Later than the work begins' })
    .refine(({ own }) => new Set(own.map(({ day }) => day)).size === own.length, {
      path: ['own'],
      error: 'Each day once',
    }),
  response: businessHours,
})

export const listHolidays = endpoint({
  id: 'business-hours.holidays',
  method: 'GET',
  path: '/api/settings/business-hours/holidays',
  summary: 'Public holidays of a country, this year and the two after it',
  query: z.object({ country }),
  response: z.object({ holidays: z.array(z.object({ day: shownDate, name: z.string() })) }),
})
