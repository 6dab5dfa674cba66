import { z } from 'zod'
import { calendarDate, instant } from '../../shared/values.ts'

/** What replaying past requests with a draft takes and answers, whatever the draft is of. */

/** The newest ones of the period. */
export const MOST_REPLAYED = 100

export const END_BEFORE_START = 'The last day can’t be before the first day'

/** The days in which they were submitted, in UTC and both inclusive. Left out, the period is open. */
export const replayPeriod = z
  .object({ from: calendarDate.optional(), until: calendarDate.optional() })
  .refine(({ from, until }) => !from || !until || from <= until, { path: ['until'], message: END_BEFORE_START })
export type ReplayPeriod = z.infer<typeof replayPeriod>

const approvalOf = z.object({ userId: z.string(), name: z.string(), label: z.string() })

/** A past request that would be approved differently. */
export const replayedRequest = z.object({
  id: z.string(),
  title: z.string(),
  requestorName: z.string(),
  submittedAt: instant,
  gains: z.array(approvalOf),
  loses: z.array(approvalOf),
  /** Why the draft couldn't run for it, or null. */
  problem: z.string().nullable(),
  hoursAdded: z.number().nullable(),
})
/** The same of any kind, with the address of its page. */
export const linkedReplay = replayedRequest.extend({ href: z.string() })
export type LinkedReplay = z.infer<typeof linkedReplay>

export const backtestOf = <R extends typeof replayedRequest>(request: R) =>
  z.object({
    looked: z.number().int(),
    /**
     * Hours that all of them together would take longer, or shorter if negative, by how long their approvers took. Null
     * if no one has decided yet.
     */
    hoursAdded: z.number().nullable(),
    /** Everyone with a difference, those with most first. */
    people: z.array(
      z.object({ userId: z.string(), name: z.string(), gains: z.number().int(), loses: z.number().int() }),
    ),
    /** Only those that would be approved differently. */
    requests: z.array(request),
  })

const DAY_MS = 86_400_000

/** In milliseconds: from the first, before the second. */
export const periodBounds = ({ from, until }: ReplayPeriod = {}): [from: number, before: number] => [
  from ? Date.parse(`${from}T00:00:00Z`) : 0,
  until ? Date.parse(`${until}T00:00:00Z`) + DAY_MS : Number.MAX_SAFE_INTEGER,
]
