import type { PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { TargetType } from '../../../../schema/approvals/engine/model.ts'
import { isModuleOn } from '../../../../schema/platform/company/approved-modules.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { notFound } from '../../../core/errors.ts'
import type { BaseContext, StaffContext } from '../../../core/operation.ts'

/** Who may see and act on what is approved. Each subject's wing registers how it decides. */
export interface SubjectAccess {
  id: string
  /** The version of the content. */
  version: number
  requestorUserId: string
  createdByUserId: string
  /** The category whose owners may route its approvals. Null if there is none. */
  intakeCategoryId: string | null
  /** Involved as requester, approver or watcher, or as the delegate of one. */
  takesPart: boolean
  /** The participants whom the person is, or acts for here: a delegation can be limited. */
  actsFor: readonly string[]
}

export interface SubjectReader<A extends SubjectAccess = SubjectAccess> {
  targetType: TargetType
  /** The row for `toReadable`, by the id of one of its blocks. No row for the blocks of other subjects. */
  ofBlock(context: StaffContext, blockId: string): D1PreparedStatement
  /** Throws NOT_FOUND if there is no row, or the person can't see it. */
  toReadable(row: Record<string, unknown> | undefined, actor: StaffActor): A
  /** Throws NOT_FOUND the same way. */
  requireReadable(context: BaseContext & { actor: StaffActor }, id: string): Promise<A>
  /** What its object needs to plan. `principalIds` are groups and people chosen by hand. */
  plan(context: StaffContext, access: A, more: { principalIds: string[] }): Promise<PlanningContext>
}

const readers = new Map<TargetType, SubjectReader>()

/** No one reads, for a decision, what belongs to a module that is off: NOT_FOUND like something that isn't there. */
const whileOn = <A extends SubjectAccess>(reader: SubjectReader<A>): SubjectReader<A> => {
  const requireOn = ({ policy }: StaffActor): void => {
    if (!isModuleOn(reader.targetType, policy.company)) throw notFound('The step')
  }
  return {
    ...reader,
    toReadable(row, actor) {
      requireOn(actor)
      return reader.toReadable(row, actor)
    },
    requireReadable(context, id) {
      requireOn(context.actor)
      return reader.requireReadable(context, id)
    },
  }
}

export const registerReader = <A extends SubjectAccess>(reader: SubjectReader<A>): void => {
  readers.set(reader.targetType, whileOn(reader) as unknown as SubjectReader)
}

export const registeredReaders = (): SubjectReader[] => [...readers.values()]

export const readerOf = (targetType: TargetType): SubjectReader | undefined => readers.get(targetType)

/** The kinds of what is approved. */
export const approvableKinds = (): TargetType[] => [...readers.keys()]

/** People involved, the category's owners and admins. People who can only view don't send reminders. */
export const mayRemind = (access: SubjectAccess, actor: StaffActor): boolean =>
  access.takesPart || routesEverything(access, actor)

/** Admins, and the owners of the category. */
export const routesEverything = ({ intakeCategoryId }: SubjectAccess, actor: StaffActor): boolean =>
  actor.policy.flags.hasAdminAccess || (intakeCategoryId !== null && actor.ownedCategoryIds.includes(intakeCategoryId))
