import { isAutomatic } from '../workflows/rule-kinds.ts'
import { median } from './expected-time.ts'
import { type ApprovalView, awaitedSince, type Block, isDecided } from './model.ts'

/** How long the steps of a rule usually take, by its own history. */

/** Fewer decisions say nothing. */
export const LEAST_TIMES = 5
/** How many of a rule's newest decisions count. */
export const MOST_TIMES = 25

const HOUR = 3_600_000
const HALF_DAY = 12 * HOUR

/** Time in which someone outside the company, or the requester, was waited for. */
const pausedIn = (block: Block, from: number, until: number): number =>
  block.workStatusHistory
    .filter(({ status }) => status.startsWith('WAITING_ON_'))
    .reduce((sum, span) => sum + Math.max(0, Math.min(span.until ?? until, until) - Math.max(span.at, from)), 0)

/**
 * How long people took for a block from when it was their turn, without the time in which it was paused. Null if no one
 * decided it, or before its turn.
 */
export const timeTaken = (state: Pick<ApprovalView, 'settings'>, block: Block): number | null => {
  if (!isDecided(block) || block.decidedAt === null || block.bypassedAt !== null) return null
  if (isAutomatic(block.ruleType) || block.approverType === 'NO_APPROVERS' || block.decisions.length === 0) return null
  const since = awaitedSince(state, block)
  const taken = block.decidedAt - since - pausedIn(block, since, block.decidedAt)
  return taken > 0 ? taken : null
}

/** The usual time in milliseconds: the median. Null if there are too few decisions. */
export const usualTime = (times: readonly number[]): number | null =>
  times.length < LEAST_TIMES ? null : median(times)

/** "usually within 1.5 days": rounded up to hours, and from a day on to half days. */
export const usualWords = (milliseconds: number): string => {
  const hours = Math.ceil(milliseconds / HOUR)
  if (hours <= 1) return 'usually within an hour'
  if (hours < 24) return `usually within ${hours} hours`
  const days = Math.ceil(milliseconds / HALF_DAY) / 2
  return days === 1 ? 'usually within a day' : `usually within ${days} days`
}
