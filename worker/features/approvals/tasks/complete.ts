import type { TaskCompletion } from '../../../core/outbox.ts'
import type { OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import type { ExecuteResult } from '../../../objects/approval/protocol.ts'
import { kindOf } from './run.ts'

/** Completes a task whose work was committed elsewhere. Once that exists its object is told, repeatedly if necessary. */

export const tellCompletion = (
  { env }: Pick<OutboxContext, 'env'>,
  { targetType, targetId, ...told }: TaskCompletion,
): Promise<ExecuteResult> =>
  approvalFor(env, kindOf({ ...(targetType !== undefined && { targetType }) }), targetId).execute(told)

/** The same command again: it was already told, or is told now. */
export const completeTasks: OutboxHandler<'task.complete'> =
  async (context) =>
  async ({ id, payload }) => {
    const told = await tellCompletion(context, payload)
    if (!told.ok) context.log.info('task.went-on', { id, reason: told.refusal.reason })
  }
