import type { CommandOf } from '../../../../schema/approvals/engine/commands.ts'
import type { NewBlock } from '../../../../schema/approvals/engine/events.ts'
import { type ApprovalState, type Block, currentBlocks } from '../../../../schema/approvals/engine/model.ts'
import type { Plan } from '../../../../schema/approvals/engine/plan.ts'
import { restartingChanges } from '../../../../schema/approvals/engine/restarting.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { dropHidden } from '../../../../schema/requests/forms/visibility.ts'
import type { Notes } from '../../../../schema/requests/submissions/notes.ts'
import { isRequestor, pending, sawAnswers } from '../access.ts'
import {
  answerChanges,
  factsOf,
  formFor,
  newBlock,
  notesOrRefuse,
  planningOf,
  planOrRefuse,
  toldExchange,
  toldNotes,
  validOrRefuse,
} from '../planned.ts'
import { refuse, settle, type Turn } from '../turn.ts'
import { reopeningOf } from './reopen.ts'

/** Editing a pending request. Decisions are asked for again, unless the change is a minor one. */

/** The edited answers together with those of additional steps. Hidden ones are dropped and the rest is validated. */
export const answersAfterEdit = (state: ApprovalState, edited: Answers, form: FormDefinition): Answers => {
  const later = new Set(form.steps.filter((s) => s.isAdditionalStep).flatMap((s) => s.questions.map((q) => q.id)))
  const pick = (answers: Answers, additional: boolean) =>
    Object.entries(answers).filter(([questionId]) => later.has(questionId) === additional)
  const answers = dropHidden(form, Object.fromEntries([...pick(state.answers, true), ...pick(edited, false)]))
  validOrRefuse(form, answers)
  return answers
}

/** The edited notes, together with those on answers of additional steps. */
export const notesAfterEdit = (state: ApprovalState, answers: Answers, edited: Notes = {}): Notes => {
  const { form } = state.pinned
  const later = new Set(form.steps.filter((s) => s.isAdditionalStep).flatMap((s) => s.questions.map((q) => q.id)))
  const pick = (notes: Notes, additional: boolean) =>
    Object.entries(notes).filter(([questionId]) => later.has(questionId) === additional)
  return notesOrRefuse(form, answers, Object.fromEntries([...pick(state.notes ?? {}, true), ...pick(edited, false)]))
}

const mayEdit = (turn: Turn, state: ApprovalState, keepAllDecisions: boolean): void => {
  const { actor } = turn
  const flags = planningOf(turn).editing
  if (!actor.isAdmin && flags?.restrictedToAdmins) refuse('FORBIDDEN', 'NOT_ALLOWED', 'Only admins can edit requests.')
  if (!actor.isAdmin && !isRequestor(state, actor))
    refuse('FORBIDDEN', 'NOT_ALLOWED', 'Only the requester and admins can edit this request.')
  if (keepAllDecisions && !(flags?.withApprovalBypass && (actor.isAdmin || actor.canBypass)))
    refuse('FORBIDDEN', 'NOT_ALLOWED', 'You need approval-bypass access to keep all decisions.')
}

/** Includes all sub-levels below, because removing a block removes its sub-levels. */
const withDescendants = (blocks: readonly Block[], ids: Set<string>): Set<string> => {
  const all = new Set(ids)
  for (let before = -1; before !== all.size; ) {
    before = all.size
    for (const block of blocks) if (block.parentId && all.has(block.parentId)) all.add(block.id)
  }
  return all
}

const addedBlocks = (turn: Turn, state: ApprovalState, plan: Plan, known: Set<string | null>): NewBlock[] => {
  let serial = state.nextBlock
  return plan.levels.flatMap((level) =>
    level.blocks
      .filter((planned) => !known.has(planned.ruleId))
      .map((planned) =>
        newBlock(planned, {
          targetId: state.targetId,
          run: state.run,
          level: level.number,
          subLevel: 0,
          parentId: null,
          serial: serial++,
          now: turn.now,
        }),
      ),
  )
}

export const edit = (turn: Turn, command: CommandOf<'edit'>): void => {
  const state = pending(turn)
  mayEdit(turn, state, command.keepAllDecisions)
  sawAnswers(state, command.seenVersion)
  const form = formFor(turn, state, 'SAME')
  const answers = answersAfterEdit(state, command.answers, form)
  const notes = notesAfterEdit(state, answers, command.notes)
  const changes = answerChanges(state.pinned.form, state, { answers, notes })
  const content = {
    title: command.title,
    amount: command.amount,
    vendorId: command.vendorId,
    dueDate: command.dueDate,
  }
  const { title, vendorId, dueDate, amount } = state
  if (changes.length === 0 && JSON.stringify(content) === JSON.stringify({ title, amount, vendorId, dueDate })) return

  const facts = factsOf(turn, state, { answers, form, barring: true })
  const plan = planOrRefuse(state.pinned.workflow, facts)
  const planned = new Map(plan.levels.flatMap((level) => level.blocks).map((b) => [b.ruleId, b]))
  const blocks = currentBlocks(state)
  const gone = blocks.filter((b) => b.ruleId !== null && !planned.has(b.ruleId)).map((b) => b.id)
  const removed = withDescendants(blocks, new Set(gone))
  const kept = blocks.filter((b) => !removed.has(b.id))
  const added = addedBlocks(turn, state, plan, new Set(kept.map((b) => b.ruleId)))
  const reopening = reopeningOf(kept, (block) => planned.get(block.ruleId ?? ''), added, {
    facts,
    restarts: restartingChanges(state.pinned.form, changes).length > 0,
    keepAllDecisions: command.keepAllDecisions,
    now: turn.now,
  })
  turn.emit({
    type: 'request.edited',
    ...content,
    version: state.version + 1,
    answers,
    ...toldNotes(state.notes, notes),
    ...toldExchange(state, form),
    changes,
    keptAllDecisions: command.keepAllDecisions,
    ...reopening,
    added,
    removedIds: [...removed],
    skipped: plan.skipped,
    labels: facts.labels,
  })
  settle(turn)
}
