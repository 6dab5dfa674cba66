import { useCallback, useEffect, useMemo, useReducer, useRef, useState } from 'react'
import { useDraft } from '../drafts/use-draft.ts'
import { isNowhere } from '../focus/nowhere.ts'
import { editHistory, type History, redoHistory, startHistory, undoHistory } from './history.ts'

type Action<T> =
  | { type: 'edit'; change: (value: T) => T; mergeKey: string | null; at: number }
  | { type: 'undo' }
  | { type: 'redo' }

const reduce = <T>(history: History<T>, action: Action<T>): History<T> => {
  if (action.type === 'undo') return undoHistory(history)
  if (action.type === 'redo') return redoHistory(history)
  return editHistory(history, action.change(history.present), { mergeKey: action.mergeKey, at: action.at })
}

interface BuilderOptions<T> {
  initial: T
  version: number
  /** Tells what is kept in this browser apart: the object. */
  draftName: string
  isDraftOf: (value: unknown) => value is T
}

/** What a builder edits, with undo, the saved state it started from, and a local copy of unsaved changes. */
export const useBuilder = <T extends object>({ initial, version, draftName, isDraftOf }: BuilderOptions<T>) => {
  const [history, dispatch] = useReducer(reduce<T>, initial, startHistory<T>)
  const [saved, setSaved] = useState({ json: JSON.stringify(initial), version })
  const value = history.present
  const dirty = useMemo(() => JSON.stringify(value) !== saved.json, [value, saved.json])
  const draft = useDraft({
    name: draftName,
    value,
    version: saved.version,
    dirty,
    isDraftOf,
    onRestore: (kept, { version: basedOn }) => {
      dispatch({ type: 'edit', change: () => kept, mergeKey: null, at: Date.now() })
      // The version that it is based on. Saving it over newer changes must be confirmed.
      setSaved((known) => ({ ...known, version: basedOn }))
    },
    onUndo: () => dispatch({ type: 'undo' }),
  })

  const edit = useCallback((change: (value: T) => T, mergeKey: string | null = null) => {
    dispatch({ type: 'edit', change, mergeKey, at: Date.now() })
  }, [])
  const undo = useCallback(() => dispatch({ type: 'undo' }), [])
  const redo = useCallback(() => dispatch({ type: 'redo' }), [])

  /** The server has this value as this version. What was typed meanwhile stays unsaved. */
  const markSaved = useCallback((sent: T, nextVersion: number) => {
    setSaved({ json: JSON.stringify(sent), version: nextVersion })
  }, [])
  /** Loads the server's value as a normal step, so that undo restores what was here. */
  const replace = useCallback((next: T, nextVersion: number) => {
    dispatch({ type: 'edit', change: () => next, mergeKey: null, at: Date.now() })
    setSaved({ json: JSON.stringify(next), version: nextVersion })
  }, [])

  return {
    value,
    edit,
    undo,
    redo,
    canUndo: history.past.length > 0,
    canRedo: history.future.length > 0,
    dirty,
    version: saved.version,
    markSaved,
    replace,
    draft,
  }
}

export type Builder<T extends object> = ReturnType<typeof useBuilder<T>>

/** Ctrl/Cmd+Z, Ctrl/Cmd+Shift+Z and Ctrl+Y, except in parts with their own undo (`data-own-undo`). */
export const useUndoKeys = (undo: () => void, redo: () => void) => {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey) return
      const key = event.key.toLowerCase()
      if (key !== 'z' && key !== 'y') return
      const target = event.target instanceof Element ? event.target : null
      const inBuilder = isNowhere(target) || ref.current?.contains(target ?? null)
      if (!inBuilder || target?.closest('[data-own-undo]')) return
      event.preventDefault()
      if (key === 'y' || event.shiftKey) redo()
      else undo()
    }
    window.addEventListener('keydown', onKeyDown)
    return () => window.removeEventListener('keydown', onKeyDown)
  }, [undo, redo])
  return ref
}
