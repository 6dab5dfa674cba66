import type { AnswerView } from '../../../../schema/requests/endpoints.ts'
import { addressLines, durationLines, isMoney, isRecord } from '../../../../schema/requests/forms/answer-words.ts'
import type { AnswerValue, AssignedDepartment } from '../../../../schema/requests/forms/form.ts'
import { formatMoney } from '../../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../../schema/shared/values.ts'
import { formatCalendarDate, formatNumber } from '../../../lib/format.ts'

/** How answers are shown. */

/** "Marketing (approver: Ada Lovelace)", with names from the answer or already known ones. */
const withApprover = (item: AssignedDepartment, labelOf: (id: string) => string): string => {
  const userId = item.departmentApproverAssigneeUserId
  const department = item.name ?? labelOf(item.id)
  return userId ? `${department} (approver: ${item.departmentApproverAssigneeName ?? labelOf(userId)})` : department
}

/** The lines of an answer without its labels. Ids stay ids. Empty if unanswered. */
export const answerLines = (value: AnswerValue | undefined, labelOf: (id: string) => string = (id) => id): string[] => {
  if (value === null || value === undefined) return []
  if (typeof value === 'boolean') return [value ? 'Yes' : 'No']
  if (typeof value === 'number') return [formatNumber(value)]
  if (typeof value === 'string') {
    if (value.trim() === '') return []
    return [isCalendarDate(value) ? formatCalendarDate(value) : labelOf(value)]
  }
  if (Array.isArray(value))
    return value.map((item) => (typeof item === 'string' ? labelOf(item) : withApprover(item, labelOf)))
  if (!isRecord(value)) return []
  if (isMoney(value)) return [formatMoney(value)]
  return 'years' in value ? durationLines(value) : addressLines(value)
}

export const NOT_ANSWERED = 'Not answered'

/** In one line, for comparisons. */
export const answerText = (
  value: AnswerValue | undefined,
  labelOf?: (id: string) => string,
  blank: string = NOT_ANSWERED,
): string => answerLines(value, labelOf).join(', ') || blank

/** An answer's lines: the names of what was chosen, or the value itself. */
export const linesOf = ({ type, value, labels }: Pick<AnswerView, 'type' | 'value' | 'labels'>): string[] =>
  labels.length > 0 && type !== 'DEPARTMENT_SELECT_V2' ? labels : answerLines(value)

export interface AnswerStep {
  id: string
  label: string
  answers: AnswerView[]
}

/** In the order of the form, without display-only texts. */
export const byStep = (answers: readonly AnswerView[]): AnswerStep[] => {
  const steps = new Map<string, AnswerStep>()
  const sorted = [...answers].sort((a, b) => a.stepOrdinal - b.stepOrdinal || a.questionOrdinal - b.questionOrdinal)
  for (const answer of sorted) {
    if (answer.type === 'DISPLAY_ONLY') continue
    const step = steps.get(answer.stepId) ?? { id: answer.stepId, label: answer.stepLabel, answers: [] }
    step.answers.push(answer)
    steps.set(answer.stepId, step)
  }
  return [...steps.values()]
}
