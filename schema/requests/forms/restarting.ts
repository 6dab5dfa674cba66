import type { Money } from '../../shared/money.ts'
import type { AnswerChange } from './answer-changes.ts'
import { chosenIds } from './chosen-departments.ts'
import type { AnswerValue, FormDefinition, Question, QuestionType } from './form.ts'

/** Which changes to a request restart approvals, and which approvals. Pure. */

/** Typed text: if the category says so, correcting it keeps approvals. For other types only notes can be exempt. */
const TYPED: readonly QuestionType[] = ['REQUEST_TITLE', 'TEXT']

export const isTyped = (type: QuestionType): boolean => TYPED.includes(type)

/** Whether the setting has any effect for this question type. */
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
 * The changes that restart approvals: all except a lowered amount, added documents, and notes or typed text that the
 * category exempts.
 */
export const restartingChanges = (form: FormDefinition, changes: readonly AnswerChange[]): AnswerChange[] => {
  const questions = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  return changes.filter((change) => !keepsApprovals(questions.get(change.questionId), change))
}
