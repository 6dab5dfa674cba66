/**
 * What is known about the saving of a draft, as a pure machine. `revision` counts the person's edits; a save carries
 * the revision it started with, so that typing on while it runs leaves the draft unsaved afterwards.
 */
export interface AutosaveState {
  revision: number
  savedRevision: number
  /** Of the save that runs; null while none does. */
  savingRevision: number | null
  problem: AutosaveProblem | null
}

export type AutosaveProblem =
  | { kind: 'failed'; message: string }
  /** The draft has another version on the server. */
  | { kind: 'conflict'; message: string }
  /** The draft was deleted elsewhere. */
  | { kind: 'gone'; message: string }
  /** It was submitted elsewhere, and is no draft any more. */
  | { kind: 'submitted'; message: string }

export type AutosaveEvent =
  | { type: 'edited' }
  /** A repeat of an unanswered attempt carries the revision it had. */
  | { type: 'started'; revision?: number }
  | { type: 'succeeded' }
  | { type: 'refused'; problem: AutosaveProblem }
  /** The person chose how to go on after a conflict; what they typed counts as unsaved. */
  | { type: 'resolved' }
  /** The answers were replaced by the server's. */
  | { type: 'loaded' }

export const AUTOSAVE_START: AutosaveState = { revision: 0, savedRevision: 0, savingRevision: null, problem: null }

export const autosave = (state: AutosaveState, event: AutosaveEvent): AutosaveState => {
  switch (event.type) {
    case 'edited':
      return { ...state, revision: state.revision + 1 }
    case 'started':
      return { ...state, savingRevision: event.revision ?? state.revision, problem: null }
    case 'succeeded':
      return { ...state, savedRevision: state.savingRevision ?? state.revision, savingRevision: null, problem: null }
    case 'refused':
      return { ...state, savingRevision: null, problem: event.problem }
    case 'resolved':
      return { ...state, revision: state.revision + 1, problem: null }
    case 'loaded':
      return { ...state, savedRevision: state.revision, savingRevision: null, problem: null }
  }
}

export const isUnsaved = (state: AutosaveState): boolean => state.revision > state.savedRevision

/** Only the person can settle these; a timer must not try again. */
export const needsPerson = (state: AutosaveState): boolean => state.problem !== null && state.problem.kind !== 'failed'

/** Whether a save should start by itself now. */
export const isDue = (state: AutosaveState): boolean =>
  isUnsaved(state) && state.savingRevision === null && !needsPerson(state)

export const AUTOSAVE_DELAY_MS = 2000
const RETRY_DELAY_MS = 10_000

/** How long to wait before the next save, or null where none is due. */
export const delayOf = (state: AutosaveState): number | null => {
  if (!isDue(state)) return null
  return state.problem ? RETRY_DELAY_MS : AUTOSAVE_DELAY_MS
}

export type SaveWord = 'none' | 'saving' | 'saved' | 'unsaved' | 'failed' | 'conflict'

/** What the person is told. */
export const saveWord = (state: AutosaveState): SaveWord => {
  if (state.savingRevision !== null) return 'saving'
  if (state.problem) return state.problem.kind === 'failed' ? 'failed' : 'conflict'
  if (isUnsaved(state)) return 'unsaved'
  return state.savedRevision > 0 ? 'saved' : 'none'
}
