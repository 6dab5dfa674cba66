import { z } from 'zod'
import { amountRange } from './amount-range.ts'
import { answerFilters } from './paging.ts'
import type { CompanyFlag } from './permissions.ts'
import { calendarDate, id, isCalendarDate, isYearMonth, yearMonths } from './values.ts'

/**
 * What a list can be filtered by, each filter in one place: what the endpoint accepts, what the address of the page
 * says, and how screens word it. Made from it: the query, the address, the toolbar, the dialog, chips and saved views.
 */

interface Words {
  label: string
  /** In the dialog of further filters, instead of beside the search. */
  isFurther?: true
  /** The company's flag without which no one sees it. */
  flag?: CompanyFlag
  /** Its name in the address of the page, if it isn't the endpoint's. */
  address?: string
  /** Shown only with a value, which a link to the page gave it. */
  isShownOnceSet?: true
}

/** A filter as the kit goes through it. */
export interface AnyFilter extends Words {
  kind: 'search' | 'choice' | 'lookup' | 'lookups' | 'months' | 'days' | 'lastDay' | 'pairs' | 'list' | 'amount'
  /** What the endpoint accepts. */
  schema: z.ZodType
  /** What the page's address says. */
  found: z.ZodType
  /** In an empty search, and how long after the last key it is sent. */
  placeholder?: string
  delayMs?: number
  /** The values of a choice in words, and the one that applies without another. */
  options?: readonly { value: string; label: string }[]
  usual?: string
  /** What a lookup looks up. */
  of?: string
  /** The filter with the last day of a range of days. */
  until?: string
}
export type Filters = Readonly<Record<string, AnyFilter>>

const text = z.string().trim().optional().catch(undefined)
const texts = z
  .preprocess((value) => (typeof value === 'string' ? [value] : value), z.array(z.string()))
  .optional()
  .catch(undefined)
const optionsOf = (values: readonly string[], words: Readonly<Record<string, string>>) =>
  values.map((value) => ({ value, label: words[value] ?? value }))

export const searchFilter = (label: string, placeholder: string, most = 200) => ({
  ...{ kind: 'search' as const, schema: z.string().trim().max(most).optional(), found: text, label, placeholder },
})

/** One of a few values. */
export const choiceFilter = <const V extends readonly [string, ...string[]], const W extends Words>(
  values: V,
  named: Readonly<Record<V[number], string>>,
  words: W,
) => ({
  ...{ kind: 'choice' as const, schema: z.enum(values).optional(), found: z.enum(values).optional().catch(undefined) },
  ...{ options: optionsOf(values, named), ...words },
})

export const LIST_FILTER_LABELS = {
  ACTION_REQUIRED: 'Pending (action required)',
  ACTIVE: 'Active',
  ALL: 'All',
  ARCHIVED: 'Archived',
  WITHOUT_OWNER: 'Without an owner',
} as const
type Status = keyof typeof LIST_FILTER_LABELS

/** Active, archived, all: active ones without another choice. */
export const statusFilter = <const V extends readonly [Status, ...Status[]]>(values: V) => ({
  ...{ kind: 'choice' as const, found: z.enum(values).optional().catch(undefined), label: 'Status', usual: 'ACTIVE' },
  ...{ schema: z.enum(values).default('ACTIVE' as never), options: optionsOf(values, LIST_FILTER_LABELS) },
})

/** In an address "true", in the body of a saved set of filters true. */
const yesNo = z.union([z.boolean(), z.stringbool()], 'Must be true or false')

/** Yes or no, or both without it. */
export const yesNoFilter = <const W extends Words>(words: W) => ({
  ...{
    kind: 'choice' as const,
    schema: yesNo.optional(),
    found: z.enum(['true', 'false']).optional().catch(undefined),
  },
  ...{ options: optionsOf(['true', 'false'], { true: 'Yes', false: 'No' }), ...words },
})

/** One of several values, which the page itself gives. */
export const listFilter = <S extends z.ZodType, const W extends Words>(values: S, words: W) => ({
  ...{ kind: 'list' as const, schema: values.optional(), found: texts, ...words },
})

