import { z } from 'zod'
import { type ConvertedMoney, explainConversion, type UncomparableMoney } from './exchange.ts'
import { formatLimit, formatMoney, type Money } from './money.ts'
import { questionId } from './values.ts'

/**
 * Conditions on answers, used for the visibility of questions and for workflows and their rules (specification 2 §5).
 * Money is compared in minor units of the company's currency, after readers have converted it (`comparable`).
 */
export const logicOperator = z.enum(['AND', 'OR'])
export type LogicOperator = z.infer<typeof logicOperator>

/** What a request's workflows can ask besides answers. See FACTS of the approval engine. */
export const ASKABLE_FACTS = ['fact:is-new-vendor'] as const
const conditionSource = z.union([questionId, z.enum(ASKABLE_FACTS)])

export const anyOfCondition = z.object({
  valuesQuestionId: questionId,
  values: z.array(z.string().max(500)).min(1, 'Choose at least one value').max(200),
})
export const numericCondition = z
  .object({
    valuesQuestionId: questionId,
    minimumValue: z.number().nullable(),
    maximumValue: z.number().nullable(),
  })
  .refine((c) => c.minimumValue !== null || c.maximumValue !== null, 'Enter a minimum or a maximum')
  .refine(
    (c) => c.minimumValue === null || c.maximumValue === null || c.minimumValue <= c.maximumValue,
    'The minimum is above the maximum',
  )
export const booleanCondition = z.object({ valuesQuestionId: conditionSource, value: z.boolean() })

export const conditionSetShape = {
  chainOperator: logicOperator,
  conditionAnyOfs: z.array(anyOfCondition).max(50),
  conditionNumerics: z.array(numericCondition).max(50),
  conditionBooleans: z.array(booleanCondition).max(50),
}
export const conditionSet = z.object(conditionSetShape)
export type ConditionSet = z.infer<typeof conditionSet>

export const NO_CONDITIONS: ConditionSet = {
  chainOperator: 'AND',
  conditionAnyOfs: [],
  conditionNumerics: [],
  conditionBooleans: [],
}

/** What a condition can read: an answer, or a fact in its place. Undefined and null mean unanswered. */
export type ConditionValue =
  | string
  | number
  | boolean
  | Money
  | readonly (string | { id: string })[]
  | object
  | null
  | undefined
/** Reads the value of a question. Returns undefined if it is hidden or unanswered. */
export type ReadValue = (questionId: string) => ConditionValue

/** The names used in readable reasons. */
export interface ConditionNames {
  question(questionId: string): string
  /** The label of an id in an answer, or the id itself if it is unknown. */
  value(questionId: string, id: string): string
}

const isMoney = (value: ConditionValue): value is Money =>
  typeof value === 'object' && value !== null && 'currency' in value && 'value' in value

/** The ids or texts in an answer: one for a single select, several for a list. */
const idsOf = (value: ConditionValue): string[] => {
  if (typeof value === 'string') return value === '' ? [] : [value]
  if (!Array.isArray(value)) return []
  return value.flatMap((item: unknown) => {
    if (typeof item === 'string') return [item]
    return typeof item === 'object' && item !== null && 'id' in item ? [String(item.id)] : []
  })
}

const numberOf = (value: ConditionValue): number | null => {
  if (typeof value === 'number') return value
  return isMoney(value) ? value.value : null
}

type AnyOf = z.infer<typeof anyOfCondition>
type Numeric = z.infer<typeof numericCondition>
type BooleanIs = z.infer<typeof booleanCondition>

/** Texts match regardless of case and surrounding spaces. Ids have neither. */
const plain = (text: string): string => text.trim().toLowerCase()
const isAmong = (value: string, values: readonly string[]): boolean =>
  values.includes(value) || values.some((each) => plain(each) === plain(value))

const anyOfHolds = (c: AnyOf, read: ReadValue) => idsOf(read(c.valuesQuestionId)).some((v) => isAmong(v, c.values))
const numericHolds = (c: Numeric, read: ReadValue) => {
  const n = numberOf(read(c.valuesQuestionId))
  return (
    n !== null && (c.minimumValue === null || n >= c.minimumValue) && (c.maximumValue === null || n <= c.maximumValue)
  )
}
const booleanHolds = (c: BooleanIs, read: ReadValue) => read(c.valuesQuestionId) === c.value

/**
 * Whether a set of conditions matches. Any-of compares a text, an id or one of a list. Numeric bounds are inclusive and
 * compare money by minor units. An unanswered question matches nothing, and an empty set always matches.
 */
