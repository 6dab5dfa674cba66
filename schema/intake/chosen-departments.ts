import type { Answers, AnswerValue, AssignedDepartment, Question } from './form.ts'

/**
 * Answers that choose something: ids, a list of ids, or departments with the person who shall approve for each
 * (DEPARTMENT_SELECT_V2 of specification 2 §3).
 */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the answers of a question are departments with their approvers. */
export const asksForApprovers = (
  question: Pick<Question, 'type' | 'requireDepartmentApproverAssigneeSelection'>,
): boolean => question.type === 'DEPARTMENT_SELECT' && question.requireDepartmentApproverAssigneeSelection

const isItem = (value: unknown): value is AssignedDepartment => isRecord(value) && typeof value.id === 'string'

/** What was chosen, by id: without the approvers of departments. */
export const chosenIds = (value: unknown): string[] => {
  if (typeof value === 'string') return value ? [value] : []
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => (typeof item === 'string' ? [item] : isItem(item) ? [item.id] : []))
}

/** The departments of an answer; of one that was given before approvers were asked for, still without them. */
export const departmentsIn = (value: unknown): AssignedDepartment[] => {
  if (!Array.isArray(value)) return chosenIds(value).map((id) => ({ id, departmentApproverAssigneeUserId: null }))
  return value.flatMap((item: unknown) =>
    typeof item === 'string' ? [{ id: item, departmentApproverAssigneeUserId: null }] : isItem(item) ? [item] : [],
  )
}

/** Who was chosen to approve, by user id. */
export const assigneesIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((item: unknown) =>
        isItem(item) && item.departmentApproverAssigneeUserId ? [item.departmentApproverAssigneeUserId] : [],
      )
    : []

/**
 * An answer as it is kept: names that came with it are left to the company's own objects, and it has the shape that the
 * question asks for now, also where it was given before the question asked for approvers, or still did.
 */
const keptAnswer = (question: Question, value: AnswerValue): AnswerValue => {
  if (question.type !== 'DEPARTMENT_SELECT') return value
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

/** `keptAnswer` of every answer of the form's questions. */
export const keptAnswers = (questions: readonly Question[], answers: Answers): Answers => {
  const kept = { ...answers }
  for (const question of questions) {
    const value = answers[question.id]
    if (value !== undefined) kept[question.id] = keptAnswer(question, value)
  }
  return kept
}
