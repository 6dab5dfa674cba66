/**
 * The state of saving a draft, as a pure machine. `revision` counts the person's edits. A save carries the revision it
 * started with, so text typed while it runs is still unsaved afterwards.
 */
export interface AutosaveState {
  revision: number
  savedRevision: number
  /** For the running save. Null if there is none. */
  savingRevision: number | null
  problem: AutosaveProblem | null
}

export type AutosaveProblem =
  | { kind: 'failed'; message: string }
  /** The server has another version of the draft. */
  | { kind: 'conflict'; message: string }
  /** The draft was deleted elsewhere. */
  | { kind: 'gone'; message: string }
  /** It was submitted elsewhere, so it is no longer a draft. */
  | { kind: 'submitted'; message: string }

export type AutosaveEvent =
  | { type: 'edited' }
  /** Repeating an unanswered attempt keeps its revision. */
  | { type: 'started'; revision?: number }
  | { type: 'succeeded' }
  | { type: 'refused'; problem: AutosaveProblem }
  /** The person resolved a conflict. What they typed counts as unsaved. */
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

/** Only the person can resolve these, so a timer must not retry. */
export const needsPerson = (state: AutosaveState): boolean => state.problem !== null && state.problem.kind !== 'failed'

/** Whether a save should start automatically now. */
export const isDue = (state: AutosaveState): boolean =>
  isUnsaved(state) && state.savingRevision === null && !needsPerson(state)

const AUTOSAVE_DELAY_MS = 2000
const RETRY_DELAY_MS = 10_000

/** How long to wait before the next save, or null if none is due. */
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
