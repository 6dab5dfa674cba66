import type { Plan, PlanBlock } from './plan.ts'

/** How long a plan would take, by how long its people took for earlier decisions. */

const HOUR = 3_600_000

/** One decision: who, and how long after they could. */
export interface TakenTime {
  userId: string
  milliseconds: number
}

export const median = (values: readonly number[]): number => {
  const sorted = [...values].sort((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? 0
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/**
 * @returns the hours of a plan, or null if there were no decisions. A person takes the median of their own times, and
 * people who haven't decided yet take that of everyone. Steps of a level run at the same time, levels one after another.
 */
export const expectedHours = (taken: readonly TakenTime[]): ((plan: Plan) => number) | null => {
  if (taken.length === 0) return null
  const byPerson = Map.groupBy(taken, ({ userId }) => userId)
  const usual = median(taken.map(({ milliseconds }) => milliseconds))
  const timeOf = (userId: string): number => {
    const own = byPerson.get(userId)
    return own ? median(own.map(({ milliseconds }) => milliseconds)) : usual
  }
  const blockTime = ({ approvers, quorum }: PlanBlock): number => {
    const times = approvers.map(({ userId }) => timeOf(userId)).sort((a, b) => a - b)
    const needed = quorum.kind === 'ALL' ? times.length : quorum.kind === 'ANY' ? 1 : quorum.count
    return times[Math.min(needed, times.length) - 1] ?? 0
  }
  return ({ levels }) => levels.reduce((sum, { blocks }) => sum + Math.max(0, ...blocks.map(blockTime)), 0) / HOUR
}
