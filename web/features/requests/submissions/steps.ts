import type {
  AnswerEntry,
  Answers,
  AnswerValue,
  FormDefinition,
  FormStep,
  Question,
} from '../../../../schema/requests/forms/form.ts'
import {
  allowedNotes,
  keptNotes,
  type Notes,
  noteField,
  noteProblems,
} from '../../../../schema/requests/forms/notes.ts'
import { isBlank, validateAnswer, validateAnswers } from '../../../../schema/requests/forms/validation.ts'
import { dropHidden, filingSteps, visibleQuestions } from '../../../../schema/requests/forms/visibility.ts'

export const REVIEW = 'review'

export type StepState = 'current' | 'done' | 'error' | 'todo'

export interface StepView {
  id: string
  label: string
  state: StepState
  /** Messages on the step's questions. */
  errors: number
}

/** The steps that ask something, given these answers. */
export const shownSteps = (form: FormDefinition, answers: Answers): FormStep[] =>
  filingSteps(form).filter((step) => visibleQuestions(form, answers, [step]).length > 0)

export const questionsOf = (form: FormDefinition, answers: Answers, step: FormStep): Question[] =>
  visibleQuestions(form, answers, [step])

interface StepInput {
  form: FormDefinition
  answers: Answers
  /** Messages on the screen, by question id. */
  errors: Readonly<Record<string, string>>
  /** Steps that were left with Next, or opened in an existing request. */
  visited: ReadonlySet<string>
  current: string
}

/** The step list: a visited step is done once nothing in it is missing. Errors are shown on every step. */
export const stepViews = ({ form, answers, errors, visited, current }: StepInput): StepView[] => {
  const steps = shownSteps(form, answers).map((step): StepView => {
    const questions = questionsOf(form, answers, step)
    const count = questions.filter(({ id }) => errors[id] ?? errors[noteField(id)]).length
    const complete = questions.every((question) => validateAnswer(question, answers[question.id]) === null)
    const state =
      step.id === current ? 'current' : count > 0 ? 'error' : visited.has(step.id) && complete ? 'done' : 'todo'
    return { id: step.id, label: step.label, state, errors: count }
  })
  return [...steps, { id: REVIEW, label: 'Review', state: current === REVIEW ? 'current' : 'todo', errors: 0 }]
}

export const nextStepId = (form: FormDefinition, answers: Answers, current: string): string => {
  const ids = [...shownSteps(form, answers).map((step) => step.id), REVIEW]
  return ids[ids.indexOf(current) + 1] ?? REVIEW
}

export const previousStepId = (form: FormDefinition, answers: Answers, current: string): string | null => {
  const ids = [...shownSteps(form, answers).map((step) => step.id), REVIEW]
  return ids[ids.indexOf(current) - 1] ?? null
}

/** Where the first message is, in screen order. Null if no question of the form has one. */
export const firstError = (
  form: FormDefinition,
  answers: Answers,
  errors: Readonly<Record<string, string>>,
): { stepId: string; questionId: string } | null => {
  for (const step of shownSteps(form, answers)) {
    const question = questionsOf(form, answers, step).find(({ id }) => errors[id] ?? errors[noteField(id)])
    if (question) return { stepId: step.id, questionId: question.id }
  }
  return null
}

/** The server's messages for questions that aren't visible, which would otherwise be lost. */
export const strayErrors = (
  form: FormDefinition,
  answers: Answers,
  errors: Readonly<Record<string, string>>,
): string[] => {
  const shown = new Set(visibleQuestions(form, answers).flatMap(({ id }) => [id, noteField(id)]))
  return [...new Set(Object.entries(errors).flatMap(([id, message]) => (shown.has(id) ? [] : [message])))]
}

/** Saved answers in the form's format. */
export const toAnswers = (saved: readonly { questionId: string; value: AnswerValue }[]): Answers =>
  Object.fromEntries(saved.filter(({ value }) => value !== null).map(({ questionId, value }) => [questionId, value]))

/** Notes from saved answers. */
export const toNotes = (saved: readonly { questionId: string; note: string }[]): Notes =>
  Object.fromEntries(saved.flatMap(({ questionId, note }) => (note ? [[questionId, note]] : [])))

export const hasInput = (answers: Answers): boolean => Object.values(answers).some((value) => !isBlank(value))

/** Answers with their notes. A note can exist without an answer. */
export const entriesOf = (answers: Answers, notes: Notes): AnswerEntry[] =>
  [...new Set([...Object.keys(answers), ...Object.keys(notes)])].flatMap((questionId) => {
    const value = answers[questionId] ?? null
    const note = notes[questionId]
    if (isBlank(value) && !note) return []
    return [{ questionId, value: isBlank(value) ? null : value, ...(note && { note }) }]
  })

/** What is submitted: visible, answered questions. */
export const submittedEntries = (form: FormDefinition, answers: Answers, notes: Notes = {}): AnswerEntry[] =>
  entriesOf(dropHidden(form, answers), keptNotes(form, answers, notes))

/**
 * What a draft can save now. Half-typed answers that would be refused stay on the screen only. Hidden answers are kept,
 * so that a change of mind brings them back.
 */
export const draftEntries = (
  form: FormDefinition,
  answers: Answers,
  notes: Notes = {},
): { entries: AnswerEntry[]; leftOut: Question[] } => {
  const wrong = validateAnswers(form, answers, { draft: true })
  const tooLong = noteProblems(notes)
  const kept = Object.entries(allowedNotes(form, notes)).filter(([id]) => !tooLong[noteField(id)])
  const known = new Map(form.steps.flatMap((step) => step.questions).map((question) => [question.id, question]))
  const leftOut = Object.keys(wrong).flatMap((id) => known.get(id) ?? [])
  return {
    entries: entriesOf(answers, Object.fromEntries(kept)).filter(
      ({ questionId }) => known.has(questionId) && !wrong[questionId],
    ),
    leftOut,
  }
}
