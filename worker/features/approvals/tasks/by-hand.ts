import type { ApprovalView, Block, TargetType } from '../../../../schema/approvals/engine/model.ts'
import type { RuleType } from '../../../../schema/approvals/workflows/rule-types.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { subjectOf } from '../../../objects/approval/subject.ts'
import { objectOf, requireReadableBlock, runOf, toBlockView } from '../blocks/index.ts'

export interface OpenTask {
  /** What the task belongs to. */
  target: { targetType: TargetType; id: string }
  state: ApprovalView
  block: Block
}

/** For a block of another type, the error says that there is no such task. */
export const requireKind = (block: Block, ruleType: RuleType, noun: string): void => {
  if (block.ruleType !== ruleType) throw notFound(`The ${noun}`)
}

/**
 * An automatic task completed by hand, with the request's current state. Its approvers, category owners and admins can
 * do this. Throws CONFLICT if it is completed, archived or running, RULE_BROKEN before its turn, FORBIDDEN, NOT_FOUND.
 */
export const requireTaskByHand = async (
  context: StaffContext,
  blockId: string,
  { ruleType, noun, running }: { ruleType: RuleType; noun: string; running: string },
): Promise<OpenTask> => {
  const { actor } = context
  const { access, reader, block: seen } = await requireReadableBlock(context, blockId)
  requireKind(seen, ruleType, noun)
  const target = { targetType: reader.targetType, id: access.id }
  const state = await objectOf(context, target).read(actor.companyId)
  const block = state?.blocks.find((one) => one.id === blockId)
  if (!state || !block) throw notFound(`The ${noun}`)
  if (block.status !== 'PENDING' || block.closedAt !== null || state.status !== 'PENDING')
    throw new AppError('CONFLICT', 'The task is already done.', { reason: 'ALREADY_DECIDED' })
  if (state.archivedAt !== null)
    throw new AppError('CONFLICT', `The ${subjectOf(target).noun} is archived.`, { reason: 'ARCHIVED' })
  const view = toBlockView(block, actor, runOf(state), access)
  if (!view.canRoute)
    throw new AppError('FORBIDDEN', 'Only this step’s approvers, category owners and admins can do this.')
  if (block.openedAt === null)
    throw new AppError('RULE_BROKEN', 'This task hasn’t opened yet.', { reason: 'EARLIER_LEVEL_OPEN' })
  if (block.automatic?.state === 'RUNNING') throw new AppError('CONFLICT', running, { reason: 'TASK_RUNNING' })
  return { target, state, block }
}
