import { z } from 'zod'
import { REQUEST_STATUSES } from '../../../../schema/approvals/engine/statuses.ts'
import { addDays, addMonths } from '../../../../schema/shared/calendar.ts'
import { calendarDate, type Named } from '../../../../schema/shared/values.ts'

/** The tool that answers questions about requests: its input as a person or a model names it, and as it is carried out. */

export const MEASURES = ['COUNT', 'AMOUNT', 'PROCESSING_DAYS'] as const
export const DIMENSIONS = ['NONE', 'MONTH', 'STATUS', 'CATEGORY', 'DEPARTMENT', 'REQUESTER', 'VENDOR'] as const

export const namedCall = z.object({
  measure: z.enum(MEASURES),
  dimension: z.enum(DIMENSIONS),
  statuses: z.array(z.enum(REQUEST_STATUSES)).max(4),
  categories: z.array(z.string()).max(20),
  departments: z.array(z.string()).max(20),
  from: calendarDate.nullable(),
  to: calendarDate.nullable(),
})
export type NamedCall = z.infer<typeof namedCall>

export interface FiguresCall extends Omit<NamedCall, 'categories' | 'departments'> {
  categories: Named[]
  departments: Named[]
  from: string
  to: string
}

/** What a company calls things. */
export interface Catalog {
  categories: Named[]
  departments: Named[]
}

const MOST_MONTHS = 24
const USUAL_MONTHS = 12

const found = (names: readonly string[], known: readonly Named[], noun: string): Named[] | { refusal: string } => {
  const wanted = [...new Set(names.map((name) => name.trim().toLowerCase()))]
  const missing = wanted.find((name) => !known.some((one) => one.name.toLowerCase() === name))
  if (missing !== undefined) return { refusal: `There is no ${noun} called “${missing}”.` }
  return known.filter(({ name }) => wanted.includes(name.toLowerCase()))
}

/** A call with the ids of what it names and with its dates, the last twelve months unless it says. Or why it can't be. */
export const settledCall = (call: NamedCall, catalog: Catalog, today: string): FiguresCall | { refusal: string } => {
  const categories = found(call.categories, catalog.categories, 'category')
  if ('refusal' in categories) return categories
  const departments = found(call.departments, catalog.departments, 'department')
  if ('refusal' in departments) return departments
  const to = call.to ?? today
  const from = call.from ?? addDays(addMonths(to, -USUAL_MONTHS), 1)
  if (from > to) return { refusal: 'The period ends before it begins.' }
  if (addMonths(from, MOST_MONTHS) <= to)
    return { refusal: 'I can count at most two years at a time. Name a shorter period.' }
  return { ...call, categories, departments, from, to }
}

export const CAN_ASK =
  'I can count requests, add up their amounts and average how long decisions take, by month, status, category, department, requester or vendor, filtered by status, category and department.'
