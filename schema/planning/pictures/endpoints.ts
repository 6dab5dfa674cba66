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

/** The current month and those before it. */
export const DECISION_MONTHS = 12

const decisionMonth = z.object({
  /** yyyy-mm, in the person's time zone. */
  month: z.string(),
  /** Requests that were approved or rejected in it. */
  decided: z.number().int(),
  /** Milliseconds from submission to decision: half of them took less. Null without any. */
  medianMs: z.number().nullable(),
})

export const decisionPicture = z.object({
  /** Whose requests: everyone's, those of a department's people, or the person's own. */
  of: z.enum(['COMPANY', 'DEPARTMENT', 'OWN']),
  /** The department. */
  unit: z.object({ id: z.string(), name: z.string() }).nullable(),
  months: z.array(decisionMonth),
  decided: z.number().int(),
  medianMs: z.number().nullable(),
})
export type DecisionPicture = z.infer<typeof decisionPicture>

export const getDecisionPicture = endpoint({
  id: 'home.decision-times',
  method: 'GET',
  path: '/api/home/decision-times',
  summary: 'How long requests took from submission to decision, by month',
  query: z.object({
    /** A department: one the person leads, or any. Without it everything they may see, at least their own requests. */
    departmentId: id.optional(),
  }),
  response: decisionPicture,
})

/** How long something has waited, in days of the person's time zone: today, 1 to 7, 8 to 30, or more. */
export const WAITING_AGES = ['TODAY', 'WEEK', 'MONTH', 'OLDER'] as const
export type WaitingAge = (typeof WAITING_AGES)[number]
/** More that waits for one person isn't counted: those that have waited longest are. */
export const MOST_WAITING = 45
export const SHOWN_OPEN = 6

export const waitingPicture = z.object({
  /** What waits for the person, also as a delegate. */
  mine: z.object({
    ages: z.array(
      z.object({
        age: z.enum(WAITING_AGES),
        count: z.number().int(),
        /** The one that has waited longest. */
        first: z.object({ targetType: z.string(), id: z.string() }).nullable(),
      }),
    ),
    isCut: z.boolean(),
  }),
  /** Undecided requests of the whole company, for people who see all requests. */
  open: z
    .object({
      categories: z.array(z.object({ id: z.string(), name: z.string(), count: z.number().int() })),
      total: z.number().int(),
    })
    .nullable(),
})
export type WaitingPicture = z.infer<typeof waitingPicture>

export const getWaitingPicture = endpoint({
  id: 'home.waiting',
  method: 'GET',
  path: '/api/home/waiting',
  summary: 'How much waits for the person and how long already, and the open requests of the company by category',
  response: waitingPicture,
})
