import type {
  ApprovalActor,
  ApprovalCommandInput,
  PlanningContext,
} from '../../../../schema/approvals/engine/commands.ts'
import type { TargetType } from '../../../../schema/approvals/engine/model.ts'
import type { RequestStatus } from '../../../../schema/approvals/engine/statuses.ts'
import { can } from '../../../../schema/shared/permissions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import { idFrom } from '../../../core/hash.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { type ApprovalClient, approvalFor } from '../../../objects/approval/client.ts'
import { subjectOf } from '../../../objects/approval/subject.ts'
import { readerOf, type SubjectAccess } from './access.ts'
import type { BlockAccess } from './block.ts'
import { withChoosers } from './choosers.ts'

/** The person as the subject's object knows them: their current rights, never taken from input. */
export const approvalActor = (actor: StaffActor, categoryId: string | null): ApprovalActor => ({
  kind: 'USER',
  companyId: actor.companyId,
  userId: actor.userId,
  name: actor.name,
  impersonatorUserId: actor.impersonator?.userId ?? null,
  ...(actor.apiKey && { apiKeyId: actor.apiKey.id }),
  isAdmin: actor.policy.flags.hasAdminAccess,
  canBypass: can(actor.policy, 'approvals.bypass'),
  isCategoryOwner: categoryId !== null && actor.ownedCategoryIds.includes(categoryId),
  submitsForOthers: can(actor.policy, 'requests.submit-for-others'),
  delegatorIds: actor.delegatorIds,
  delegationLimits: actor.delegationLimits,
  delegationSetBy: actor.delegationSetBy,
})

/** The object of something that is approved. */
export const objectOf = (
  { env }: Pick<StaffContext, 'env'>,
  target: { targetType: TargetType; id: string },
): ApprovalClient => approvalFor(env, subjectOf(target).kind, target.id)

/** Viewers see the change at once, or the next time if this fails. */
export const announce = (context: StaffContext, target: { targetType: TargetType; id: string }): void =>
  context.waitUntil(
    objectOf(context, target)
      .announce()
      .catch((error) => context.log.error('approvals.not-announced', { ...target, error: String(error) })),
  )

export interface Instruction {
  command: ApprovalCommandInput
  /**
   * Earlier variants of the same command, from when the subject was in another state. A known id never runs again,
   * whatever comes with it, so trying them is safe.
   */
  earlier?: ApprovalCommandInput[]
  planning?: PlanningContext
  /** The command's answer, apart from the version. Stored with it, so that repeating its id returns the same. */
  answer?: Record<string, unknown> | null
  /** Set if the sender isn't a member but a stranger on a public form. */
  as?: ApprovalActor
  /** Null if only approvers can act and owning the category gives no right. */
  categoryId: string | null
}

export interface Told {
  status: RequestStatus
  sequence: number
  version: number
  /** Whether D1 has the answer with the command's id. */
  answerKept: boolean
}

/**
 * Gives a command to a subject's object, which alone decides. The answer comes after its projection reached D1. Throws
 * the engine's refusals with their reason, or NOT_FOUND for what the person can't see.
 * @param requireReadable throws NOT_FOUND if the person can't see it
 */
export const tellObject = async (
  context: StaffContext & { ledger?: { operation: string; inputHash: string } },
  target: { targetType: TargetType; id: string },
  { command, earlier = [], planning, answer: answered, categoryId, as }: Instruction,
  requireReadable: () => Promise<unknown>,
): Promise<Told> => {
  const approvals = objectOf(context, target)
  const actor = as ?? approvalActor(context.actor, categoryId)
  const commandId = context.commandId ?? context.newId()
  const answer =
    answered !== undefined && context.commandId && context.ledger ? { ...context.ledger, result: answered } : undefined
  let planned = await withChoosers(context, command, planning)
  const execute = (said: ApprovalCommandInput) =>
    approvals.execute({ commandId, actor, command: said, planning: planned, answer })
  let result = await execute(command)
  if (!result.ok && result.refusal.reason === 'PLANNING_MISSING' && !planning && !as) {
    // A decision that leaves a later step without its people needs the admins to give it to.
    const reader = readerOf(target.targetType)
    const access = await requireReadable()
    if (reader) planned = await reader.plan(context, access as SubjectAccess, { principalIds: [] })
    result = await execute(command)
  }
  for (const before of earlier) {
    if (result.ok || result.refusal.reason !== 'COMMAND_REUSED') break
    result = await execute(before)
  }
  if (result.ok) {
    context.db.noteWriteElsewhere()
    const { state, sequence, answerKept } = result
    return { status: state.status, sequence, version: state.version, answerKept }
  }
  const { refusal } = result
  if (refusal.reason === 'NOT_SUBMITTED' || refusal.code === 'NOT_FOUND')
    throw notFound(`The ${subjectOf(target).noun}`)
  // People who can't see it learn neither that it exists nor, from a refusal, who decided what.
  if (command.type !== 'submit') await requireReadable()
  throw new AppError(refusal.code, refusal.message, {
    reason: refusal.reason,
    fields: refusal.fields,
    details: refusal.details,
  })
}

/** Each part of a command gets an id derived from the command's, so that repeating it does nothing twice. */
export const partOf = (context: StaffContext, id: string): StaffContext => ({
  ...context,
  commandId: context.commandId && idFrom(`${context.commandId}\n${id}`),
})

/** The same for a block, for its approvers, category owners and admins. */
export const tellBlock = async (
  context: StaffContext,
  { access, reader }: Pick<BlockAccess, 'access' | 'reader'>,
  { command, planning }: Pick<Instruction, 'command' | 'planning'>,
): Promise<Pick<Told, 'status' | 'sequence'>> => {
  const { status, sequence } = await tellObject(
    context,
    { targetType: reader.targetType, id: access.id },
    { command, categoryId: access.intakeCategoryId, ...(planning && { planning }) },
    () => reader.requireReadable(context, access.id),
  )
  return { status, sequence }
}
