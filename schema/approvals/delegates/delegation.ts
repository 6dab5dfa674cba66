import { z } from 'zod'

/**
 * A delegation lets the delegate decide beside the person who gave it, from `startsOn` to `endsOn`: calendar dates in
 * that person's time zone, both inclusive, null for open.
 */
export interface Period {
  startsOn: string | null
  endsOn: string | null
}

/** DISABLED: one of the two people can no longer sign in, so the delegation has no effect. */
export const delegationState = z.enum(['IN_FORCE', 'UPCOMING', 'ENDED', 'DISABLED'])
export type DelegationState = z.infer<typeof delegationState>

/** When a period begins and ends, in milliseconds. Null for open. */
export interface PeriodTimes {
  startsAt: number | null
  endsAt: number | null
}

export const periodState = ({ startsAt, endsAt }: PeriodTimes, now: number): Exclude<DelegationState, 'DISABLED'> => {
  if (endsAt !== null && endsAt <= now) return 'ENDED'
  return startsAt !== null && startsAt > now ? 'UPCOMING' : 'IN_FORCE'
}

export const END_BEFORE_START = 'The last day cannot be before the first day'

export const endsBeforeStart = ({ startsOn, endsOn }: Period): boolean =>
  startsOn !== null && endsOn !== null && endsOn < startsOn

/** "from Nov 20, 2026 until Dec 1, 2026", or empty if both ends are open. */
export const periodWords = ({ startsOn, endsOn }: Period, format: (date: string) => string): string =>
  [startsOn && `from ${format(startsOn)}`, endsOn && `until ${format(endsOn)}`].filter(Boolean).join(' ')
