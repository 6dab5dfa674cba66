import { z } from 'zod'
import { money } from './money.ts'

/**
 * What a list's rows come to, by currency, over everything that matches its filters. Apart from the list's own
 * endpoint, because it reads every row that matches: in parts, each with the cursor of the one before.
 */

/** How many rows a part returns at most, and reads about at most of what filters look up for each row. */
export const TOTALS_PART = 2_000

/** The key of a group of rows that have the same of several, such as owners. */
export const groupKeyOf = (ids: readonly string[]): string => [...ids].sort().join(' ')

/** A sum in minor units of its currency, and how many rows it adds up. */
const sum = money.extend({ count: z.number().int() })

export const listTotals = z.object({
  /** How many rows the part has. */
  count: z.number().int(),
  /** The share of the most rows that the part could have: filters that look up much for each row make parts small. */
  share: z.number(),
  /** By currency. A row without an amount is in none. */
  amounts: z.array(sum),
  /** The same for each group of the part, in the list's order. Only the last one can go on in the next part. */
  groups: z.array(z.object({ key: z.string(), count: z.number().int(), amounts: z.array(sum) })),
  /** Where the next part continues. Null if this is the last one. */
  endCursor: z.string().nullable(),
})
export type ListTotals = z.infer<typeof listTotals>