export const evaluateConditions = (set: ConditionSet, read: ReadValue): boolean => {
  const total = set.conditionAnyOfs.length + set.conditionNumerics.length + set.conditionBooleans.length
  if (total === 0) return true
  if (set.chainOperator === 'AND')
    return (
      set.conditionAnyOfs.every((c) => anyOfHolds(c, read)) &&
      set.conditionNumerics.every((c) => numericHolds(c, read)) &&
      set.conditionBooleans.every((c) => booleanHolds(c, read))
    )
  return (
    set.conditionAnyOfs.some((c) => anyOfHolds(c, read)) ||
    set.conditionNumerics.some((c) => numericHolds(c, read)) ||
    set.conditionBooleans.some((c) => booleanHolds(c, read))
  )
}

/** The questions that a set of conditions uses. */
export const questionsRead = (set: ConditionSet): string[] => [
  ...new Set(
    [...set.conditionAnyOfs, ...set.conditionNumerics, ...set.conditionBooleans].map((c) => c.valuesQuestionId),
  ),
]

export interface ConditionReason {
  holds: boolean
  text: string
}
export interface ConditionExplanation {
  holds: boolean
  /** One result for each condition, in the order any-of, numeric, boolean. Empty for an empty set. */
  reasons: ConditionReason[]
  /** The deciding conditions in one sentence, or empty for an empty set. */
  text: string
}

const oneOf = (words: string[]) =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`

const explainAnyOf = (c: AnyOf, read: ReadValue, names: ConditionNames): ConditionReason => {
  const label = names.question(c.valuesQuestionId)
  const given = idsOf(read(c.valuesQuestionId))
  const name = (value: string) => names.value(c.valuesQuestionId, value)
  const matched = given.filter((v) => isAmong(v, c.values))
  if (matched.length > 0) return { holds: true, text: `${label} is ${matched.map(name).join(' and ')}` }
  const wanted = oneOf(c.values.map(name))
  if (given.length === 0) return { holds: false, text: `${label} has no answer, and would have to be ${wanted}` }
  return { holds: false, text: `${label} is ${given.map(name).join(' and ')}, not ${wanted}` }
}

/** Created once, because creating one costs more than the rest of the comparison. */
const NUMBERS = new Intl.NumberFormat('en-US')

const isConverted = (value: ConditionValue): value is ConvertedMoney => isMoney(value) && 'original' in value
const hasNoRate = (value: ConditionValue): value is UncomparableMoney =>
  typeof value === 'object' && value !== null && 'withoutRate' in value

const explainNumeric = (c: Numeric, read: ReadValue, names: ConditionNames): ConditionReason => {
  const label = names.question(c.valuesQuestionId)
  const value = read(c.valuesQuestionId)
  if (hasNoRate(value)) {
    const { withoutRate } = value
    return {
      holds: false,
      text: `${label} is ${formatMoney(withoutRate)}, and there is no exchange rate for ${withoutRate.currency}`,
    }
  }
  const n = numberOf(value)
  if (n === null) return { holds: false, text: `${label} has no answer` }
  const bound = (limit: number) =>
    isMoney(value) ? formatLimit({ value: limit, currency: value.currency }) : NUMBERS.format(limit)
  // For a converted amount, approvers see the original and the rate.
  const shown = isConverted(value)
    ? `${formatMoney(value)}: ${explainConversion(value)}`
    : isMoney(value)
      ? formatMoney(value)
      : NUMBERS.format(n)
  const { minimumValue: min, maximumValue: max } = c
  const says = (holds: boolean, comparison: string): ConditionReason => ({
    holds,
    text: `${label} is ${comparison} (${shown})`,
  })
  if (min !== null && n < min) return says(false, `less than ${bound(min)}`)
  if (max !== null && n > max) return says(false, `more than ${bound(max)}`)
  if (min !== null && max !== null) return says(true, `between ${bound(min)} and ${bound(max)}`)
  if (min !== null) return says(true, `${bound(min)} or more`)
  return says(true, `${bound(max ?? n)} or less`)
}

const explainBoolean = (c: BooleanIs, read: ReadValue, names: ConditionNames): ConditionReason => {
  const label = names.question(c.valuesQuestionId)
  const value = read(c.valuesQuestionId)
  const word = (flag: boolean) => (flag ? 'Yes' : 'No')
  if (typeof value !== 'boolean') return { holds: false, text: `${label} has no answer` }
  return value === c.value
    ? { holds: true, text: `${label} is ${word(value)}` }
    : { holds: false, text: `${label} is ${word(value)}, not ${word(c.value)}` }
}

/** Why a set of conditions matches or doesn't, condition by condition, in words. */
export const explainConditions = (set: ConditionSet, read: ReadValue, names: ConditionNames): ConditionExplanation => {
  const reasons = [
    ...set.conditionAnyOfs.map((c) => explainAnyOf(c, read, names)),
    ...set.conditionNumerics.map((c) => explainNumeric(c, read, names)),
    ...set.conditionBooleans.map((c) => explainBoolean(c, read, names)),
  ]
  const holds = evaluateConditions(set, read)
  const deciding = reasons.filter((reason) => reason.holds === holds)
  return { holds, reasons, text: deciding.map((reason) => reason.text).join(' and ') }
}
