import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'
import { type Currency, formatMoney } from '../../../../schema/shared/money.ts'
import { type Condition, toList } from './condition-list.ts'

/** The sources for the words of a condition. */
export interface ConditionWords {
  question: (id: string) => Question | undefined
  /** The name of a chosen vendor, department, etc. The form's own options are known already. */
  name: (id: string) => string | undefined
  currency: Currency
}

export const wordsOf = (
  form: FormDefinition,
  names: ReadonlyMap<string, string>,
  currency: Currency,
): ConditionWords => {
  const questions = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  return { question: (id) => questions.get(id), name: (id) => names.get(id), currency }
}

const either = (words: string[]): string =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const SHOWN_VALUES = 4

const valueWords = (condition: Condition & { kind: 'anyOf' }, source: Question, words: ConditionWords): string => {
  const isText = source.type === 'TEXT' || source.type === 'EMAIL'
  const labels = condition.values.map((value) => {
    if (isText) return `“${value}”`
    const option = source.options.find((candidate) => candidate.id === value)
    return option?.label ?? words.name(value) ?? (source.type === 'CUSTOM_SELECT' ? 'a removed option' : '…')
  })
  const more = labels.length - SHOWN_VALUES
  return either(more > 0 ? [...labels.slice(0, SHOWN_VALUES), `${more} more`] : labels)
}

const isMoney = (source: Question): boolean => source.type === 'MONEY' || source.type === 'REQUEST_AMOUNT'

const boundWords = (
  { minimum, maximum }: Condition & { kind: 'numeric' },
  source: Question,
  { currency }: ConditionWords,
): string => {
  const show = (value: number) =>
    isMoney(source) ? formatMoney({ value, currency }) : value.toLocaleString('en-US', { maximumFractionDigits: 6 })
  if (minimum !== null && maximum !== null) return `is between ${show(minimum)} and ${show(maximum)}`
  if (minimum !== null) return `is ${show(minimum)} or more`
  return maximum === null ? 'has no limit set' : `is ${show(maximum)} or less`
}

/** "Request amount is $10,000.00 or more", "Department is Sales or Legal", "New vendor? Yes". */
export const conditionText = (condition: Condition, words: ConditionWords): string => {
  const source = words.question(condition.questionId)
  if (!source) return 'A question no longer in the form'
  const label = source.label.trim() || 'Untitled question'
  const is = label.endsWith('?') ? label : `${label} is`
  if (condition.kind === 'boolean') return `${is} ${condition.value ? 'Yes' : 'No'}`
  if (condition.kind === 'numeric') return `${label} ${boundWords(condition, source, words)}`
  return condition.values.length ? `${is} ${valueWords(condition, source, words)}` : `${is} … (choose a value)`
}

/** One text per condition, in the editor's order. */
export const conditionTexts = (set: ConditionSet, words: ConditionWords): string[] =>
  toList(set).map((condition) => conditionText(condition, words))

/** The whole set in one line, or empty for an empty set. */
export const conditionsText = (set: ConditionSet, words: ConditionWords): string =>
  conditionTexts(set, words).join(set.chainOperator === 'AND' ? ' and ' : ' or ')
