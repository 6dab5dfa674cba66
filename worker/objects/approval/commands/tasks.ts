import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import type { NewBlock } from '../../../../schema/approvals/engine/events.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import {
  type ApprovalState,
  type AutomaticTask,
  type Block,
  currentBlocks,
  type OutsideState,
  type WorkStatus,
} from '../../../../schema/approvals/engine/model.ts'
import type { Plan } from '../../../../schema/approvals/engine/plan.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import { canonicalJson } from '../../../core/hash.ts'
import {
  bySystem,
  inPerson,
  inTurn,
  isApproverOf,
  isAssigneeOf,
  isOwnRequest,
  mayRoute,
  openBlock,
  refuseOwn,
  representedBy,
  sawContent,
} from '../access.ts'
import { exchangeFor, factsOf, labelsOf, newBlock, partsOf, planOrRefuse, settingOf, toldExchange } from '../planned.ts'
import { settle } from '../settle.ts'
import { subjectOf } from '../subject.ts'
import { refuse, type Turn } from '../turn.ts'
import { recordDecision } from './decide.ts'
import { reopeningOf } from './reopen.ts'
import { notSentBack } from './send-back.ts'

/** Completing tasks: by hand, with the answers of an additional step, or by the system. */

/** Levels that apply only now, under the task's block or after everything else. */
const addedLevels = (state: ApprovalState, task: Block, plan: Plan, now: number): NewBlock[] => {
  const blocks = currentBlocks(state)
  const known = new Set(blocks.map((b) => b.ruleId))
  const under = task.settings.workflowType !== 'APPEND_LEVELS_TO_END'
  const defined = state.pinned.definitions.flatMap(({ definition }) => definition.levels.map((l) => l.number))
  const last = Math.max(...blocks.map((b) => b.level), ...defined)
  const lastSub = Math.max(0, ...blocks.filter((b) => b.parentId === task.id).map((b) => b.subLevel))
  let serial = state.nextBlock
  return plan.levels
    .map((level) => level.blocks.filter((block) => !known.has(block.ruleId)))
    .filter((level) => level.length > 0)
    .flatMap((level, index) =>
      level.map((block) =>
        newBlock(block, {
          targetId: state.targetId,
          run: state.run,
          level: under ? task.level : last + 1 + index,
          subLevel: under ? lastSub + 1 + index : 0,
          parentId: under ? task.id : null,
          serial: serial++,
          now,
        }),
      ),
    )
}

/** Stores what the task asked for as a new version and returns the levels it requires. */
const takeAnswers = (turn: Turn, block: Block, command: CommandOf<'completeTask'>): NewBlock[] => {
  const { state } = turn
  const subject = subjectOf(state)
  if (command.seenVersion === undefined || !command.answers || !subject.filled)
    return refuse('INVALID', 'INVALID_COMMAND', 'The answers of the step are missing.')
  sawContent(state, command.seenVersion)
  const { definitions } = state.pinned
  const exchange = exchangeFor(turn, state, 'SAME')
  const setting = settingOf(turn, state, exchange)
  const before = state.content
  const given = { answers: command.answers, notes: command.notes ?? {} }
  const { content, changes, restarting } = subject.filled(before, block, given, setting)
  const restarts = restarting.length > 0
  const facts: PlanFacts = factsOf(turn, state, { content, exchange, barring: restarts })
  const known = new Set(currentBlocks(state).map((b) => b.ruleId))
  const plan = planOrRefuse(definitions, facts, (ruleId) => !known.has(ruleId))
  const added = addedLevels(state, block, plan, turn.now)
  const otherBlocks = currentBlocks(state).filter(({ id }) => id !== block.id)
  const changing = { facts, restarts, keepAllDecisions: false, now: turn.now }
  if (changes.length > 0)
    turn.emit({
      type: 'answers.added',
      blockId: block.id,
      version: state.version + 1,
      content: partsOf(content),
      ...toldExchange(state, exchange),
      changes,
      skipped: plan.skipped,
      labels: labelsOf(turn),
      ...(restarts && reopeningOf(otherBlocks, () => undefined, added, changing)),
    })
  return added
}

/** A task that was completed before a change can be confirmed unchanged: nothing is answered or created again. */
const confirmsEarlier = (turn: Turn, block: Block, command: CommandOf<'completeTask'>): boolean => {
  const { state } = turn
  const { ruleType, createdService, earlierDecisions = [] } = block
  if (earlierDecisions.length === 0 || command.answers || command.createdService) return false
  if (ruleType === 'CREATE_SERVICE') return createdService !== undefined
  if (ruleType !== 'ADDITIONAL_STEP' || command.seenVersion === undefined) return false
  subjectOf(state).requireFilled?.(state.content, block, settingOf(turn, state))
  return true
}

