import type { AnswerView } from '../../../schema/intake/endpoints.ts'
import type { AnswerValue, AssignedDepartment } from '../../../schema/intake/form.ts'
import { formatMoney, type Money } from '../../../schema/shared/money.ts'
import { isCalendarDate } from '../../../schema/shared/values.ts'
import { formatCalendarDate, formatNumber } from '../../lib/format.ts'

/** How a person reads an answer. */

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isMoney = (value: Record<string, unknown>): boolean => 'currency' in value && typeof value.value === 'number'

const count = (n: unknown, unit: string): string[] =>
  typeof n === 'number' && n > 0 ? [`${formatNumber(n)} ${unit}${n === 1 ? '' : 's'}`] : []

const addressLines = (value: Record<string, unknown>): string[] => {
  const part = (key: string) => (typeof value[key] === 'string' ? (value[key] as string).trim() : '')
  const town = [[part('city'), part('state')].filter(Boolean).join(', '), part('postalCode')].filter(Boolean).join(' ')
  return [part('address1'), part('address2'), town, part('country'), part('memo')].filter(Boolean)
}

/** "Marketing (approver: Ada Lovelace)"; by the names that came with the answer, or else by those that are known. */
const withApprover = (item: AssignedDepartment, labelOf: (id: string) => string): string => {
  const userId = item.departmentApproverAssigneeUserId
  const department = item.name ?? labelOf(item.id)
  return userId ? `${department} (approver: ${item.departmentApproverAssigneeName ?? labelOf(userId)})` : department
}

/** The lines of an answer without its labels; ids read as themselves. Empty where nothing was answered. */
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
  if (isMoney(value)) return [formatMoney(value as unknown as Money)]
  if ('years' in value) {
    const parts = [...count(value.years, 'year'), ...count(value.months, 'month'), ...count(value.days, 'day')]
    return parts.length > 0 ? [parts.join(', ')] : []
  }
  return addressLines(value)
}

export const NOT_ANSWERED = 'Not answered'

/** In one line, for comparisons. */
export const answerText = (value: AnswerValue | undefined, labelOf?: (id: string) => string): string =>
  answerLines(value, labelOf).join(', ') || NOT_ANSWERED

/** An answer's lines: the names of what was chosen, or the value itself. */
export const linesOf = ({ type, value, labels }: Pick<AnswerView, 'type' | 'value' | 'labels'>): string[] =>
  labels.length > 0 && type !== 'DEPARTMENT_SELECT_V2' ? labels : answerLines(value)

export interface AnswerStep {
  id: string
  label: string
  answers: AnswerView[]
}

/** In the order of the form; texts to read are no answers. */
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
