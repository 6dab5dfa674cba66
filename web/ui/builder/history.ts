/** The past, the present, and what was undone: the undo of a builder. Pure, so that every edit can be tested. */
export interface History<T> {
  past: readonly T[]
  present: T
  future: readonly T[]
  /** Edits with the same key in quick succession are one step, such as the letters of a word. */
  mergeKey: string | null
  editedAt: number
}

export interface EditOptions {
  mergeKey?: string | null
  at?: number
}

const MERGE_MS = 1000
const KEPT = 200

export const startHistory = <T>(present: T): History<T> => ({
  past: [],
  present,
  future: [],
  mergeKey: null,
  editedAt: 0,
})

export const editHistory = <T>(
  history: History<T>,
  next: T,
  { mergeKey = null, at = 0 }: EditOptions = {},
): History<T> => {
  if (Object.is(next, history.present)) return history
  const merges = mergeKey !== null && mergeKey === history.mergeKey && at - history.editedAt < MERGE_MS
  return {
    past: merges ? history.past : [...history.past, history.present].slice(-KEPT),
    present: next,
    future: [],
    mergeKey,
    editedAt: at,
  }
}

export const undoHistory = <T>(history: History<T>): History<T> => {
  const previous = history.past.at(-1)
  if (previous === undefined) return history
  return {
    past: history.past.slice(0, -1),
    present: previous,
    future: [history.present, ...history.future],
    mergeKey: null,
    editedAt: 0,
  }
}

export const redoHistory = <T>(history: History<T>): History<T> => {
  const next = history.future[0]
  if (next === undefined) return history
  return {
    past: [...history.past, history.present],
    present: next,
    future: history.future.slice(1),
    mergeKey: null,
    editedAt: 0,
  }
}
