import type { AnswerChange } from '../../../../schema/requests/forms/answer-changes.ts'
import type { Answers, FormDefinition } from '../../../../schema/requests/forms/form.ts'
import { keptNotes, type Notes, noteProblems } from '../../../../schema/requests/forms/notes.ts'
import { sizeProblems } from '../../../../schema/requests/forms/size.ts'
import { isBlank, validateAnswers } from '../../../../schema/requests/forms/validation.ts'
import { dropHidden } from '../../../../schema/requests/forms/visibility.ts'
import { canonicalJson } from '../../../core/hash.ts'
import { refuse } from '../../../objects/approval/turn.ts'

/** Answers and notes as a request keeps them. Used by its object, so it refuses instead of throwing AppErrors. */

export const validOrRefuse = (form: FormDefinition, answers: Answers, stepIds?: readonly string[]): void => {
  const fields = validateAnswers(form, answers, stepIds ? { stepIds } : {})
  if (Object.keys(fields).length > 0)
    refuse('INVALID', 'ANSWERS_INVALID', 'Some answers are missing or not valid.', { fields })
}

/** The notes to keep with the answers. Refuses notes that are too long, alone or together. */
export const notesOrRefuse = (form: FormDefinition, answers: Answers, given: Notes | undefined): Notes => {
  const notes = keptNotes(form, answers, given)
  const fields = { ...noteProblems(notes), ...sizeProblems(answers, notes) }
  if (Object.keys(fields).length > 0) refuse('INVALID', 'ANSWERS_INVALID', 'Some answers are too long.', { fields })
  return notes
}

/** Set once there has been a note, so that removing the last one is recorded too. */
export const toldNotes = (before: Notes | undefined, notes: Notes): { notes?: Notes } =>
  before || Object.keys(notes).length > 0 ? { notes } : {}

const laterQuestions = (form: FormDefinition): Set<string> =>
  new Set(form.steps.filter((s) => s.isAdditionalStep).flatMap((s) => s.questions.map((q) => q.id)))

/** Edited values together with those of additional steps, which only their tasks change. */
const withLater = <T>(
  form: FormDefinition,
  before: Record<string, T>,
  edited: Record<string, T>,
): Record<string, T> => {
  const later = laterQuestions(form)
  const pick = (values: Record<string, T>, additional: boolean) =>
    Object.entries(values).filter(([questionId]) => later.has(questionId) === additional)
  return Object.fromEntries([...pick(before, true), ...pick(edited, false)])
}

/** The edited answers. Hidden ones are dropped and the rest is validated. */
export const answersAfterEdit = (form: FormDefinition, before: Answers, edited: Answers): Answers => {
  const answers = dropHidden(form, withLater(form, before, edited))
  validOrRefuse(form, answers)
  return answers
}

export const notesAfterEdit = (
  form: FormDefinition,
  answers: Answers,
  before: Notes | undefined = {},
  edited: Notes | undefined = {},
): Notes => notesOrRefuse(form, answers, withLater(form, before, edited))

interface Noted {
  answers: Answers
  notes?: Notes | undefined
}

/** The differences between two versions of answers and their notes. Blank and missing are the same. */
export const answerChanges = (form: FormDefinition, earlier: Noted, later: Noted): AnswerChange[] => {
  const labels = new Map(form.steps.flatMap((step) => step.questions).map((q) => [q.id, q.label]))
  const labelOf = (questionId: string) => labels.get(questionId) ?? 'A question that was removed'
  const { answers: before, notes: notesBefore = {} } = earlier
  const { answers: after, notes: notesAfter = {} } = later
  const answers = [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((questionId) => {
    const was = before[questionId] ?? null
    const is = after[questionId] ?? null
    if ((isBlank(was) && isBlank(is)) || canonicalJson(was) === canonicalJson(is)) return []
    return [{ questionId, label: labelOf(questionId), before: was, after: is }]
  })
  const notes = [...new Set([...Object.keys(notesBefore), ...Object.keys(notesAfter)])].flatMap(
    (questionId): AnswerChange[] => {
      const was = notesBefore[questionId] ?? null
      const is = notesAfter[questionId] ?? null
      if (was === is) return []
      return [{ questionId, label: `${labelOf(questionId)} (note)`, before: was, after: is, part: 'NOTE' }]
    },
  )
  return [...answers, ...notes]
}
