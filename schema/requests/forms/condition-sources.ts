import type { ConditionSet } from '../../shared/conditions.ts'
import { questionsRead } from '../../shared/conditions.ts'
import type { FormDefinition, Question } from './form.ts'
import { lookupKindOf } from './question-kinds.ts'

/**
 * Whether a condition can ever match: the values it names are offered, and its question is asked before it is read. A
 * condition that can't would skip an approval without anyone noticing.
 */

type Questions = ReadonlyMap<string, Question>

export const questionsOf = (form: FormDefinition): Map<string, Question> =>
  new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))

/** The options to choose from, or null if they are all objects of the company of a kind, or texts. */
const offered = ({ type, options }: Question): Question['options'] | null =>
  type === 'CUSTOM_SELECT' || (lookupKindOf(type) && options.length > 0) ? options : null

const notOffered = (question: Question | undefined, values: readonly string[]): string | undefined => {
  const options = question && offered(question)
  return options ? values.find((value) => !options.some(({ id }) => id === value)) : undefined
}

export const noSuchValue = (value: string, label: string): string =>
  `A condition asks for “${value}”, which isn’t an option of “${label}”`

/** A value that the question doesn't offer. Values of the company's objects are looked up elsewhere. */
export const valueProblem = (set: ConditionSet, questions: Questions): string | null => {
  for (const { valuesQuestionId, values } of set.conditionAnyOfs) {
    const question = questions.get(valuesQuestionId)
    const unknown = notOffered(question, values)
    if (unknown !== undefined) return noSuchValue(unknown, question?.label ?? '')
  }
  return null
}

/** An option that is named and would no longer be offered. */
export const lostOption = (
  set: ConditionSet,
  before: Questions,
  after: Questions,
): { questionId: string; option: string | null } | null => {
  for (const { valuesQuestionId: questionId, values } of set.conditionAnyOfs) {
    const [was, is] = [before.get(questionId), after.get(questionId)]
    if (!was || !is || was.type !== is.type) continue
    const known = offered(was)
    const lost = values.filter((value) => !known || known.some(({ id }) => id === value))
    const gone = notOffered(is, lost)
    if (gone !== undefined) return { questionId, option: known?.find(({ id }) => id === gone)?.label ?? null }
  }
  return null
}

/**
 * The questions that can have an answer once the steps for filing and `stepIds` are filled in: those in one of them whose
 * visibility doesn't depend on others alone.
 */
export const askedQuestions = (form: FormDefinition, stepIds: ReadonlySet<string>): Set<string> => {
  const questions = questionsOf(form)
  const filled = new Set(
    form.steps
      .filter((step) => !step.isAdditionalStep || stepIds.has(step.id))
      .flatMap((step) => step.questions.map(({ id }) => id)),
  )
  const known = new Map<string, boolean>()
  const isAsked = (id: string): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    const question = questions.get(id)
    known.set(id, false)
    const sources = question ? questionsRead(question) : []
    const shows =
      sources.length === 0 || (question?.chainOperator === 'OR' ? sources.some(isAsked) : sources.every(isAsked))
    const asked = question !== undefined && filled.has(id) && shows
    known.set(id, asked)
    return asked
  }
  return new Set([...questions.keys()].filter(isAsked))
}

/** The conditions of a set that read one question, to tell whether they changed with it. */
const readingOf = (set: ConditionSet, questionId: string): string =>
  JSON.stringify([
    set.conditionAnyOfs.filter((condition) => condition.valuesQuestionId === questionId).map(({ values }) => values),
    set.conditionNumerics.filter((condition) => condition.valuesQuestionId === questionId),
    set.conditionBooleans.filter((condition) => condition.valuesQuestionId === questionId),
  ])

/**
 * Questions whose kind changes while the visibility of another one still asks for what they were: an option, a number
 * or an amount now means something else.
 */
export const outdatedVisibility = (
  before: FormDefinition,
  after: FormDefinition,
): { id: string; message: string }[] => {
  const [were, are] = [questionsOf(before), questionsOf(after)]
  return [...are.values()].flatMap((question) => {
    const was = were.get(question.id)
    if (!was) return []
    return questionsRead(question).flatMap((questionId) => {
      const [source, now] = [were.get(questionId), are.get(questionId)]
      if (!source || !now || source.type === now.type) return []
      if (readingOf(was, questionId) !== readingOf(question, questionId)) return []
      return [
        {
          id: questionId,
          message: `The visibility of “${question.label}” asks about “${source.label}”. Change its condition when you change the kind of question.`,
        },
      ]
    })
  })
}
