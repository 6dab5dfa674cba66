import { expectedHours, type TakenTime } from './expected-time.ts'
import type { Plan } from './plan.ts'
import { type PlanDifference, planDifference } from './plan-differences.ts'

/** Replaying past requests with a draft, whatever they are: who gains and who loses approvals, and the hours. */

export interface Replayed<Row> {
  row: Row
  before: Plan
  after: Plan
}

export interface ReplayDifference<Row> extends PlanDifference {
  row: Row
  /** Why the draft couldn't run for it, or null. */
  problem: string | null
  hoursAdded: number | null
}

const rounded = (hours: number): number => Math.round(hours * 10) / 10

/** Only those that would be approved differently, and everyone with a difference, those with most first. */
export const replayDifferences = <Row>(replayed: readonly Replayed<Row>[], taken: readonly TakenTime[]) => {
  const hoursOf = expectedHours(taken)
  const totals = new Map<string, { userId: string; name: string; gains: number; loses: number }>()
  const count = (kind: 'gains' | 'loses', approvals: PlanDifference['gains']): void => {
    for (const { userId, name } of new Map(approvals.map((approval) => [approval.userId, approval])).values()) {
      const total = totals.get(userId) ?? { userId, name, gains: 0, loses: 0 }
      total[kind] += 1
      totals.set(userId, total)
    }
  }
  const requests = replayed.flatMap(({ row, before, after }): ReplayDifference<Row>[] => {
    const { gains, loses } = planDifference(before, after)
    const problem = after.problems[0]?.message ?? null
    const isNewProblem = problem !== null && before.problems.length === 0
    if (gains.length === 0 && loses.length === 0 && !isNewProblem) return []
    count('gains', gains)
    count('loses', loses)
    return [{ row, gains, loses, problem, hoursAdded: hoursOf && rounded(hoursOf(after) - hoursOf(before)) }]
  })
  const people = [...totals.values()].sort(
    (a, b) => b.gains + b.loses - (a.gains + a.loses) || a.name.localeCompare(b.name),
  )
  const hoursAdded = hoursOf && rounded(requests.reduce((sum, request) => sum + (request.hoursAdded ?? 0), 0))
  return { looked: replayed.length, hoursAdded, people, requests }
}
