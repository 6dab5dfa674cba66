import { evaluateConditions, questionsRead } from '../../shared/conditions.ts'
import { comparable } from '../../shared/exchange.ts'
import type { Answers, FormDefinition, FormStep, Question } from './form.ts'
import { isUnused } from './unused-questions.ts'

/**
 * Which questions of a form are visible for given answers (specification 2 §3). Pure and shared: the web hides with it,
 * and the Worker drops and validates with it.
 */

export const inOrder = <T extends { ordinal: number }>(items: readonly T[]): T[] =>
  [...items].sort((a, b) => a.ordinal - b.ordinal)

/** The steps that a requester fills in when filing. Additional steps come later, as tasks. */
export const filingSteps = (form: FormDefinition): FormStep[] =>
  inOrder(form.steps.filter((step) => !step.isAdditionalStep))

const isEmpty = (answer: unknown): boolean =>
  answer === undefined || answer === null || answer === '' || (Array.isArray(answer) && answer.length === 0)

/** What people call the question that a field is about, whose path ends with its id. */
export const questionNames = (form: FormDefinition) => {
  const labels = new Map(allQuestions(form).map(({ id, label }) => [id, label]))
  return (field: string): string | undefined => labels.get(field.split('.').at(-1) ?? '')
}

/** All questions of the form, including additional steps, in screen order. */
export const allQuestions = (form: FormDefinition): Question[] =>
  inOrder(form.steps).flatMap((step) => inOrder(step.questions))

/**
 * The ids of the visible questions, including additional steps. A question whose controlling question is hidden, or is
 * part of a circle, treats that one as unanswered.
 */
export const visibleQuestionIds = (form: FormDefinition, answers: Readonly<Record<string, unknown>>): Set<string> => {
  const questions = new Map(form.steps.flatMap((step) => step.questions).map((q) => [q.id, q]))
  const known = new Map<string, boolean>()
  const isVisible = (id: string): boolean => {
    const before = known.get(id)
    if (before !== undefined) return before
    const question = questions.get(id)
    if (!question) return false
    known.set(id, false)
    // What was answered before is shown all the same.
    if (isUnused(form, question) && isEmpty(answers[id])) return false
    const visible = evaluateConditions(question, (controlling) =>
      isVisible(controlling) ? comparable(answers[controlling] as Answers[string], form.exchange) : undefined,
    )
    known.set(id, visible)
    return visible
  }
  return new Set([...questions.keys()].filter(isVisible))
}

/** The visible questions in screen order. `steps` defaults to the steps for filing. */
export const visibleQuestions = (
  form: FormDefinition,
  answers: Readonly<Record<string, unknown>>,
  steps: readonly FormStep[] = filingSteps(form),
): Question[] => {
  const visible = visibleQuestionIds(form, answers)
  return steps.flatMap((step) => inOrder(step.questions)).filter((question) => visible.has(question.id))
}

/** Only the answers to visible questions. Answers to questions outside the form are dropped too. */
export const dropHidden = <T>(form: FormDefinition, answers: Readonly<Record<string, T>>): Record<string, T> => {
  const visible = visibleQuestionIds(form, answers)
  return Object.fromEntries(Object.entries(answers).filter(([id]) => visible.has(id)))
}

/** A circle in the visibility conditions, as the ids along it, or null. A form with one must not be saved. */
export const findConditionCycle = (form: FormDefinition): string[] | null => {
  const questions = new Map(form.steps.flatMap((step) => step.questions).map((q) => [q.id, q]))
  const done = new Set<string>()
  const path: string[] = []
  const visit = (id: string): string[] | null => {
    const start = path.indexOf(id)
    if (start >= 0) return path.slice(start)
    const question = questions.get(id)
    if (!question || done.has(id)) return null
    path.push(id)
    for (const next of questionsRead(question)) {
      const cycle = visit(next)
      if (cycle) return cycle
    }
    path.pop()
    done.add(id)
    return null
  }
  for (const id of questions.keys()) {
    const cycle = visit(id)
    if (cycle) return cycle
  }
  return null
}
