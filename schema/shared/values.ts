import { z } from 'zod'

const NO_ID = 'Not a valid id'

/** Answers and values are kept in objects by id. What every object has, such as “constructor”, would look answered. */
const OF_OBJECTS = new Set(Object.getOwnPropertyNames(Object.prototype))
const isNoNameOfObjects = (text: string): boolean => !OF_OBJECTS.has(text)

export const id = z
  .string()
  .min(1)
  .max(64)
  .regex(/^[A-Za-z0-9_-]+$/, NO_ID)
  .refine(isNoNameOfObjects, NO_ID)

/** A question of a form. A vendor form asks for a service's periods one after another, each under its own prefix. */
export const questionId = z
  .string()
  .min(1)
  .max(64)
  .regex(/^(service-period-\d{1,3}::)?[A-Za-z0-9_-]+$/, NO_ID)
  .refine(isNoNameOfObjects, NO_ID)

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/

/** Whether the text is a real calendar date, written yyyy-mm-dd (specification 1 §5). */
export const isCalendarDate = (text: string): boolean => {
  const match = DATE.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

const NO_DATE = 'Date must be in format yyyy-mm-dd'
const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** Why a text is no date, in words: "February 2026 has 28 days". */
export const dateFault = (text: string): string => {
  const [, year = '', month = '', day = ''] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text) ?? []
  if (year === '') return NO_DATE
  const name = MONTHS[Number(month) - 1]
  if (!name) return `There is no month ${Number(month)}. Months are 01 to 12`
  const days = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return `There is no ${name} ${Number(day)}. ${name} ${year} has ${days} days`
}

export const calendarDate = z
  .string()
  .refine(isCalendarDate, { error: ({ input }) => dateFault(String(input)) })
  .meta({ format: 'date' })
/** A date that has to be entered. */
export const requiredDate = z
  .string()
  .refine(isCalendarDate, { error: ({ input }) => (input === '' ? 'Required' : dateFault(String(input))) })
  .meta({ format: 'date' })
/** A calendar date in an answer, yyyy-mm-dd. */
export const shownDate = z.string().meta({ format: 'date' })
/** An instant in UTC, ISO 8601 with milliseconds and `Z`. */
export const instant = z.string().meta({ format: 'date-time' })

export const email = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .regex(/^[^\s@<>"',;:\\]+@[^\s@<>"',;:\\]+\.[^\s@<>"',;:\\]{2,}$/, {
    error: ({ input }) => (input === '' ? 'Required' : 'Invalid email'),
  })

/** Trimmed text that must not be blank. */
export const requiredText = (max: number) =>
  z
    .string()
    .trim()
    .min(1, 'Required')
    .max(max, `At most ${max.toLocaleString('en-US')} characters`)

/** Trimmed text that may be blank. */
export const limitedText = (max: number) =>
  z
    .string()
    .trim()
    .max(max, `At most ${max.toLocaleString('en-US')} characters`)

/** The address of a website, with or without its scheme. May be blank. */
export const webAddress = limitedText(300).refine(
  (value) => value === '' || /^(https?:\/\/)?[^\s/.]+(\.[^\s/.]+)+(\/\S*)?$/i.test(value),
  'Must be a web address, e.g. https://example.com',
)

export const named = z.object({ id: z.string(), name: z.string() }).meta({ title: 'Named' })
export type Named = z.infer<typeof named>
/** "Software; Data", in a cell of a file. */
export const namesInCell = (units: readonly { name: string }[]): string => units.map(({ name }) => name).join('; ')
/** "Software, Data" */
export const namesText = (units: readonly { name: string }[]): string => units.map(({ name }) => name).join(', ')

export const option = z.object({ label: z.string(), value: z.string() }).meta({ title: 'Option' })
export type Option = z.infer<typeof option>

/** A person as shown in lists and timelines. */
export const person = z
  .object({
    id: z.string(),
    firstName: z.string(),
    lastName: z.string(),
    email: z.string(),
  })
  .meta({ title: 'Person' })
export type Person = z.infer<typeof person>

export const fullName = (p: { firstName: string; lastName: string; email?: string }): string =>
  `${p.firstName} ${p.lastName}`.trim() || p.email || 'Unknown'

const YEAR_MONTHS = /^\d{4}-(0[1-9]|1[0-2]),\d{4}-(0[1-9]|1[0-2])$/
/** `2026-01,2026-12` */
export const yearMonths = z.string().regex(YEAR_MONTHS, 'dateRange must be two year-months separated by a comma')

const YEAR_MONTH = /^\d{4}-(0[1-9]|1[0-2])$/
export const isYearMonth = (text: string): boolean => YEAR_MONTH.test(text)

/** How the approvals of something stand. */
export const requestStatus = z.enum(['PENDING', 'APPROVED', 'REJECTED', 'WITHDRAWN'])

/** "Order form" for ORDER_FORM. */
export const humanize = (value: string): string => {
  const words = value.toLowerCase().replaceAll('_', ' ')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
