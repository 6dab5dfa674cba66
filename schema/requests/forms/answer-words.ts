import { dayText } from '../../shared/calendar.ts'
import { formatMoney, type Money } from '../../shared/money.ts'
import { isCalendarDate } from '../../shared/values.ts'
import type { AnswerEntry, Question, QuestionType } from './form.ts'

/** Answers with several parts, in words. */

type Parts = Record<string, unknown>

export const isRecord = (value: unknown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const isMoney = (value: Parts): value is Parts & Money => 'currency' in value && typeof value.value === 'number'

const count = (n: unknown, unit: string): string[] =>
  typeof n === 'number' && n > 0 ? [`${n.toLocaleString('en-US')} ${unit}${n === 1 ? '' : 's'}`] : []

/** "1 year, 6 months", or empty if all are zero. */
export const durationLines = (value: Parts): string[] => {
  const parts = [...count(value.years, 'year'), ...count(value.months, 'month'), ...count(value.days, 'day')]
  return parts.length > 0 ? [parts.join(', ')] : []
}

export const addressLines = (value: Parts): string[] => {
  const part = (key: string) => (typeof value[key] === 'string' ? (value[key] as string).trim() : '')
  const town = [[part('city'), part('state')].filter(Boolean).join(', '), part('postalCode')].filter(Boolean).join(' ')
  return [part('address1'), part('address2'), town, part('country'), part('memo')].filter(Boolean)
}

const DATES: readonly QuestionType[] = ['DATE', 'DUE_DATE', 'END_DATE', 'START_DATE']

/**
 * An answer as people read it. Empty without one.
 * @param names of the files and objects that the answer refers to, by id
 */
export const answerText = (
  question: Question,
  value: AnswerEntry['value'] | undefined,
  names: ReadonlyMap<string, string>,
): string => {
  if (value === null || value === undefined || value === '') return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value.toLocaleString('en-US')
  const words = (item: unknown): string => {
    if (isRecord(item)) {
      const { id, departmentApproverAssigneeUserId: userId } = item
      return userId ? `${words(id)} (approver: ${words(userId)})` : words(id)
    }
    const text = String(item)
    const name = names.get(text) ?? question.options.find(({ id }) => id === text)?.label
    return name ?? (question.type === 'DOCUMENTS' ? 'File' : text)
  }
  if (typeof value === 'string')
    return DATES.includes(question.type) && isCalendarDate(value) ? dayText(value) : words(value)
  if (Array.isArray(value)) return value.map(words).join(', ')
  if (isMoney(value)) return formatMoney(value)
  return ('address1' in value ? addressLines(value) : durationLines(value)).join(', ')
}
