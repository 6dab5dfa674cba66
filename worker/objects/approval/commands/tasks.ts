import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import type { NewBlock } from '../../../../schema/approvals/engine/events.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { type ApprovalState, type Block, currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import type { Plan } from '../../../../schema/approvals/engine/plan.ts'
import { restartingChanges } from '../../../../schema/approvals/engine/restarting.ts'
import { isTask } from '../../../../schema/approvals/workflows/rule-kinds.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { isBlank } from '../../../../schema/requests/forms/validation.ts'
import { dropHidden } from '../../../../schema/requests/forms/visibility.ts'
import type { Money } from '../../../../schema/shared/money.ts'
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
  sawAnswers,
} from '../access.ts'
import {
  answerChanges,
  factsOf,
  formFor,
  newBlock,
  notesOrRefuse,
  planOrRefuse,
  toldExchange,
  toldNotes,
  validOrRefuse,
} from '../planned.ts'
import { refuse, settle, type Turn } from '../turn.ts'
import { recordDecision } from './decide.ts'
import { reopeningOf } from './reopen.ts'

/** Completing tasks: by hand, with the answers of an additional step, or by the system. */

/** Levels that apply only now, under the task's block or after everything else. */
const addedLevels = (state: ApprovalState, task: Block, plan: Plan, now: number): NewBlock[] => {
  const blocks = currentBlocks(state)
  const known = new Set(blocks.map((b) => b.ruleId))
  const under = task.settings.workflowType !== 'APPEND_LEVELS_TO_END'
  const defined = state.pinned.workflow?.definition.levels.map((l) => l.number) ?? []
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

/** The requested amount, in its own currency. An additional step may be the first to set it. */
const askedAmount = ({ steps }: FormDefinition, answers: Answers): Money | null => {
  const question = steps.flatMap(({ questions }) => questions).find(({ type }) => type === 'REQUEST_AMOUNT')
  return ((question && answers[question.id]) as Money | null | undefined) ?? null
}

/** Stores the step's answers as a new version and returns the levels they require. */
const takeAnswers = (turn: Turn, block: Block, command: CommandOf<'completeTask'>): NewBlock[] => {
  const { state } = turn
  if (command.seenVersion === undefined || !command.answers)
    return refuse('INVALID', 'INVALID_COMMAND', 'The answers of the step are missing.')
  sawAnswers(state, command.seenVersion)
  const { workflow } = state.pinned
  const form = formFor(turn, state, 'SAME')
  const stepIds = block.settings.stepIds ?? []
  const asked = new Set(form.steps.filter((s) => stepIds.includes(s.id)).flatMap((s) => s.questions.map((q) => q.id)))
  const given = Object.entries(command.answers).filter(([questionId]) => asked.has(questionId))
  const answers = dropHidden(form, { ...state.answers, ...Object.fromEntries(given) })
  validOrRefuse(form, answers, stepIds)
  const noted = Object.entries(command.notes ?? {}).filter(([questionId]) => asked.has(questionId))
  const others = Object.entries(state.notes ?? {}).filter(([questionId]) => !asked.has(questionId))
  const notes = notesOrRefuse(form, answers, Object.fromEntries([...others, ...noted]))
  const changes = answerChanges(form, state, { answers, notes })
  // Answering a step for the first time is its task. Changing what others have seen is an edit.
  const again = changes.filter(({ questionId, before }) => !asked.has(questionId) || !isBlank(before))
  const restarts = restartingChanges(form, again).length > 0
  const facts: PlanFacts = factsOf(turn, state, { answers, form, barring: restarts })
  const known = new Set(currentBlocks(state).map((b) => b.ruleId))
  const plan = planOrRefuse(workflow, facts, (ruleId) => !known.has(ruleId))
  const added = addedLevels(state, block, plan, turn.now)
  const otherBlocks = currentBlocks(state).filter(({ id }) => id !== block.id)
  const changing = { facts, restarts, keepAllDecisions: false, now: turn.now }
  if (changes.length > 0)
    turn.emit({
      type: 'answers.added',
      blockId: block.id,
      version: state.version + 1,
      answers,
      ...toldNotes(state.notes, notes),
      ...toldExchange(state, form),
      changes,
      amount: askedAmount(form, answers) ?? state.amount,
      skipped: plan.skipped,
      labels: facts.labels,
      ...(restarts && reopeningOf(otherBlocks, () => undefined, added, changing)),
    })
  return added
}

/** A task that was completed before a change can be confirmed unchanged: nothing is answered or created again. */
const confirmsEarlier = ({ state }: Turn, block: Block, command: CommandOf<'completeTask'>): boolean => {
  const { ruleType, settings, createdService, earlierDecisions = [] } = block
  if (earlierDecisions.length === 0 || command.answers || command.createdService) return false
  if (ruleType === 'CREATE_SERVICE') return createdService !== undefined
  if (ruleType !== 'ADDITIONAL_STEP' || command.seenVersion === undefined) return false
  validOrRefuse(state.pinned.form, state.answers, settings.stepIds ?? [])
  return true
}

export const completeTask = (turn: Turn, command: CommandOf<'completeTask'>): void => {
  const { actor } = turn
  const block = openBlock(turn, command.blockId)
  if (!isTask(block.ruleType)) refuse('INVALID', 'NOT_A_TASK', `“${block.label}” is an approval: approve or reject it.`)
  const assigned = isAssigneeOf(block, actor) && !isApproverOf(block, actor)
  if (assigned && isOwnRequest(turn.state, actor) && block.approverType !== 'REQUESTOR')
    refuseOwn(turn.state, actor, 'complete a step of')
  const represented = assigned ? null : representedBy(turn.state, block, actor)
  inPerson(actor)
  inTurn(turn.state, block)
  if (block.automatic?.state === 'RUNNING')
    refuse('CONFLICT', 'TASK_RUNNING', `“${block.label}” is running. Wait until it has finished.`)
  if (command.seenVersion !== undefined) sawAnswers(turn.state, command.seenVersion)
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

export const taskFailed = (turn: Turn, command: CommandOf<'taskFailed'>): void => {
  bySystem(turn.actor)
  const { automatic, id } = automaticBlock(turn, command.blockId)
  if (automatic.state === 'FAILED' && automatic.error === command.error) return
  turn.emit({ type: 'task.failed', blockId: id, error: command.error })
}

export const taskSucceeded = (turn: Turn, command: CommandOf<'taskSucceeded'>): void => {
  bySystem(turn.actor)
  const { id } = automaticBlock(turn, command.blockId)
  turn.emit({ type: 'task.succeeded', blockId: id, result: command.result })
  turn.emit({ type: 'block.approved', blockId: id, how: 'TASK_SUCCEEDED' })
  settle(turn)
}

export const retryTask = (turn: Turn, command: CommandOf<'retryTask'>): void => {
  const block = automaticBlock(turn, command.blockId)
  mayRoute(block, turn.actor)
  if (block.automatic.state !== 'FAILED')
    refuse('CONFLICT', 'TASK_RUNNING', `“${block.label}” hasn’t failed, so there’s nothing to retry.`)
  turn.emit({ type: 'task.retried', blockId: block.id })
}
