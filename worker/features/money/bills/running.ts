import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { BillContent } from '../../../../schema/money/bills/content.ts'
import type { BatchResults } from '../../../core/database.ts'
import { notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import type { PlanningBase } from '../../../objects/approval/client.ts'
import { approvalActor, type Instruction, objectOf, type Told, tellObject } from '../../approvals/blocks/index.ts'
import { requireReadable, seesAllBills } from './access.ts'
import { type Asked, type BillPlanning, loadPlanning, planningFrom, planningStatements } from './planning.ts'
import { billSubject } from './subject.ts'

/** A bill's object, which alone decides. */

const targetOf = (id: string) => ({ targetType: billSubject.targetType, id })

export type RunningBill = Omit<PlanningBase, 'content'> & { content: BillContent }

export const approvalsOf = (context: Pick<StaffContext, 'env'>, id: string) => objectOf(context, targetOf(id))

/** Throws NOT_FOUND if there is none. */
export const requireRunning = async (context: StaffContext, id: string): Promise<RunningBill> => {
  const base = await approvalsOf(context, id).planningBase(context.actor.companyId)
  if (!base) throw notFound('The bill')
  return base as RunningBill
}

interface More {
  principalIds?: string[]
  /** For a new run. */
  atTodaysRates?: boolean
}

const askedOf = (base: RunningBill, { principalIds = [], atTodaysRates = false }: More = {}): Asked => ({
  requestorUserId: base.requestor.userId,
  contents: [base.content],
  pinned: base.definitions,
  exchange: atTodaysRates ? undefined : base.exchange,
  principalIds,
  labels: base.labels,
})

export const planRunning = async (
  context: StaffContext,
  id: string,
  more: More = {},
): Promise<{ base: RunningBill; planning: BillPlanning }> => {
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
      return base ? [{ id, base: base as RunningBill }] : []
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

/** Throws the engine's refusals with their reason, or NOT_FOUND for a bill that the person can't see. */
export const tell = (
  context: Parameters<typeof tellObject>[0],
  id: string,
  instruction: Omit<Instruction, 'categoryId' | 'as'>,
): Promise<Told> =>
  tellObject(context, targetOf(id), { ...instruction, categoryId: null }, () => requireReadable(context, id))

/**
 * The same for what only people who work with payments do: entering, changing, restarting, archiving, deleting. The object
 * lets admins do that for each other, and here they are like admins. They decide nothing by it.
 */
export const tellAsManager: typeof tell = (context, id, instruction) => {
  const actor = approvalActor(context.actor, null)
  const as = seesAllBills(context.actor) ? { ...actor, isAdmin: true } : actor
  return tellObject(context, targetOf(id), { ...instruction, as, categoryId: null }, () => requireReadable(context, id))
}