/** One member, vendor, department and the like, by id. */
export const lookupFilter = <const W extends Words>(of: string, words: W) => ({
  ...{ kind: 'lookup' as const, schema: id.optional(), found: text, of, ...words },
})

/** Several departments and the like, by id: a row of any of them passes. */
export const lookupsFilter = <const W extends Words>(of: string, noun: string, words: W) => ({
  ...{ kind: 'lookups' as const, schema: z.array(id).max(20, `At most 20 ${noun}`).optional(), found: texts, of },
  ...words,
})

/** The least and the most in one currency. Only rows in that currency pass. See amount-range.ts. */
export const amountFilter = <const W extends Words>(words: W) => ({
  ...{ kind: 'amount' as const, schema: amountRange.optional(), found: amountRange.optional().catch(undefined) },
  ...words,
})

/** From a month until another. In the address they are `from` and `to`. */
export const monthsFilter = (label: string) => ({
  ...{ kind: 'months' as const, schema: yearMonths.optional(), label, isFurther: true as const },
  found: z.string().refine(isYearMonth).optional().catch(undefined),
})

/** The first and the last day of a range, both included. On screens the two are one filter. */
export const daysFilters = <const First extends string, const Last extends string>(
  label: string,
  first: First,
  last: Last,
) => {
  const found = z.string().refine(isCalendarDate).optional().catch(undefined)
  const day = { schema: calendarDate.optional(), found, label, isFurther: true as const }
  const both = { [first]: { kind: 'days' as const, ...day, until: last }, [last]: { kind: 'lastDay' as const, ...day } }
  type Day = typeof day
  return both as Record<First, Day & { kind: 'days'; until: Last }> & Record<Last, Day & { kind: 'lastDay' }>
}

/** Labels of the company's own fields, each followed by a value. Repeating a label means any of its values. */
export const pairsFilter = <const A extends string>(name: string, address: A, most?: number) => ({
  ...{
    kind: 'pairs' as const,
    schema: answerFilters(name, most),
    label: 'Custom fields',
    isFurther: true as const,
    address,
  },
  found: z
    .union([z.string().transform((one) => [one]), z.array(z.string())])
    .transform((list) => (list.length % 2 === 0 ? list : list.slice(0, -1)))
    .optional()
    .catch(undefined),
})

export type FilterSchemas<F extends Filters> = { [K in keyof F]: F[K]['schema'] }
export const filterSchemas = <F extends Filters>(filters: F): FilterSchemas<F> =>
  Object.fromEntries(Object.entries(filters).map(([key, { schema }]) => [key, schema])) as FilterSchemas<F>

// ---- The address of the page

/** The names of a filter in the address of its page. */
export const addressesOf = (key: string, { kind, address = key }: AnyFilter): string[] =>
  kind === 'months' ? ['from', 'to'] : [address]

type AddressKey<F extends Filters, K extends keyof F> = F[K]['kind'] extends 'months'
  ? 'from' | 'to'
  : F[K] extends { address: infer A extends string }
    ? A
    : K & string

const view = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .optional()
  .catch(undefined)
const cursor = z.unknown().optional()

type OwnShape<F extends Filters> = { [K in keyof F as AddressKey<F, K>]: F[K]['found'] }
/** `view` is a list's own filter if one has that name. */
export type AddressShape<F extends Filters> = OwnShape<F> &
  Omit<{ view: typeof view; cursor: typeof cursor }, keyof OwnShape<F>>

/** The state of a list in the address of its page: its filters, or the hash of shared ones, which replaces them. */
export const addressSchema = <F extends Filters>(filters: F) =>
  z.object({
    view,
    cursor,
    ...Object.fromEntries(
      Object.entries(filters).flatMap(([key, filter]) => addressesOf(key, filter).map((name) => [name, filter.found])),
    ),
  }) as unknown as z.ZodObject<AddressShape<F>>

/** What is asked of one thing that rows name: ids that they have, and ids that they don't have. '' is to name none. */
export interface Wanted {
  in: readonly string[]
  notIn: readonly string[]
}
