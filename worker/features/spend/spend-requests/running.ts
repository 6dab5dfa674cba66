import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { SpendContent } from '../../../../schema/spend/spend-requests/content.ts'
import type { BatchResults } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { PlanningBase } from '../../../objects/approval/client.ts'
import { type Instruction, objectOf, type Told, tellObject } from '../../approvals/blocks/index.ts'
import { requireReadable } from './access.ts'
import { type Asked, loadPlanning, planningFrom, planningStatements, type SpendPlanning } from './planning.ts'
import { spendSubject } from './subject.ts'

/** A spend request's object, which alone decides. */

const targetOf = (id: string) => ({ targetType: spendSubject.targetType, id })

export type RunningSpend = Omit<PlanningBase, 'content'> & { content: SpendContent }

export const approvalsOf = (context: Pick<StaffContext, 'env'>, id: string) => objectOf(context, targetOf(id))

/** Throws NOT_FOUND if there is none. */
export const requireRunning = async (context: StaffContext, id: string): Promise<RunningSpend> => {
  const base = await approvalsOf(context, id).planningBase(context.actor.companyId)
  if (!base) throw notFound('The spend request')
  return base as RunningSpend
}

interface More {
  principalIds?: string[]
  /** For a new run. */
  atTodaysRates?: boolean
}

const askedOf = (base: RunningSpend, { principalIds = [], atTodaysRates = false }: More = {}): Asked => ({
  requestorUserId: base.requestor.userId,
  contents: [base.content],
  pinned: base.definitions,
  exchange: atTodaysRates ? undefined : base.exchange,
  principalIds,
})

export const planRunning = async (
  context: StaffContext,
  id: string,
  more: More = {},
): Promise<{ base: RunningSpend; planning: SpendPlanning }> => {
  const base = await requireRunning(context, id)
  return { base, planning: await loadPlanning(context, askedOf(base, more)) }
}

/** The same for several, with the statements of one round trip. Those whose object knows nothing are missing. */
export const planSeveralRunning = async (
  context: StaffContext,
  ids: readonly string[],
): Promise<{
  statements: D1PreparedStatement[]
  read(results: BatchResults): Map<string, () => PlanningContext>
}> => {
  const bases = await Promise.all(
    ids.map(async (id) => {
      const base = await approvalsOf(context, id).planningBase(context.actor.companyId)
      return base ? [{ id, base: base as RunningSpend }] : []
    }),
  )
  const known = bases.flat()
  return {
    statements:
      known.length > 0
        ? planningStatements(
            context,
            known.map(({ base }) => askedOf(base)),
          )
        : [],
    read: (results) =>
      new Map(
        known.map(({ id, base }) => [id, () => planningFrom(context, askedOf(base), results).contextOf(base.content)]),
      ),
  }
}

/** Throws the engine's refusals with their reason, or NOT_FOUND for a spend request that the person can't see. */
export const tell = (
  context: Parameters<typeof tellObject>[0],
  id: string,
  instruction: Omit<Instruction, 'categoryId'>,
): Promise<Told> =>
  tellObject(context, targetOf(id), { ...instruction, categoryId: null }, () => requireReadable(context, id))
