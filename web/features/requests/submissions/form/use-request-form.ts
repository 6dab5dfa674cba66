import { useCallback, useMemo, useRef, useState } from 'react'
import type { IntakeCategory } from '../../../../../schema/requests/endpoints.ts'
import type { Answers, AnswerValue, FormDefinition, FormStep } from '../../../../../schema/requests/forms/form.ts'
import { type Notes, noteField, noteProblems } from '../../../../../schema/requests/forms/notes.ts'
import { isBlank, validateAnswer, validateAnswers } from '../../../../../schema/requests/forms/validation.ts'
import { questionElementId } from '../../forms/index.ts'
import {
  draftEntries,
  firstError,
  hasInput,
  nextStepId,
  previousStepId,
  questionsOf,
  REVIEW,
  shownSteps,
  stepViews,
} from '../steps.ts'

/** What a request is when its form opens. */
export interface FormSubject {
  category: IntakeCategory
  form: FormDefinition
  answers: Answers
  notes: Notes
  requestorUserId: string
  /** For a draft. A request in progress has them on its page. */
  watcherUserIds: string[]
  /** Missing for a new request. */
  existing: {
    id: string
    version: number
    kind: 'draft' | 'pending' | 'rejected' | 'withdrawn'
    number: number
    title: string
    contactEmail: string | null
    forVendor: boolean
  } | null
}

/** What gets the focus in a question. */
export const questionControl = (questionId: string): HTMLElement | null =>
  document
    .getElementById(questionElementId(questionId))
    ?.querySelector<HTMLElement>('[aria-invalid="true"], input:not([type="hidden"]), textarea, select, button') ?? null

/** One frame later the step, its fields and their messages are rendered. */
export const focusQuestion = (questionId: string): void => {
  requestAnimationFrame(() => {
    document.getElementById(questionElementId(questionId))?.scrollIntoView({ block: 'center' })
    questionControl(questionId)?.focus({ preventScroll: true })
  })
}

const sameAnswer = (a: AnswerValue | undefined, b: AnswerValue): boolean =>
  a === b || (isBlank(a) && isBlank(b)) || JSON.stringify(a) === JSON.stringify(b)

