import type {
  ApprovalActor,
  ApprovalCommandInput,
  RefusalReason,
} from '../../../../schema/approvals/engine/commands.ts'
import type { Facts } from '../../../../schema/approvals/engine/facts.ts'
import type { ApprovalView, Block, OutsideState } from '../../../../schema/approvals/engine/model.ts'
import type { RuleType } from '../../../../schema/approvals/workflows/rule-types.ts'
import type { OfSubject } from '../../../core/outbox.ts'
import type { OutboxContext, OutboxHandler } from '../../../core/outbox-registry.ts'
import { approvalFor } from '../../../objects/approval/client.ts'
import { factsInProgress, subjectOf } from '../../../objects/approval/subject.ts'

/**
 * Automatic tasks: they run when their turn comes or someone retries them. The outbox retries temporary failures. A
 * permanent failure, or one after the last attempt, fails the task and notifies its people. Invariant: a row that runs
 * twice sends the same id outside, and the same command to the request's object.
 */

export const MAX_TRIES = 6

/** Outlay itself. */
export const SYSTEM: Omit<ApprovalActor, 'companyId'> = {
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

/** The first subject was the request, and rows from then don't name it. */
export const kindOf = ({ targetType = 'INTAKE_SUBMISSION' }: OfSubject): string => subjectOf({ targetType }).kind

/** Tells a subject's object the state of a task. Returns false if the request has moved on without it. */
export const report = async (
  env: OutboxContext['env'],
  task: { companyId: string; targetId: string } & OfSubject,
  commandId: string,
  command: ApprovalCommandInput,
): Promise<boolean> => {
  const actor = { ...SYSTEM, companyId: task.companyId }
  const result = await approvalFor(env, kindOf(task), task.targetId).execute({ commandId, actor, command })
  if (result.ok) return true
  if (MOVED_ON.includes(result.refusal.reason)) return false
  throw new Error(`${command.type}: ${result.refusal.reason} ${result.refusal.message}`)
}

/** A task whose turn has come, with everything that is known about what it belongs to. */
export interface DueTask {
  /** The same in every attempt. External systems get it, so that they can tell repetitions. */
  id: string
  companyId: string
  state: ApprovalView
  block: Block
  facts: Facts
}

/** How an attempt ended. `again` is a temporary failure, and `waits` continues when someone outside answers. */
export type TaskEnd =
  | { done: unknown; revision?: number }
  | { failed: string; revision?: number; result?: unknown }
  | { again: string }
  | { waits: OutsideState; revision: number; result: unknown }

/** Tells a subject's object how far a task is. The same id tells the same only once. */
export const reportEnd = async (
  env: OutboxContext['env'],
  task: { companyId: string; targetId: string; blockId: string } & OfSubject,
  id: string,
  end: TaskEnd,
  attempts = 1,
): Promise<void> => {
  const { blockId } = task
  if ('waits' in end) {
    const { waits: state, revision, result } = end
    await report(env, task, `${id}:${state}:${revision}`, { type: 'taskWaits', blockId, state, revision, result })
  } else if ('done' in end) {
    const { done: result, ...told } = end
    await report(env, task, `${id}:done`, { type: 'taskSucceeded', blockId, result, ...told })
  } else {
    const { failed, ...told } = 'again' in end ? { failed: `${end.again}. Tried ${attempts} times.` } : end
    await report(env, task, `${id}:failed`, { type: 'taskFailed', blockId, error: failed.slice(0, 5000), ...told })
  }
}

type TaskRunner = (context: OutboxContext, task: DueTask) => Promise<TaskEnd>

const runners = new Map<RuleType, TaskRunner>()

/** Registers how a kind of automatic task runs. Called by its owner when the module is loaded. */
export const registerTask = (ruleType: RuleType, runner: TaskRunner): void => {
  runners.set(ruleType, runner)
}

export const runAutomaticTasks: OutboxHandler<'task.run'> =
  async (context) =>
  async ({ id, companyId, payload, attempts }) => {
    const { env } = context
    const { targetId, blockId } = payload
    const task = { ...payload, companyId }
    const approvals = approvalFor(env, kindOf(payload), targetId)
    if (!(await report(env, task, `${id}:start`, { type: 'taskStarted', blockId }))) return
    const [state, base] = await Promise.all([approvals.read(companyId), approvals.planningBase(companyId)])
    const block = state?.blocks.find((one) => one.id === blockId)
    if (!state || !base || block?.automatic?.state !== 'RUNNING') return
    const runner = runners.get(block.ruleType)
    const end: TaskEnd = runner
      ? await runner(context, { id, companyId, state, block, facts: factsInProgress(state, base) })
      : { failed: 'This kind of task cannot run yet' }
    if ('again' in end && attempts < MAX_TRIES) throw new Error(end.again)
    await reportEnd(env, { ...task, blockId }, id, end, attempts)
  }
