import * as endpoints from '../../../../schema/approvals/engine/block-endpoints.ts'
import { mayBeAssigned } from '../../../../schema/approvals/engine/block-people.ts'
import { AppError, invalidField } from '../../../core/errors.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireReadableBlock } from './block.ts'
import { mayRouteBlock } from './block-view.ts'
import { tellBlock } from './object.ts'
import { checkChosen, requireMembers } from './people.ts'

/** Assigning a block, changing its approvers and its work status: for its approvers, category owners and admins. */

export const setBlockStatus = command({
  id: 'workflow-tasks.set-block-status',
  access: 'approvals.take-part',
  idempotency: 'object',
  input: inputOf(endpoints.setBlockStatus),
  run: async (context, { id, blockStatus }) => {
    const found = await requireReadableBlock(context, id)
    return tellBlock(context, found, { command: { type: 'setWorkStatus', blockId: id, workStatus: blockStatus } })
  },
})

/**
 * The assignee can see the request and complete the task. Throws INVALID for the field if they aren't a member, or on
 * an approval aren't one of its approvers.
 */
export const setBlockAssignee = command({
  id: 'workflow-tasks.set-assignee',
  access: 'approvals.take-part',
  idempotency: 'object',
  input: inputOf(endpoints.setBlockAssignee),
  run: async (context, { id, assigneeUserId }) => {
    const found = await requireReadableBlock(context, id)
    const { block } = found
    // Someone who may not assign at all isn't told whom to choose.
    if (assigneeUserId && !mayBeAssigned(block, assigneeUserId) && !mayRouteBlock(block, found.access, context.actor))
      throw new AppError('FORBIDDEN', 'Only this step’s approvers, category owners and admins can do this.')
    if (assigneeUserId && !mayBeAssigned(block, assigneeUserId))
      throw invalidField(
        'assigneeUserId',
        `Choose one of the approvers of “${block.label}”: no one else can decide on it`,
      )
    const chosen = assigneeUserId ? [assigneeUserId] : []
    const [assignee = null] = await requireMembers(context, chosen, 'assigneeUserId')
    return tellBlock(context, found, { command: { type: 'assign', blockId: id, assignee } })
  },
})

/** Existing decisions stay if their approver does. Throws INVALID for the field, or RULE_BROKEN by the rules. */
export const replaceBlockApprovers = command({
  id: 'workflow-tasks.replace-approvers',
  access: 'approvals.take-part',
  idempotency: 'object',
  input: inputOf(endpoints.replaceBlockApprovers),
  run: async (context, { levelGroupStatusId, groupId, approverType, approverUserIds, quorum, ...input }) => {
    const found = await requireReadableBlock(context, levelGroupStatusId)
    const approverGroupIds = [...new Set([...(groupId ? [groupId] : []), ...input.approverGroupIds])]
    const planning = await found.reader.plan(context, found.access, {
      principalIds: [...approverGroupIds, ...approverUserIds],
    })
    checkChosen(planning, { approverType, approverGroupIds, approverUserIds })
    return tellBlock(context, found, {
      planning,
      command: {
        type: 'replaceApprovers',
        blockId: levelGroupStatusId,
        approverType,
        approverGroupIds,
        approverUserIds,
        approverMatrixId: null,
        approverMatrixColumnId: null,
        quorum,
      },
    })
  },
})

export const retryBlock = command({
  id: 'workflow-tasks.retry',
  access: 'approvals.take-part',
  idempotency: 'object',
  input: inputOf(endpoints.retryBlock),
  run: async (context, { id }) => {
    const found = await requireReadableBlock(context, id)
    return tellBlock(context, found, { command: { type: 'retryTask', blockId: id } })
  },
})
