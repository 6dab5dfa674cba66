import type { ReplayPeriod } from '../../../../schema/approvals/backtest/replay.ts'
import type { Facts } from '../../../../schema/approvals/engine/facts.ts'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { RuleSubject } from './load.ts'

/** What was asked for in the past, for testing rule sets on it. The area that files it registers where it is found. */

export interface PastSubject {
  id: string
  /** As lists call it. */
  title: string
  /** The address of its page. */
  href: string
  requestorUserId: string
  requestorName: string
  /** UTC milliseconds. */
  submittedAt: number
  /** As they were when it was filed: amount, contract length, new vendor, categories, departments, business units. */
  known: Facts
  /** The rates of that day. */
  exchange?: Exchange | undefined
}

export interface PastSubjects {
  /** Its name among sources. */
  kind: string
  /** Whose rule sets it tests. */
  rules: RuleSubject
  /** What was filed and not deleted, newest first: no drafts, at most `limit`, in that period. */
  newest(context: StaffContext, limit: number, period?: ReplayPeriod): Promise<PastSubject[]>
}

const sources = new Map<string, PastSubjects>()

export const registerPastSubjects = (source: PastSubjects): void => {
  sources.set(source.kind, source)
}

export const newestSubjects = async (
  context: StaffContext,
  rules: RuleSubject,
  limit: number,
  period?: ReplayPeriod,
): Promise<PastSubject[]> => {
  const asked = [...sources.values()].filter((source) => source.rules === rules)
  const found = await Promise.all(asked.map((source) => source.newest(context, limit, period)))
  return found
    .flat()
    .sort((a, b) => b.submittedAt - a.submittedAt)
    .slice(0, limit)
}
