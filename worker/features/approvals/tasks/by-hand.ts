import type { ApprovalView, Block } from '../../../../schema/approvals/engine/model.ts'
import type { RuleType } from '../../../../schema/approvals/workflows/rule-types.ts'
import { AppError, notFound } from '../../../core/errors.ts'
import type { StaffContext } from '../../../core/operation.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { requireReadableBlock } from '../../requests/submissions/block.ts'
import { runOf, toBlockView } from '../../requests/submissions/block-view.ts'
import type { SubmissionAccess } from '../../requests/submissions/visibility.ts'

export interface OpenTask {
  request: SubmissionAccess
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
  const { env, actor } = context
  const { request, block: seen } = await requireReadableBlock(context, blockId)
  requireKind(seen, ruleType, noun)
  const state = await approvalFor(env, 'intake', request.id).read(actor.companyId)
  const block = state?.blocks.find((one) => one.id === blockId)
  if (!state || !block) throw notFound(`The ${noun}`)
  if (block.status !== 'PENDING' || block.closedAt !== null || state.status !== 'PENDING')
    throw new AppError('CONFLICT', 'The task is already done.', { reason: 'ALREADY_DECIDED' })
  if (state.archivedAt !== null) throw new AppError('CONFLICT', 'The request is archived.', { reason: 'ARCHIVED' })
  const view = toBlockView(block, actor, runOf(state), request)
  if (!view.canRoute)
    throw new AppError('FORBIDDEN', 'Only this step’s approvers, category owners and admins can do this.')
  if (block.openedAt === null)
    throw new AppError('RULE_BROKEN', 'This task hasn’t opened yet.', { reason: 'EARLIER_LEVEL_OPEN' })
  if (block.automatic?.state === 'RUNNING') throw new AppError('CONFLICT', running, { reason: 'TASK_RUNNING' })
  return { request, state, block }
}
