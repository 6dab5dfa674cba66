import * as endpoints from '../../../../schema/approvals/block-endpoints.ts'
import { command, inputOf } from '../../../core/operation.ts'
import { requireReadableBlock } from '../submissions/block.ts'
import { tell } from '../submissions/route.ts'
import { checkChosen, planRunning, requireMembers } from '../submissions/running.ts'

/** Who works on a block, who approves it, how the work stands: for its approvers, category owners and admins. */

export const setBlockStatus = command({
  id: 'workflow-tasks.set-block-status',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.setBlockStatus),
  run: async (context, { id, blockStatus }) => {
    const { request } = await requireReadableBlock(context, id)
    return tell(context, request, { command: { type: 'setWorkStatus', blockId: id, workStatus: blockStatus } })
  },
})

/** Who is assigned may see the request and complete the task. */
export const setBlockAssignee = command({
  id: 'workflow-tasks.set-assignee',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.setBlockAssignee),
  run: async (context, { id, assigneeUserId }) => {
    const { request } = await requireReadableBlock(context, id)
    const chosen = assigneeUserId ? [assigneeUserId] : []
    const [assignee = null] = await requireMembers(context, chosen, 'assigneeUserId')
    return tell(context, request, { command: { type: 'assign', blockId: id, assignee } })
  },
})

/** Decisions made so far stand where their approver stays. Errors: INVALID beside the field; RULE_BROKEN by the rules. */
export const replaceBlockApprovers = command({
  id: 'workflow-tasks.replace-approvers',
  access: 'requests.use',
  idempotency: 'object',
  input: inputOf(endpoints.replaceBlockApprovers),
  run: async (context, { levelGroupStatusId, groupId, approverType, approverUserIds, quorum, ...input }) => {
    const { request } = await requireReadableBlock(context, levelGroupStatusId)
    const approverGroupIds = [...new Set([...(groupId ? [groupId] : []), ...input.approverGroupIds])]
    const { planning } = await planRunning(context, request, {
      principalIds: [...approverGroupIds, ...approverUserIds],
    })
    checkChosen(planning, { approverType, approverGroupIds, approverUserIds })
    return tell(context, request, {
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
