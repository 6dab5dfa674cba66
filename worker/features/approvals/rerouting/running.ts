import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { TargetType } from '../../../../schema/approvals/engine/model.ts'
import type { Changed } from '../../../../schema/approvals/rerouting/endpoints.ts'
import type { BatchResults } from '../../../core/database.ts'
import type { StaffContext } from '../../../core/operation.ts'

/** Where subjects in progress are found, and what they would run with today. Each subject's area registers it. */

export interface RunningRow {
  id: string
  title: string
  href: string
  requestorName: string
  submittedAt: number
  createdAt: number
}

export interface RunningPage {
  changed: Changed
  /** Only those created before, in this order. */
  before: { createdAt: number; id: string } | null
  first: number
}

/** A row of a source's own statements. */
export type FoundRow = Readonly<Record<string, unknown>>

/** What planning some of them reads, for one round trip with those of other sources. */
export interface RunningPlans {
  statements: D1PreparedStatement[]
  /**
   * By id, what its object plans with: for MATRIX the people of today for the definitions it started with, otherwise
   * today's definitions too. Throws NOT_FOUND if that can't be planned.
   * @param results those of the statements
   */
  read(results: BatchResults): ReadonlyMap<string, () => PlanningContext>
}

export interface RunningSource {
  targetType: TargetType
  /**
   * Pending ones that the change may concern, newest first. No archived or deleted ones. Null if it concerns none. A
   * source that stopped looking before it had a whole page says where, in a row with `isEnd`.
   */
  newest(context: StaffContext, page: RunningPage): D1PreparedStatement | null
  /** Those with these ids. Others than the company's are missing. */
  named(context: StaffContext, ids: readonly string[]): D1PreparedStatement
  toRow(found: FoundRow): RunningRow
  plans(context: StaffContext, found: readonly FoundRow[], kind: Changed['kind']): Promise<RunningPlans>
}

const sources = new Map<string, RunningSource>()

export const registerRunning = (source: RunningSource): void => {
  sources.set(source.targetType, source)
}

export const runningSources = (): RunningSource[] => [...sources.values()]

export interface Running {
  source: RunningSource
  found: FoundRow
}

/** By id, for all of them in one round trip. */
export const plansOf = async (
  context: StaffContext,
  running: readonly Running[],
  kind: Changed['kind'],
): Promise<ReadonlyMap<string, () => PlanningContext>> => {
  const all = await Promise.all(
    runningSources().flatMap((source) => {
      const own = running.filter((one) => one.source === source).map(({ found }) => found)
      return own.length > 0 ? [source.plans(context, own, kind)] : []
    }),
  )
  const statements = all.flatMap((plans) => plans.statements)
  const results = statements.length > 0 ? await context.db.readBatch(statements) : []
  let at = 0
  return new Map(
    all.flatMap((plans) => {
      const own = results.slice(at, at + plans.statements.length)
      at += own.length
      return [...plans.read(own)]
    }),
  )
}
