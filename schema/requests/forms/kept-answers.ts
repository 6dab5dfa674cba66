import type { Currency, Money } from '../../shared/money.ts'
import { asksForApprovers, chosenIds, departmentsIn, isItem } from './chosen-departments.ts'
import type { Answers, AnswerValue, Question, QuestionType } from './form.ts'

/**
 * Answers as they are stored, whichever endpoint they came by: one spelling for one meaning, so that conditions
 * recognize it.
 */

const DATES: readonly QuestionType[] = ['DATE', 'DUE_DATE', 'START_DATE', 'END_DATE']

/**
 * Names sent with departments are ignored in favor of the company's own. The shape is what the question asks for now.
 */
const keptDepartments = (question: Question, value: AnswerValue): AnswerValue => {
  if (asksForApprovers(question)) {
    if (typeof value !== 'string' && !Array.isArray(value)) return value
    return departmentsIn(value).map(({ id, departmentApproverAssigneeUserId }) => ({
      id,
      departmentApproverAssigneeUserId: departmentApproverAssigneeUserId || null,
    }))
  }
  if (!Array.isArray(value) || !value.some(isItem)) return value
  const ids = chosenIds(value)
  return question.isMulti || ids.length > 1 ? ids : (ids[0] ?? null)
}

const isAmount = (value: AnswerValue): value is Money => typeof value === 'object' && value !== null && 'value' in value

const keptAnswer = (question: Question, value: AnswerValue, currency: Currency): AnswerValue => {
  const { type } = question
  if (type === 'DEPARTMENT_SELECT') return keptDepartments(question, value)
  if (typeof value === 'string') {
    // A blank date is no date.
    if (DATES.includes(type)) return value.trim() || null
    if (type === 'EMAIL') return value.trim().toLowerCase() || null
    return value
  }
  if ((type === 'MONEY' || type === 'REQUEST_AMOUNT') && isAmount(value))
    return { value: value.value, currency: value.currency ?? currency }
  return value
}

/**
 * Every answer to the form's questions as it is stored. Answers to other questions are passed through.
 * @param currency the company's, for amounts without one
 */
export const keptAnswers = (questions: readonly Question[], answers: Answers, currency: Currency): Answers => {
  const kept = { ...answers }
  for (const question of questions) {
    const value = answers[question.id]
    if (value !== undefined) kept[question.id] = keptAnswer(question, value, currency)
  }
  return kept
}

type Steps = { steps: { isAdditionalStep: boolean; questions: { id: string }[] }[] }

const part = ({ steps }: Steps, answers: Answers, isLater: boolean): Answers => {
  const later = new Set(steps.filter((s) => s.isAdditionalStep).flatMap((s) => s.questions.map(({ id }) => id)))
  return Object.fromEntries(Object.entries(answers).filter(([questionId]) => later.has(questionId) === isLater))
}
/** Without questions that tasks ask later, which no one can answer before. */
export const filedAnswers = (form: Steps, answers: Answers): Answers => part(form, answers, false)
/** Only questions that tasks asked later. */
export const laterAnswers = (form: Steps, answers: Answers): Answers => part(form, answers, true)
