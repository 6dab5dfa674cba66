import type { FormDefinition, Question } from './form.ts'
import { visibleQuestionIds } from './visibility.ts'

/**
 * What a requester adds to an answer, if the question allows it (specification 2 §3). Stored and versioned with the
 * answer.
 */

/** By question id. */
export type Notes = Record<string, string>

export const MAX_NOTE = 10_000
const TOO_LONG = `At most ${MAX_NOTE.toLocaleString('en-US')} characters`

export const allowsNote = ({ allowsNote: allowed, type }: Pick<Question, 'allowsNote' | 'type'>): boolean =>
  allowed === true && type !== 'DISPLAY_ONLY'

/** The key for a message about a question's note, among those about answers. */
export const noteField = (questionId: string): string => `${questionId}.note`

const allowingNotes = (form: FormDefinition): Set<string> =>
  new Set(form.steps.flatMap((step) => step.questions.filter(allowsNote).map(({ id }) => id)))

/** Notes of questions that allow one, without blank ones. */
export const allowedNotes = (form: FormDefinition, notes: Readonly<Notes> = {}): Notes => {
  const allowed = allowingNotes(form)
  return Object.fromEntries(
    Object.entries(notes).flatMap(([id, text]) => (allowed.has(id) && text.trim() ? [[id, text.trim()]] : [])),
  )
}

/** The same, for visible questions only. */
export const keptNotes = (
  form: FormDefinition,
  answers: Readonly<Record<string, unknown>>,
  notes: Readonly<Notes> = {},
): Notes => {
  const visible = visibleQuestionIds(form, answers)
  return Object.fromEntries(Object.entries(allowedNotes(form, notes)).filter(([id]) => visible.has(id)))
}

/** Messages by `noteField`. Empty if all notes are valid. */
export const noteProblems = (notes: Readonly<Notes> = {}): Record<string, string> =>
  Object.fromEntries(
    Object.entries(notes).flatMap(([id, text]) => (text.trim().length > MAX_NOTE ? [[noteField(id), TOO_LONG]] : [])),
  )

/** Notes among sent answers. */
export const notesIn = (entries: readonly { questionId: string; note?: string | undefined }[]): Notes =>
  Object.fromEntries(entries.flatMap(({ questionId, note }) => (note?.trim() ? [[questionId, note]] : [])))

/** For a command: missing if there are none, so that commands from before notes existed stay the same. */
export const givenNotes = (notes: Notes): { notes?: Notes } => (Object.keys(notes).length > 0 ? { notes } : {})
