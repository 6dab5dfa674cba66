import { z } from 'zod'
import * as endpoints from '../../../../schema/platform/business-hours/endpoints.ts'
import { callOf, settingsSection } from '../configuration/index.ts'
import { holidayFaults, readBusinessHours, saveBusinessHours } from './operations.ts'

/** Settings › Approvals › Business hours, in a file of configuration. */

/** By their numbers: 0 is Sunday. */
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const body = endpoints.saveBusinessHours.body

type Raw = Omit<endpoints.BusinessHours, 'version'>

const dayOff = z.strictObject({ day: z.string(), name: z.string(), everyYear: z.boolean().optional() })
const shape = z.strictObject({
  opens: z.string(),
  closes: z.string(),
  days: z.array(z.enum(WEEKDAYS)),
  /** A country's code, whose public holidays are days off. */
  holidaysOf: z.string().optional(),
  holidaysWorked: z.array(z.string()).optional(),
  daysOff: z.array(dayOff).optional(),
})

/** Where the page's fields are in the file. */
const PLACES = new Map([
  ['weekdays', 'days'],
  ['country', 'holidaysOf'],
  ['worked', 'holidaysWorked'],
  ['own', 'daysOff'],
])

settingsSection<Raw, z.output<typeof shape>>({
  key: 'businessHours',
  title: 'Business hours',
  order: 2,
  access: 'approvals.configure',
  unavailable: 'Nothing is approved here',
  shape,
  read: async (context) => {
    const { version: _, ...hours } = await callOf(readBusinessHours, context, {})
    return hours
  },
  toFile: ({ opens, closes, weekdays, country, worked, own }) => ({
    opens,
    closes,
    days: weekdays.map((day) => WEEKDAYS[day]),
    holidaysOf: country ?? undefined,
    holidaysWorked: worked.length > 0 ? worked : undefined,
    daysOff:
      own.length > 0 ? own.map(({ everyYear, ...day }) => ({ ...day, everyYear: everyYear || undefined })) : undefined,
  }),
  fromFile: ({ opens, closes, days, holidaysOf = null, holidaysWorked = [], daysOff = [] }, writing) => {
    const raw: Raw = {
      opens,
      closes,
      weekdays: days.map((day) => WEEKDAYS.indexOf(day)),
      country: holidaysOf,
      worked: holidaysWorked,
      own: daysOff.map((day) => ({ ...day, everyYear: day.everyYear ?? false })),
    }
    const checked = body?.safeParse(raw)
    for (const { path, message } of checked?.error?.issues ?? []) {
      const [field = '', ...rest] = path.map((step) => (typeof step === 'symbol' ? String(step) : step))
      writing.problem([PLACES.get(String(field)) ?? field, ...rest], message)
    }
    for (const { at, message } of holidayFaults(raw)) writing.problem(['holidaysWorked', at], message)
    return checked?.data ? { ...raw, weekdays: checked.data.weekdays } : raw
  },
  write: (context, raw) => callOf(saveBusinessHours, context, raw),
})
