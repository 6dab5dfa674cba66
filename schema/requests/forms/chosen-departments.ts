import type { AssignedDepartment, Question } from './form.ts'

/**
 * Answers that choose something: ids, a list of ids, or departments with an approver for each (DEPARTMENT_SELECT_V2 of
 * specification 2 §3).
 */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Whether the answers of a question are departments with their approvers. */
export const asksForApprovers = (
  question: Pick<Question, 'type' | 'requireDepartmentApproverAssigneeSelection'>,
): boolean => question.type === 'DEPARTMENT_SELECT' && question.requireDepartmentApproverAssigneeSelection

export const isItem = (value: unknown): value is AssignedDepartment => isRecord(value) && typeof value.id === 'string'

/** What was chosen, by id, without the approvers of departments. */
export const chosenIds = (value: unknown): string[] => {
  if (typeof value === 'string') return value ? [value] : []
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => (typeof item === 'string' ? [item] : isItem(item) ? [item.id] : []))
}

/** The departments of an answer. An answer from before approvers were asked for has none. */
export const departmentsIn = (value: unknown): AssignedDepartment[] => {
  if (!Array.isArray(value)) return chosenIds(value).map((id) => ({ id, departmentApproverAssigneeUserId: null }))
  return value.flatMap((item: unknown) =>
    typeof item === 'string' ? [{ id: item, departmentApproverAssigneeUserId: null }] : isItem(item) ? [item] : [],
  )
}

/** The people chosen to approve, by user id. */
export const assigneesIn = (value: unknown): string[] =>
  Array.isArray(value)
    ? value.flatMap((item: unknown) =>
        isItem(item) && item.departmentApproverAssigneeUserId ? [item.departmentApproverAssigneeUserId] : [],
      )
    : []
