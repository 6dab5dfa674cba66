import type {
  ApprovalActor,
  ApprovalCommandInput,
  RefusalReason,
} from '../../../../schema/approvals/engine/commands.ts'
import type { OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { factsInProgress } from '../../../objects/approval/subject.ts'
import { CannotSend } from '../../documents/documents/mail.ts'
import { sendDocuments } from './send-document.ts'
import { fieldValues, resultOf, send, webhookBody } from './webhook.ts'

/**
 * Automatic tasks: they run when their turn comes or someone retries them. The outbox retries temporary failures. A
 * permanent failure, or one after the last attempt, fails the task and notifies its people. Invariant: a row that runs
 * twice sends the same id outside, and the same command to the request's object.
 */

export const MAX_TRIES = 6

const SYSTEM: Omit<ApprovalActor, 'companyId'> = {
  kind: 'SYSTEM',
  userId: 'system',
  name: 'Outlay',
  impersonatorUserId: null,
  isAdmin: false,
  canBypass: false,
  isCategoryOwner: false,
  submitsForOthers: false,
  delegatorIds: [],
}

/** The request has moved on without the task. */
const MOVED_ON: RefusalReason[] = [
  'ALREADY_DECIDED',
  'BLOCK_CLOSED',
  'BLOCK_NOT_FOUND',
  'REQUEST_CLOSED',
  'ARCHIVED',
  'DELETED',
  'NOT_SUBMITTED',
  'EARLIER_LEVEL_OPEN',
  'TASK_RUNNING',
]

/** Tells a request's object the state of a task. Returns false if the request has moved on without it. */
export const report = async (
  env: OutboxContext['env'],
  task: { companyId: string; targetId: string },
  commandId: string,
  command: ApprovalCommandInput,
): Promise<boolean> => {
  const actor = { ...SYSTEM, companyId: task.companyId }
  const result = await approvalFor(env, 'intake', task.targetId).execute({ commandId, actor, command })
  if (result.ok) return true
  if (MOVED_ON.includes(result.refusal.reason)) return false
  throw new Error(`${command.type}: ${result.refusal.reason} ${result.refusal.message}`)
}

export const runAutomaticTasks: OutboxHandler<'task.run'> =
  async (context) =>
  async ({ id, companyId, payload, attempts }) => {
    const { env } = context
    const { targetId, blockId } = payload
    const task = { companyId, targetId }
    const approvals = approvalFor(env, 'intake', targetId)
    if (!(await report(env, task, `${id}:start`, { type: 'taskStarted', blockId }))) return
    const [state, base] = await Promise.all([approvals.read(companyId), approvals.planningBase(companyId)])
    const block = state?.blocks.find((one) => one.id === blockId)
    if (!state || !base || block?.automatic?.state !== 'RUNNING') return
    const fail = (error: string) =>
      report(env, task, `${id}:failed`, { type: 'taskFailed', blockId, error: error.slice(0, 5000) })
    const succeed = (result: unknown) => report(env, task, `${id}:done`, { type: 'taskSucceeded', blockId, result })
    const again = async (error: string): Promise<void> => {
      if (attempts < MAX_TRIES) throw new Error(error)
      await fail(`${error}. Tried ${attempts} times.`)
    }
    if (block.ruleType === 'WEBHOOK') {
      const { url = '', fields = [] } = block.settings.webhook ?? {}
      const values = fieldValues(fields, factsInProgress(state, base))
      const body = webhookBody(env.OUTLAY_ORIGIN, state, block, values)
      const sent = await send(context, { companyId, blockId, id, url, body })
      if (sent.error === null) await succeed(resultOf(sent))
      else if (sent.isTransient) await again(sent.error)
      else await fail(sent.error)
      return
    }
    if (block.ruleType === 'SEND_DOCUMENT') {
      try {
        await succeed(await sendDocuments(context, { state, block, facts: factsInProgress(state, base) }, id))
      } catch (error) {
        if (error instanceof CannotSend) await fail(error.message)
        else await again((error as Error).message)
      }
      return
    }
    await fail('This kind of task cannot run yet')
  }