/** Answers, messages and steps of the form. `onEdited` is called for every change that would be saved. */
export const useRequestForm = (
  subject: Omit<FormSubject, 'category' | 'existing'> & { existing: object | null },
  onEdited: () => void,
) => {
  const { form } = subject
  const [answers, setAnswers] = useState(subject.answers)
  const [notes, setNotes] = useState(subject.notes)
  const [requestorUserId, setRequestor] = useState(subject.requestorUserId)
  const [watcherUserIds, setWatchers] = useState(subject.watcherUserIds)
  const [errors, setErrors] = useState<Record<string, string>>({})
  const steps = useMemo(() => shownSteps(form, answers), [form, answers])
  const [chosen, setChosen] = useState(() => steps[0]?.id ?? REVIEW)
  // If another answer hides a step's last question, the step disappears and the first one is shown.
  const current = chosen === REVIEW || steps.some(({ id }) => id === chosen) ? chosen : (steps[0]?.id ?? REVIEW)
  const [visited, setVisited] = useState<ReadonlySet<string>>(
    () => new Set(subject.existing ? form.steps.map(({ id }) => id) : []),
  )
  const now = useRef({ answers, notes, errors, requestorUserId, watcherUserIds })
  now.current = { answers, notes, errors, requestorUserId, watcherUserIds }
  const edited = useRef(onEdited)
  edited.current = onEdited

  const change = useCallback(
    (questionId: string, value: AnswerValue): void => {
      const before = now.current
      if (sameAnswer(before.answers[questionId], value)) return
      const next = { ...before.answers, [questionId]: value }
      now.current = { ...before, answers: next }
      setAnswers(next)
      if (before.errors[questionId]) {
        const question = form.steps.flatMap((step) => step.questions).find(({ id }) => id === questionId)
        const message = question && validateAnswer(question, value)
        const { [questionId]: _, ...rest } = before.errors
        setErrors(message ? { ...rest, [questionId]: message } : rest)
      }
      edited.current()
    },
    [form],
  )

  const changeNote = useCallback((questionId: string, note: string): void => {
    const before = now.current
    const next = { ...before.notes, [questionId]: note }
    now.current = { ...before, notes: next }
    setNotes(next)
    const field = noteField(questionId)
    if (before.errors[field]) {
      const { [field]: _, ...rest } = before.errors
      setErrors({ ...rest, ...noteProblems({ [questionId]: note }) })
    }
    edited.current()
  }, [])

  const changeRequestor = (userId: string | null): void => {
    if (!userId || userId === now.current.requestorUserId) return
    now.current = { ...now.current, requestorUserId: userId }
    setRequestor(userId)
    edited.current()
  }

  const changeWatchers = (userIds: string[]): void => {
    now.current = { ...now.current, watcherUserIds: userIds }
    setWatchers(userIds)
    edited.current()
  }

  const replace = (next: Answers, nextNotes: Notes, requestor: string, watchers: string[]): void => {
    setNotes(nextNotes)
    now.current = { answers: next, notes: nextNotes, errors: {}, requestorUserId: requestor, watcherUserIds: watchers }
    setWatchers(watchers)
    setAnswers(next)
    setRequestor(requestor)
    setErrors({})
  }

  const goTo = (stepId: string): void => {
    setVisited((known) => new Set(known).add(current))
    setChosen(stepId)
    window.scrollTo({ top: 0 })
    requestAnimationFrame(() => document.getElementById('request-step')?.focus({ preventScroll: true }))
  }

  /** Shows messages and goes to the first of them. */
  const show = useCallback(
    (messages: Record<string, string>): void => {
      setErrors(messages)
      const first = firstError(form, now.current.answers, messages)
      if (!first) return
      setChosen(first.stepId)
      focusQuestion(first.questionId)
    },
    [form],
  )

  const checkStep = (step: FormStep): boolean => {
    const all = now.current.answers
    const messages: Record<string, string> = {}
    for (const question of questionsOf(form, all, step)) {
      const message = validateAnswer(question, all[question.id])
      if (message) messages[question.id] = message
      Object.assign(messages, noteProblems({ [question.id]: now.current.notes[question.id] ?? '' }))
    }
    const others = Object.entries(now.current.errors).filter(
      ([id]) => !step.questions.some((q) => q.id === id || noteField(q.id) === id),
    )
    const next = { ...Object.fromEntries(others), ...messages }
    if (Object.keys(messages).length === 0) {
      setErrors(next)
      return true
    }
    show(next)
    return false
  }

  const next = (): void => {
    const step = steps.find(({ id }) => id === current)
    if (step && checkStep(step)) goTo(nextStepId(form, answers, current))
  }

  /** Checks everything at once, as the server will. Returns true if it can be submitted. */
  const checkAll = (): boolean => {
    const messages = { ...validateAnswers(form, now.current.answers), ...noteProblems(now.current.notes) }
    const fine = Object.keys(messages).length === 0
    if (fine) setErrors({})
    else show(messages)
    return fine
  }

  const previous = previousStepId(form, answers, current)
  return {
    answers,
    notes,
    requestorUserId,
    watcherUserIds,
    errors,
    steps,
    current,
    step: steps.find(({ id }) => id === current) ?? null,
    views: stepViews({ form, answers, errors, visited, current }),
    draft: useMemo(() => draftEntries(form, answers, notes), [form, answers, notes]),
    /** As of the last keystroke, for saves that run between two renders. */
    latest: () => now.current,
    hasInput: () => hasInput(now.current.answers) || Object.values(now.current.notes).some((note) => note.trim()),
    change,
    changeNote,
    changeRequestor,
    changeWatchers,
    replace,
    show,
    goTo,
    next,
    back: previous ? () => goTo(previous) : null,
    checkAll,
  }
}

export type RequestFormState = ReturnType<typeof useRequestForm>
