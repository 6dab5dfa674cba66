import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { exchangeRate } from '../../shared/exchange.ts'
import { currency } from '../../shared/money.ts'
import { id } from '../../shared/values.ts'

/** Home as a picture: small charts, each of which opens its list. */

/** The current month and those after it. */
export const SPEND_MONTHS = 12
/** Categories with a name of their own, those with most spend. The rest is one. */
export const SHOWN_CATEGORIES = 6

/** What a picture is of: all of the company, or what belongs to a department or business unit. */
const unit = z.object({
  /** '' for the whole company. */
  id: z.string(),
  kind: z.enum(['COMPANY', 'DEPARTMENT', 'BUSINESS_UNIT']),
  name: z.string(),
})
export type PictureUnit = z.infer<typeof unit>

/** Amounts in whole minor units of the company's currency, at today's rates. */
const spendMonth = z.object({
  /** yyyy-mm */
  month: z.string(),
  spend: z.number().int(),
  /** In the order of `categories`. */
  byCategory: z.array(z.number().int()),
  /** Services whose last period ends in the month, and what those periods cost. */
  renewals: z.number().int(),
  renewalCost: z.number().int(),
})

export const spendPicture = z.object({
  currency,
  /** What the person may choose: the whole company, which means any unit, or those they lead. */
  units: z.array(unit),
  /** What is shown. Null if they lead nothing. */
  unit: unit.nullable(),
  months: z.array(spendMonth),
  /** Those with most spend first. Without an id: services without a category. */
  categories: z.array(z.object({ id: z.string().nullable(), name: z.string(), spend: z.number().int() })),
  /** All other categories together. */
  otherSpend: z.number().int(),
  /** The rates that were used, and currencies whose amounts are missing because they have none. */
  rates: z.array(exchangeRate),
  withoutRate: z.array(currency),
})
export type SpendPicture = z.infer<typeof spendPicture>

export const getSpendPicture = endpoint({
  id: 'home.spend',
  method: 'GET',
  path: '/api/home/spend',
  summary: 'What services will cost in the next twelve months, by category, and how many end in each',
  query: z.object({
    /** A department or business unit: one the person leads, or any. Without it the first of what they may see. */
    unitId: id.optional(),
  }),
  response: spendPicture,
})
