import type { OptionKind } from '../../../../schema/platform/lookups/endpoints.ts'
import { noSuchValue, questionsOf } from '../../../../schema/requests/forms/condition-sources.ts'
import type { FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { lookupKindOf } from '../../../../schema/requests/forms/question-kinds.ts'
import type { ConditionSet } from '../../../../schema/shared/conditions.ts'
import type { StaffActor } from '../../../core/actor.ts'
import type { BaseContext } from '../../../core/operation.ts'
import { labelsOf } from '../../platform/lookups/index.ts'

type Context = BaseContext & { actor: StaffActor }

interface Problem {
  id: string
  message: string
}

/** The names of the company's objects with these ids, by kind. Others are left out. */
const namesOf = async (
  context: Context,
  wanted: ReadonlyMap<OptionKind, ReadonlySet<string>>,
): Promise<Map<string, string>> => {
  const found = await Promise.all(
    [...wanted].filter(([, ids]) => ids.size > 0).map(([kind, ids]) => labelsOf(context, kind, [...ids])),
  )
  return new Map(found.flat().map(({ value, label }) => [value, label]))
}

/** Departments, vendors and so on that conditions name, by the kind of the question that they ask about. */
const namedIn = (sets: readonly ConditionSet[], form: FormDefinition): Map<OptionKind, Set<string>> => {
  const questions = questionsOf(form)
  const named = new Map<OptionKind, Set<string>>()
  for (const { valuesQuestionId, values } of sets.flatMap(({ conditionAnyOfs }) => conditionAnyOfs)) {
    const question = questions.get(valuesQuestionId)
    const kind = question && lookupKindOf(question.type)
    if (!kind) continue
    const ids = named.get(kind) ?? new Set()
    for (const value of values) ids.add(value)
    named.set(kind, ids)
  }
  return named
}

/** By the id of a rule or question, or 'entry': values of its conditions that the company doesn't have. */
export const unknownValues = async (
  context: Context,
  form: FormDefinition,
  sets: readonly { id: string; set: ConditionSet }[],
): Promise<Problem[]> => {
  const named = namedIn(
    sets.map(({ set }) => set),
    form,
  )
  if (named.size === 0) return []
  const known = await namesOf(context, named)
  const questions = questionsOf(form)
  return sets.flatMap(({ id, set }) =>
    set.conditionAnyOfs.flatMap(({ valuesQuestionId, values }) => {
      const question = questions.get(valuesQuestionId)
      const unknown = question && lookupKindOf(question.type) ? values.find((value) => !known.has(value)) : undefined
      return unknown === undefined ? [] : [{ id, message: noSuchValue(unknown, question?.label ?? '') }]
    }),
  )
}

/**
 * A question's own list of departments, vendors, etc. with their current names. Only the company's own are kept, and
 * conditions may name only these.
 */
export const withKnownOptions = async (
  context: Context,
  form: FormDefinition,
): Promise<{ form: FormDefinition; problems: Problem[] }> => {
  const questions = form.steps.flatMap((step) => step.questions)
  const wanted = new Map<OptionKind, Set<string>>()
  for (const question of questions) {
    const kind = lookupKindOf(question.type)
    if (!kind) continue
    const ids = wanted.get(kind) ?? new Set()
    for (const option of question.options) ids.add(option.id)
    wanted.set(kind, ids)
  }
  const labels = await namesOf(context, wanted)
  const problems = await unknownValues(
    context,
    form,
    questions.map((question) => ({ id: question.id, set: question })),
  )
  const steps = form.steps.map((step) => ({
    ...step,
    questions: step.questions.map((question) => {
      if (!lookupKindOf(question.type) || question.options.length === 0) return question
      if (question.options.some((option) => !labels.has(option.id))) {
        problems.push({ id: question.id, message: 'One of the options no longer exists' })
      }
      const options = question.options.map((option) => ({ ...option, label: labels.get(option.id) ?? option.label }))
      return { ...question, options }
    }),
  }))
  return { form: { steps }, problems }
}
