import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import * as endpoints from '../../../../schema/approvals/rerouting/endpoints.ts'
import {
  type Changed,
  LOOKED_AT_ONCE,
  type RunningDifference,
} from '../../../../schema/approvals/rerouting/endpoints.ts'
import type { SeveralResults } from '../../../../schema/shared/list.ts'
import { resultStatements } from '../../../core/commit.ts'
import type { BatchResults } from '../../../core/database.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { command, inputOf, query, type StaffContext } from '../../../core/operation.ts'
import { approvalActor, objectOf, partOf, tellObject } from '../blocks/index.ts'
import { plansOf, type Running, runningSources } from './running.ts'

/** Moving what is in progress to a new version. The object of each decides. */

const TABLES: Record<Changed['kind'], [table: string, noun: string]> = {
  WORKFLOW: ['intake_workflows', 'The workflow'],
  RULE_SET: ['rule_sets', 'The rule set'],
  MATRIX: ['approver_matrices', 'The approver matrix'],
}

/** Finds nothing for another company's, or a deleted one. */
const changedStatement = ({ db, actor }: StaffContext, { kind, id }: Changed): D1PreparedStatement =>
  db.sql(
    `SELECT 1 AS one FROM ${TABLES[kind][0]} WHERE id = ? AND +company_id = ? AND deleted_at IS NULL`,
    id,
    actor.companyId,
  )

const requireChanged = ({ kind }: Changed, results: BatchResults): void => {
  if (!results[0]?.results.length) throw notFound(TABLES[kind][1])
}

const commandFor = ({ kind }: Changed, seenSequence?: number) => ({
  type: 'reroute' as const,
  definitions: kind === 'MATRIX' ? ('PINNED' as const) : ('CURRENT' as const),
  ...(seenSequence !== undefined && { seenSequence }),
})

const AT_ONCE = 5

const inOrder = async <T, R>(items: readonly T[], run: (item: T) => Promise<R>): Promise<R[]> => {
  const results: R[] = []
  for (let at = 0; at < items.length; at += AT_ONCE)
    results.push(...(await Promise.all(items.slice(at, at + AT_ONCE).map(run))))
  return results
}

/** What moving it would do, rehearsed by its own object. Null if nothing would change. */
const differenceOf = async (
  context: StaffContext,
  changed: Changed,
  { source, found }: Running,
  plans: ReadonlyMap<string, () => PlanningContext>,
): Promise<RunningDifference | null> => {
  const { targetType } = source
  const { id, title, href, requestorName, submittedAt } = source.toRow(found)
  const about = { targetType, id, title, href, requestorName, submittedAt: new Date(submittedAt).toISOString() }
  const stuck = (problem: string): RunningDifference => ({
    ...about,
    ...{ sequence: 0, gains: [], loses: [], restarts: [], changesSteps: true, problem },
  })
  try {
    const rehearsal = await objectOf(context, { targetType, id }).rehearse({
      actor: { ...approvalActor(context.actor, null), mayReroute: true },
      command: commandFor(changed),
      planning: plans.get(id)?.(),
    })
    if (!rehearsal.ok) return stuck(rehearsal.refusal.message)
    const { sequence, difference, restarts, changes, changesSteps } = rehearsal
    return changes ? { ...about, sequence, ...difference, restarts, changesSteps, problem: null } : null
  } catch (error) {
    if (error instanceof AppError) return stuck(error.message)
    throw error
  }
}

const placeIn = (after: string | undefined): { createdAt: number; id: string } | null => {
  const match = /^(\d{1,15})\.([A-Za-z0-9_-]{1,64})$/.exec(after ?? '')
  return match?.[1] && match[2] ? { createdAt: Number(match[1]), id: match[2] } : null
}

/** Looks at the newest ones first. Those that stay as they are aren't listed. */
export const findRunning = query({
  id: 'approvals.find-running',
  access: 'approvals.configure',
  readsFirst: true,
  input: inputOf(endpoints.findRunning),
  run: async (context, { changed, after }) => {
    const page = { changed, before: placeIn(after), first: LOOKED_AT_ONCE + 1 }
    const searched = runningSources().flatMap((source) => {
      const statement = source.newest(context, page)
      return statement ? [{ source, statement }] : []
    })
    const results = await context.db.readBatch([
      changedStatement(context, changed),
      ...searched.map(({ statement }) => statement),
    ])
    requireChanged(changed, results)
    const found = searched
      .flatMap(({ source }, at) =>
        (results[at + 1]?.results ?? []).map((one) => ({ source, found: one, row: source.toRow(one) })),
      )
      .sort((a, b) => b.row.createdAt - a.row.createdAt || (a.row.id < b.row.id ? 1 : -1))
    // Nothing older is known of the source that stopped there.
    const end = found.findIndex((one) => one.found.isEnd === 1)
    const newest = end === -1 ? found : found.slice(0, end)
    const looked = newest.slice(0, LOOKED_AT_ONCE)
    const plans = await plansOf(context, looked, changed.kind)
    const differences = await inOrder(looked, (one) => differenceOf(context, changed, one, plans))
    const last = newest.length > looked.length ? looked.at(-1) : found[end]
    return {
      looked: looked.length,
      requests: differences.filter((one) => one !== null),
      next: last ? `${last.row.createdAt}.${last.row.id}` : null,
    }
  },
})

export const moveRunning = command({
  id: 'approvals.move-running',
  access: 'approvals.configure',
  input: inputOf(endpoints.moveRunning),
  run: async (context, { changed, requests }): Promise<SeveralResults> => {
    const sources = runningSources()
    const found = await context.db.readBatch([
      changedStatement(context, changed),
      ...sources.map((source) =>
        source.named(
          context,
          requests.filter(({ targetType }) => targetType === source.targetType).map(({ id }) => id),
        ),
      ),
    ])
    requireChanged(changed, found)
    const running = sources.flatMap((source, at) =>
      (found[at + 1]?.results ?? []).map((row): Running => ({ source, found: row })),
    )
    const plans = await plansOf(context, running, changed.kind)
    const results = await inOrder(requests, async ({ targetType, id, sequence }) => {
      try {
        const one = running.find(({ source, found: row }) => source.targetType === targetType && row.id === id)
        const planning = one && plans.get(id)?.()
        if (!one || !planning) throw notFound('The request')
        const as = { ...approvalActor(context.actor, null), mayReroute: true }
        await tellObject(
          partOf(context, id),
          { targetType: one.source.targetType, id },
          { command: commandFor(changed, sequence), planning, as, categoryId: null },
          () => Promise.resolve(),
        )
        return { id, ok: true, message: null }
      } catch (error) {
        if (error instanceof AppError) return { id, ok: false, message: error.message }
        context.log.error('approvals.not-moved', { id, error: String(error) })
        return { id, ok: false, message: 'Something went wrong. Try again.' }
      }
    })
    const answer = { results }
    const kept = resultStatements(context, answer, 'ignore')
    if (kept.length > 0) await context.db.batch(kept)
    return answer
  },
})
