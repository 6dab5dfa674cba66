import { z } from 'zod'
import { shiftMonth } from '../../shared/calendar.ts'
import { isYearMonth } from '../../shared/values.ts'

/** Plans: what a company means to spend and to earn, month by month (specification 3 §3 and §9). */

export const PLAN_MAPPING_KINDS = [
  'BUSINESS_UNITS',
  'DEPARTMENTS',
  'EXPENSE_CATEGORIES',
  'LOCATIONS',
  'REVENUE_CATEGORIES',
  'VENDORS',
] as const
export const planMappingKind = z.enum(PLAN_MAPPING_KINDS)
export type PlanMappingKind = (typeof PLAN_MAPPING_KINDS)[number]

/** The columns of a line that name something of the plan. */
export const PLAN_DIMENSIONS = ['department', 'businessUnit', 'category', 'location', 'vendor'] as const
export type PlanDimension = (typeof PLAN_DIMENSIONS)[number]

export const PLAN_TYPES = ['expense', 'revenue'] as const
export type PlanType = (typeof PLAN_TYPES)[number]

/** A category of expenses isn't one of revenue, also if both have the same name. */
export const kindOfDimension = (dimension: PlanDimension, type: PlanType): PlanMappingKind => {
  if (dimension === 'category') return type === 'expense' ? 'EXPENSE_CATEGORIES' : 'REVENUE_CATEGORIES'
  return DIMENSION_KINDS[dimension]
}
const DIMENSION_KINDS = {
  department: 'DEPARTMENTS',
  businessUnit: 'BUSINESS_UNITS',
  location: 'LOCATIONS',
  vendor: 'VENDORS',
} as const

export const dimensionOfKind = (kind: PlanMappingKind): PlanDimension => {
  if (kind === 'EXPENSE_CATEGORIES' || kind === 'REVENUE_CATEGORIES') return 'category'
  return (
    { DEPARTMENTS: 'department', BUSINESS_UNITS: 'businessUnit', LOCATIONS: 'location', VENDORS: 'vendor' } as const
  )[kind]
}

export const DIMENSION_WORDS: Record<PlanDimension, string> = {
  department: 'Department',
  businessUnit: 'Business unit',
  category: 'Category',
  location: 'Location',
  vendor: 'Vendor',
}

export const MOST_PLANS = 200
/** Five years. */
export const MOST_PLAN_MONTHS = 60
/** Lines of a plan: each names a department, vendor and so on once, with an amount for each month. */
export const MOST_PLAN_LINES = 20_000
/** The longest table that can be imported. */
export const MOST_TABLE_BYTES = 1_500_000
export const TABLE_TOO_LONG =
  'A table has at most 1.5 million characters. Leave out rows and columns that the plan doesn’t need, or import it as several plans.'
export const LONGEST_PLAN_NAME = 120
export const LONGEST_PLAN_ITEM = 200
/** The largest amount of a line in a month, in minor units, so that sums stay exact. */
export const MOST_PLANNED = 1_000_000_000_000

/** Year-months are compared as text. */
export const planMonth = z.string().refine(isYearMonth, {
  error: ({ input }) => (input === '' || input === null ? 'Required' : 'Year-month must be in format yyyy-mm'),
})

/** Every month of a plan, in order. */
export const planMonths = (start: string, end: string): string[] => {
  const months: string[] = []
  for (let month = start; month <= end && months.length <= MOST_PLAN_MONTHS; month = shiftMonth(month, 1))
    months.push(month)
  return months
}

/** What is wrong with a plan's last month, or null. */
export const planRangeProblem = (start: string, end: string): string | null => {
  if (end < start) return 'The last month must not be before the first one.'
  return planMonths(start, end).length > MOST_PLAN_MONTHS ? `A plan has at most ${MOST_PLAN_MONTHS} months.` : null
}

/** Comma-separated, or with tabs as spreadsheets copy it. */
export const planTable = z
  .string()
  .min(1, 'Required')
  .max(MOST_TABLE_BYTES, TABLE_TOO_LONG)
  // Letters with accents take two bytes, and a request may hold so many bytes.
  .refine((text) => new TextEncoder().encode(text).length <= MOST_TABLE_BYTES, TABLE_TOO_LONG)