export const completeTask = (turn: Turn, command: CommandOf<'completeTask'>): void => {
  const { actor } = turn
  const block = openBlock(turn, command.blockId)
  if (!isTask(block.ruleType)) refuse('INVALID', 'NOT_A_TASK', `“${block.label}” is an approval: approve or reject it.`)
  const assigned = isAssigneeOf(block, actor) && !isApproverOf(turn.state, block, actor)
  if (assigned && isOwnRequest(turn.state, actor) && block.approverType !== 'REQUESTOR')
    refuseOwn(turn.state, actor, 'complete a step of')
  const represented = assigned ? null : representedBy(turn.state, block, actor)
  inPerson(actor)
  inTurn(turn.state, block)
  notSentBack(turn, block)
  if (block.automatic?.state === 'RUNNING')
    refuse('CONFLICT', 'TASK_RUNNING', `“${block.label}” is running. Wait until it has finished.`)
  if (command.seenVersion !== undefined) sawContent(turn.state, command.seenVersion)
  const { createdService } = command
  const confirms = confirmsEarlier(turn, block, command)
  if (!confirms && (block.ruleType === 'CREATE_SERVICE') !== (createdService !== undefined))
    refuse('INVALID', 'INVALID_COMMAND', `“${block.label}” is done by creating its service.`)
  const added = block.ruleType === 'ADDITIONAL_STEP' && !confirms ? takeAnswers(turn, block, command) : []
  recordDecision(turn, block, 'APPROVED', command.comment, represented)
  turn.emit({
    type: 'block.approved',
    blockId: block.id,
    how: 'TASK_COMPLETED',
    ...(createdService && { createdService }),
  })
  if (added.length > 0)
    turn.emit({ type: 'blocks.added', blocks: added, how: block.settings.workflowType ?? 'SUB_LEVELS' })
  settle(turn)
}

const automaticBlock = (turn: Turn, blockId: string): Block & { automatic: NonNullable<Block['automatic']> } => {
  const block = openBlock(turn, blockId)
  const { automatic } = block
  if (!automatic) return refuse('INVALID', 'NOT_AUTOMATIC', `“${block.label}” doesn’t run automatically.`)
  inTurn(turn.state, block)
  return { ...block, automatic }
}

export const taskStarted = (turn: Turn, command: CommandOf<'taskStarted'>): void => {
  bySystem(turn.actor)
  const { automatic, id, label } = automaticBlock(turn, command.blockId)
  if (automatic.state !== 'QUEUED') refuse('CONFLICT', 'TASK_RUNNING', `“${label}” is not waiting to start.`)
  turn.emit({ type: 'task.started', blockId: id })
}

/** Whether the task knows more, or looks at everything again when it starts. Only news from outside have a revision. */
const isOutdated = ({ state, revision: known = -1 }: AutomaticTask, revision: number | undefined): boolean =>
  revision !== undefined && (revision < known || state === 'WAITING' || state === 'QUEUED')

export const taskFailed = (turn: Turn, command: CommandOf<'taskFailed'>): void => {
  bySystem(turn.actor)
  const { automatic, id, workStatus } = automaticBlock(turn, command.blockId)
  const { error, revision, result } = command
  if (isOutdated(automatic, revision) || (automatic.state === 'FAILED' && automatic.error === error)) return
  turn.emit({
    ...{ type: 'task.failed', blockId: id, error },
    ...(isWaiting(workStatus) && revision !== undefined && { workStatus: 'PENDING' as const }),
    ...(revision !== undefined && { revision }),
    ...(result !== undefined && { result }),
  })
}

/** It no longer waits for anyone outside once it has failed. */
const isWaiting = (status: WorkStatus): boolean =>
  status === 'WAITING_ON_VENDOR' || status === 'WAITING_ON_EXTERNAL_PARTY'

const OUTSIDE_STATUS: Record<OutsideState, WorkStatus> = {
  SENT: 'WAITING_ON_VENDOR',
  ANSWERED: 'PENDING',
  REVIEWED: 'IN_PROGRESS',
  TO_FILL: 'PENDING',
  ORDERED: 'WAITING_ON_EXTERNAL_PARTY',
}

export const taskWaits = (turn: Turn, command: CommandOf<'taskWaits'>): void => {
  bySystem(turn.actor)
  const { automatic, id, workStatus } = automaticBlock(turn, command.blockId)
  const { state, revision, result } = command
  const isSame = automatic.state === state
  if (isOutdated(automatic, revision)) return
  if (isSame && canonicalJson(automatic.result) === canonicalJson(result)) return
  turn.emit({
    ...{ type: 'task.waits', blockId: id, state, revision, result },
    // People can choose another status while the state stays.
    ...(!isSame && workStatus !== OUTSIDE_STATUS[state] && { workStatus: OUTSIDE_STATUS[state] }),
    ...(isSame && { isSame }),
  })
}

export const taskSucceeded = (turn: Turn, command: CommandOf<'taskSucceeded'>): void => {
  bySystem(turn.actor)
  const { automatic, id } = automaticBlock(turn, command.blockId)
  if (isOutdated(automatic, command.revision)) return
  turn.emit({ type: 'task.succeeded', blockId: id, result: command.result })
  turn.emit({ type: 'block.approved', blockId: id, how: 'TASK_SUCCEEDED' })
  settle(turn)
}

export const retryTask = (turn: Turn, command: CommandOf<'retryTask'>): void => {
  const block = automaticBlock(turn, command.blockId)
  mayRoute(turn.state, block, turn.actor)
  if (block.automatic.state !== 'FAILED')
    refuse('CONFLICT', 'TASK_RUNNING', `“${block.label}” hasn’t failed, so there’s nothing to retry.`)
  turn.emit({ type: 'task.retried', blockId: block.id })
}
