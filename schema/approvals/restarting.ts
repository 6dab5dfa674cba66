import { chosenIds } from '../intake/chosen-departments.ts'
import type { AnswerValue, FormDefinition, Question, QuestionType } from '../intake/form.ts'
import type { Money } from '../shared/money.ts'
import type { AnswerChange, Block } from './model.ts'
import { isDecided } from './model.ts'
import { isAutomatic } from './rule-kinds.ts'

/** Which changes of a request restart its approvals, and which approvals those are. Pure. */

/** What people type: where the category says so, a correction of it keeps approvals. Others keep them for notes only. */
const TYPED: readonly QuestionType[] = ['REQUEST_TITLE', 'TEXT']

export const isTyped = (type: QuestionType): boolean => TYPED.includes(type)

/** Whether the switch has any effect on a question of this kind. */
export const mayKeepApprovals = (question: Pick<Question, 'type' | 'allowsNote'>): boolean =>
  question.type !== 'DISPLAY_ONLY' && (isTyped(question.type) || question.allowsNote === true)

const isMoney = (value: AnswerValue): value is Money =>
  typeof value === 'object' && value !== null && 'currency' in value

const isLowered = (before: AnswerValue, after: AnswerValue): boolean =>
  isMoney(before) && isMoney(after) && before.currency === after.currency && after.value < before.value

const isOnlyAdded = (before: AnswerValue, after: AnswerValue): boolean => {
  const ids = new Set(chosenIds(after))
  return chosenIds(before).every((id) => ids.has(id))
}

const keepsApprovals = (question: Question | undefined, { before, after, part }: AnswerChange): boolean => {
  if (!question) return false
  if (part === 'NOTE') return question.keepsApprovals === true
  if (question.type === 'REQUEST_AMOUNT') return isLowered(before, after)
  if (question.type === 'DOCUMENTS') return isOnlyAdded(before, after)
  return question.keepsApprovals === true && isTyped(question.type)
}

/**
 * The changes for which decided approvals are asked again: all but an amount that is lowered, a note or typed text that
 * the category says is a correction, and documents that are added.
 */
export const restartingChanges = (form: FormDefinition, changes: readonly AnswerChange[]): AnswerChange[] => {
  const questions = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  return changes.filter((change) => !keepsApprovals(questions.get(change.questionId), change))
}

/** Whether somebody, or something, has had a say in a block that a change can undo. */
export const hasSay = (block: Pick<Block, 'status' | 'decisions' | 'approverType' | 'ruleType'>): boolean =>
  block.decisions.length > 0 ||
  (isDecided(block) && (block.approverType !== 'NO_APPROVERS' || isAutomatic(block.ruleType)))
