import type { FormDefinition, Question } from '../../../../schema/requests/forms/form.ts'
import { conditionKindOf } from '../../../../schema/requests/forms/form-rules.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'

/** A set of conditions as one list to edit. The schema stores it as three lists. */
export type Condition =
  | { kind: 'anyOf'; questionId: string; values: string[] }
  | { kind: 'numeric'; questionId: string; minimum: number | null; maximum: number | null }
  | { kind: 'boolean'; questionId: string; value: boolean }

export const toList = (set: ConditionSet): Condition[] => [
  ...set.conditionAnyOfs.map((c): Condition => ({ kind: 'anyOf', questionId: c.valuesQuestionId, values: c.values })),
  ...set.conditionNumerics.map(
    (c): Condition => ({
      kind: 'numeric',
      questionId: c.valuesQuestionId,
      minimum: c.minimumValue,
      maximum: c.maximumValue,
    }),
  ),
  ...set.conditionBooleans.map((c): Condition => ({ kind: 'boolean', questionId: c.valuesQuestionId, value: c.value })),
]

export const fromList = (list: readonly Condition[]): Omit<ConditionSet, 'chainOperator'> => ({
  conditionAnyOfs: list.flatMap((c) =>
    c.kind === 'anyOf' ? [{ valuesQuestionId: c.questionId, values: c.values }] : [],
  ),
  conditionNumerics: list.flatMap((c) =>
    c.kind === 'numeric' ? [{ valuesQuestionId: c.questionId, minimumValue: c.minimum, maximumValue: c.maximum }] : [],
  ),
  conditionBooleans: list.flatMap((c) =>
    c.kind === 'boolean' ? [{ valuesQuestionId: c.questionId, value: c.value }] : [],
  ),
})

const KINDS: Condition['kind'][] = ['anyOf', 'numeric', 'boolean']

/** In the order in which they will come back, because the schema stores each kind in its own list. */
export const inListOrder = (list: readonly Condition[]): Condition[] =>
  KINDS.flatMap((kind) => list.filter((condition) => condition.kind === kind))

export const hasConditions = (set: ConditionSet): boolean => toList(set).length > 0

/** An empty condition that fits the question, or null if none does. */
export const newCondition = (source: Question): Condition | null => {
  const kind = conditionKindOf(source.type)
  if (kind === 'anyOf') return { kind, questionId: source.id, values: [] }
  if (kind === 'numeric') return { kind, questionId: source.id, minimum: null, maximum: null }
  if (kind === 'boolean') return { kind, questionId: source.id, value: true }
  return null
}

export const canBeSource = (question: Question): boolean => conditionKindOf(question.type) !== null

/** The questions that a condition can use, by step. `exceptId` is the question with the condition. */
export const conditionSources = (form: FormDefinition, exceptId?: string): { step: string; questions: Question[] }[] =>
  form.steps
    .map((step) => ({
      step: step.label,
      questions: step.questions.filter((question) => question.id !== exceptId && canBeSource(question)),
    }))
    .filter((group) => group.questions.length > 0)
