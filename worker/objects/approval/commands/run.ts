import type { CommandOf, PlanningContext } from '../../../../schema/approvals/engine/commands.ts'
import type { NewBlock } from '../../../../schema/approvals/engine/events.ts'
import type { PlanFacts } from '../../../../schema/approvals/engine/facts.ts'
import { type ApprovalState, currentBlocks, type RunSettings } from '../../../../schema/approvals/engine/model.ts'
import type { WorkflowSnapshot } from '../../../../schema/approvals/engine/plan.ts'
import type { Answers } from '../../../../schema/requests/forms/form.ts'
import { filedAnswers } from '../../../../schema/requests/forms/kept-answers.ts'
import { dropHidden } from '../../../../schema/requests/forms/visibility.ts'
import { isRequestor, mayManage, sawAnswers, unarchived } from '../access.ts'
import { earlierDecisionsOf } from '../apply-blocks.ts'
import {
  answerChanges,
  factsFor,
  factsOf,
  formFor,
  newBlock,
  notesOrRefuse,
  planningOf,
  planOrRefuse,
  toldNotes,
  validOrRefuse,
} from '../planned.ts'
import { refuse, settle, type Turn } from '../turn.ts'
import { answersAfterEdit, notesAfterEdit } from './edit.ts'

/** Commands that start a run: submit, resubmit, restart. */

const runOf = (context: PlanningContext): { workflow: WorkflowSnapshot | null; settings: RunSettings } => {
  if (context.workflow === undefined || !context.settings)
    return refuse('INTERNAL', 'PLANNING_MISSING', 'The approvals couldn’t be planned.')
  return { workflow: context.workflow, settings: context.settings }
}

const startRun = (
  turn: Turn,
  facts: PlanFacts,
  at: { targetId: string; run: number; nextBlock: number },
): {
  run: number
  workflow: WorkflowSnapshot | null
  settings: RunSettings
  blocks: NewBlock[]
  skipped: ReturnType<typeof planOrRefuse>['skipped']
} => {
  const { workflow, settings } = runOf(planningOf(turn))
  const plan = planOrRefuse(workflow, facts)
  let serial = at.nextBlock
  const blocks = plan.levels.flatMap((level) =>
    level.blocks.map((block) =>
      newBlock(block, {
        targetId: at.targetId,
        run: at.run,
        level: level.number,
        subLevel: 0,
        parentId: null,
        serial: serial++,
        now: turn.now,
      }),
    ),
  )
  return { run: at.run, workflow, settings, blocks, skipped: plan.skipped }
}

export const submit = (turn: Turn, command: CommandOf<'submit'>): void => {
  const { actor } = turn
  if (turn.current) refuse('CONFLICT', 'ALREADY_SUBMITTED', 'The request has already been submitted.')
  const { requestor, createdBy } = command
  if (actor.kind === 'USER') {
    if (createdBy.userId !== actor.userId)
      refuse('FORBIDDEN', 'NOT_ALLOWED', 'You can only file requests in your own name.')
    if (requestor.userId !== actor.userId && !actor.submitsForOthers && !actor.isAdmin)
      refuse('FORBIDDEN', 'NOT_ALLOWED', 'You can’t submit requests for others.')
  }
  const { form } = planningOf(turn).facts
  const answers = dropHidden(form, filedAnswers(form, command.answers))
  validOrRefuse(form, answers)
  const facts = factsFor(turn, { requestor, createdBy, form, answers }, true)
  turn.emit({
    type: 'request.submitted',
    companyId: actor.companyId,
    targetType: command.targetType,
    targetId: command.targetId,
    intakeCategoryId: command.intakeCategoryId,
    formVersion: command.formVersion,
    requestor,
    createdBy,
    createdAt: command.createdAt ?? turn.now,
    ...(command.contact && { contact: command.contact }),
    title: command.title,
    amount: command.amount,
    vendorId: command.vendorId,
    dueDate: command.dueDate,
    answers,
    ...toldNotes(undefined, notesOrRefuse(form, answers, command.notes)),
    watchers: command.watchers ?? [],
    facts,
    ...startRun(turn, facts, { targetId: command.targetId, run: 1, nextBlock: 1 }),
  })
  settle(turn)
}

/** A run can be started again while the request is pending, or after its rejection. */
const restartable = (turn: Turn): ApprovalState => {
  const state = unarchived(turn)
  if (state.status === 'APPROVED') refuse('CONFLICT', 'REQUEST_CLOSED', 'The request has already been approved.')
  return state
}

const startAgain = (
  turn: Turn,
  state: ApprovalState,
  answers: Answers,
  more: { note: string; content: Extract<Turn['events'][number], { type: 'request.restarted' }>['content'] },
): void => {
  const form = formFor(turn, state, 'NEW')
  const facts = factsOf(turn, state, { answers, form, barring: more.content !== null })
  const at = { targetId: state.targetId, run: state.run + 1, nextBlock: state.nextBlock }
  const run = startRun(turn, facts, at)
  const before = new Map(currentBlocks(state).map((block) => [block.ruleId, earlierDecisionsOf(block, state.version)]))
  // People who decided in the previous run see what changed since.
  const blocks = run.blocks.map((block) => {
    const earlier = before.get(block.ruleId) ?? []
    return earlier.length > 0 ? { ...block, earlierDecisions: earlier } : block
  })
  turn.emit({ type: 'request.restarted', ...more, facts, ...run, blocks })
  settle(turn)
}

export const restart = (turn: Turn, command: CommandOf<'restart'>): void => {
  const state = restartable(turn)
  mayManage(state, turn.actor)
  startAgain(turn, state, state.answers, { note: command.note ?? '', content: null })
}

export const resubmit = (turn: Turn, command: CommandOf<'resubmit'>): void => {
  const state = restartable(turn)
  const restricted = planningOf(turn).editing?.restrictedToAdmins ?? false
  if (!turn.actor.isAdmin && (restricted || !isRequestor(state, turn.actor)))
    refuse(
      'FORBIDDEN',
      'NOT_ALLOWED',
      restricted ? 'Only admins can edit requests.' : 'Only the requester can do this.',
    )
  sawAnswers(state, command.seenVersion)
  const answers = answersAfterEdit(state, command.answers, formFor(turn, state, 'NEW'))
  const notes = notesAfterEdit(state, answers, command.notes)
  const { title, amount, vendorId, dueDate } = command
  startAgain(turn, state, answers, {
    note: '',
    content: {
      title,
      amount,
      vendorId,
      dueDate,
      version: state.version + 1,
      answers,
      ...toldNotes(state.notes, notes),
      changes: answerChanges(state.pinned.form, state, { answers, notes }),
    },
  })
}
