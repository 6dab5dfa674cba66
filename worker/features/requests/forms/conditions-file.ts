import { z } from 'zod'
import { isAmount } from '../../../../schema/requests/forms/validation.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'
import type { Path, Reading, Writing } from '../../platform/configuration/index.ts'
import { finder } from './file-keys.ts'
import { type FormNames, optionKeys, referenceOf } from './file-names.ts'

/** Conditions in a file of configuration: "question: Yearly cost, from: 10000". */

const conditionFile = z
  .strictObject({
    question: z.string().max(800),
    isAnyOf: z.array(z.string().max(600)).min(1, 'Name at least one value').max(200).optional(),
    from: z.number().optional(),
    to: z.number().optional(),
    is: z.boolean().optional(),
  })
  .refine(
    ({ isAnyOf, from, to, is }) =>
      [isAnyOf !== undefined, from !== undefined || to !== undefined, is !== undefined].filter(Boolean).length === 1,
    { error: 'A condition has “isAnyOf”, “from” and “to”, or “is”', path: ['question'] },
  )

export const conditionsFile = z.strictObject({
  match: z.enum(['all', 'any']).default('all'),
  conditions: z.array(conditionFile).max(150),
})
export type ConditionsFile = z.output<typeof conditionsFile>

export const conditionsToFile = (set: ConditionSet, names: FormNames, reading: Reading): ConditionsFile | undefined => {
  const shownValue = (questionId: string, value: string): string => {
    const question = names.questionOf(questionId)
    const kind = question && referenceOf(question.type)
    if (kind) return reading.nameOf(kind, value)
    if (question?.type !== 'CUSTOM_SELECT') return value
    return optionKeys(question.options).find(([, id]) => id === value)?.[0] ?? '(deleted)'
  }
  const limit = (questionId: string, value: number | null): number | undefined => {
    if (value === null) return undefined
    const question = names.questionOf(questionId)
    return question && isAmount(question) ? reading.amount(value) : value
  }
  const conditions = [
    ...set.conditionAnyOfs.map(({ valuesQuestionId: id, values }) => ({
      question: names.keyOf(id),
      isAnyOf: values.map((value) => shownValue(id, value)),
    })),
    ...set.conditionNumerics.map(({ valuesQuestionId: id, minimumValue, maximumValue }) => ({
      question: names.keyOf(id),
      from: limit(id, minimumValue),
      to: limit(id, maximumValue),
    })),
    ...set.conditionBooleans.map(({ valuesQuestionId: id, value }) => ({ question: names.keyOf(id), is: value })),
  ]
  return conditions.length > 0 ? { match: set.chainOperator === 'AND' ? 'all' : 'any', conditions } : undefined
}

/** @param path where they are in the object */
export const conditionsFromFile = (
  given: ConditionsFile | undefined,
  names: FormNames,
  writing: Writing,
  path: Path,
): ConditionSet => {
  const set: ConditionSet = {
    chainOperator: given?.match === 'any' ? 'OR' : 'AND',
    conditionAnyOfs: [],
    conditionNumerics: [],
    conditionBooleans: [],
  }
  given?.conditions.forEach(({ question: key, isAnyOf, from, to, is }, i) => {
    const at = [...path, 'conditions', i]
    const question = names.find(key)
    if (!question) {
      writing.problem([...at, 'question'], `There’s no such question in the form: ${key}`)
      return
    }
    if (isAnyOf) {
      const kind = referenceOf(question.type)
      const option = finder(optionKeys(question.options))
      const values = kind
        ? writing.idsOf(kind, isAnyOf, [...at, 'isAnyOf'])
        : question.type === 'CUSTOM_SELECT'
          ? isAnyOf.flatMap((text, n) => {
              const id = option(text)
              if (!id) writing.problem([...at, 'isAnyOf', n], `“${question.label}” has no such option: ${text}`)
              return id ?? []
            })
          : isAnyOf
      if (values.length > 0) set.conditionAnyOfs.push({ valuesQuestionId: question.id, values })
      else writing.problem([...at, 'isAnyOf'], 'This condition would be empty. Choose replacements for its values')
    } else if (is !== undefined) set.conditionBooleans.push({ valuesQuestionId: question.id, value: is })
    else {
      const minor = (value: number | undefined) =>
        value === undefined ? null : isAmount(question) ? writing.minor(value, at) : value
      const [minimumValue, maximumValue] = [minor(from), minor(to)]
      if (minimumValue !== null && maximumValue !== null && minimumValue > maximumValue)
        writing.problem(at, 'The minimum is above the maximum')
      set.conditionNumerics.push({ valuesQuestionId: question.id, minimumValue, maximumValue })
    }
  })
  return set
}
