import type { Answers, FormDefinition } from '../../../../../schema/requests/forms/form.ts'
import type { Notes } from '../../../../../schema/requests/forms/notes.ts'
import { allQuestions } from '../../../../../schema/requests/forms/visibility.ts'
import { type Draft, useDraft } from '../../../../ui/drafts/use-draft.ts'
import type { RequestFormState } from './use-request-form.ts'

interface Typed {
  answers: Answers
  notes: Notes
  requestorUserId: string
  watcherUserIds: string[]
  /** Besides the answers: who fills the form in. */
  sender?: Record<string, string> | undefined
}

interface AnswersDraftOptions {
  /** Tells the form apart: "request.new.laptops". */
  name: string
  form: FormDefinition
  state: RequestFormState
  /** The saved version that the answers are based on. 0 for none. */
  version: number
  isUnsaved: boolean
  sender?: Record<string, string>
  /** The answers are other ones now, and not saved. */
  onRestored: (sender: Record<string, string> | undefined) => void
}

/** Uploads that nothing saved names are removed after a day. */
const UPLOADS_KEPT_MS = 20 * 3600_000

const isTyped = (value: unknown): value is Typed => {
  const { answers, notes, requestorUserId, watcherUserIds } = (value ?? {}) as Partial<Typed>
  return [answers, notes].every((part) => typeof part === 'object' && part !== null && !Array.isArray(part))
    ? typeof requestorUserId === 'string' && Array.isArray(watcherUserIds)
    : false
}

/** The answers that the form still asks for, without uploads that are gone. */
const stillAsked = (form: FormDefinition, kept: Answers, now: Answers, age: number): Answers => {
  const asked = new Map(allQuestions(form).map(({ id, type }) => [id, type]))
  const held = Object.entries(kept).flatMap(([id, value]) => {
    const type = asked.get(id)
    if (type === undefined) return []
    return [[id, type === 'DOCUMENTS' && age > UPLOADS_KEPT_MS ? (now[id] ?? null) : value] as const]
  })
  return Object.fromEntries(held)
}

/** Keeps the answers of a form in this browser, also those that a saved draft can't hold yet. */
export const useAnswersDraft = (options: AnswersDraftOptions): Draft => {
  const { name, form, state, version, isUnsaved, sender, onRestored } = options
  const { answers, notes, requestorUserId, watcherUserIds } = state
  const put = (typed: Typed, age: number): void => {
    const held = stillAsked(form, typed.answers, state.latest().answers, age)
    state.replace(held, typed.notes, typed.requestorUserId, typed.watcherUserIds)
    onRestored(typed.sender)
  }
  const value: Typed = { answers, notes, requestorUserId, watcherUserIds, ...(sender && { sender }) }
  return useDraft<Typed>({
    name,
    value,
    version,
    dirty: isUnsaved,
    isDraftOf: isTyped,
    onRestore: (typed, { at }) => put(typed, Date.now() - Date.parse(at)),
    onUndo: (before) => put(before, 0),
  })
}
