import { useCallback, useEffect, useRef, useState } from 'react'
import { dropText, type KeptText, keepText, keptText, onCutOff, type TextOwner } from '../../lib/kept/kept-text.ts'
import { useTextOwner } from './owner.ts'
import { usePauses } from './use-pauses.ts'

const PAUSE_MS = 400

interface DraftOptions<T> {
  /** Tells the object apart, for one person of one company: "bill.new". Null if nothing is kept. */
  name: string | null
  value: T
  /** The saved version that it is based on. 0 for what isn't saved yet. */
  version: number
  /** What it was typed over. */
  base?: T | undefined
  /** Whether there is something to keep. False again once it is saved. */
  dirty: boolean
  isDraftOf: (value: unknown) => value is T
  /** Puts what was kept into the form. */
  onRestore: (value: T, kept: KeptText<T>) => void
  /** Puts back what the form had before. */
  onUndo: (before: T) => void
}

export interface Draft {
  /** What an earlier visit left: to be chosen, or back in the form already. Null if there is nothing, or it was chosen. */
  found: KeptText<unknown> | null
  isBack: boolean
  /** Whether someone has saved since. */
  isOutdated: boolean
  restore: () => void
  /** Drops what was kept. */
  discard: () => void
  /** It was sent or deleted: what the form still has isn't kept. */
  finish: () => void
}

const find = <T>(owner: TextOwner, { name, value, isDraftOf }: DraftOptions<T>): KeptText<T> | null => {
  const kept = name === null ? null : keptText(owner, name)
  if (!kept || !isDraftOf(kept.value) || JSON.stringify(kept.value) === JSON.stringify(value)) return null
  const { base, ...rest } = kept
  return { ...rest, value: kept.value, ...(isDraftOf(base) && { base }) }
}

/**
 * Keeps what is typed in this browser, for the person who types it, and brings it back: by itself if the page went away
 * by itself, and otherwise when the person chooses it.
 */
export const useDraft = <T>(options: DraftOptions<T>): Draft => {
  const { name, value, version, dirty } = options
  const owner = useTextOwner()
  const [found, setFound] = useState(() => find(owner, options))
  const [isBack, setBack] = useState(false)
  const latest = useRef(options)
  latest.current = options
  const wasDirty = useRef(false)
  const finished = useRef(false)
  const before = useRef(value)
  const isOutdated = found !== null && found.version !== version

  const write = useCallback(() => {
    const { name: to, dirty: isDirty, value: typed, version: basedOn, base } = latest.current
    if (isDirty && to !== null && !finished.current) keepText(owner, to, { value: typed, version: basedOn, base })
  }, [owner])
  const keptAs = useRef(name)
  useEffect(() => {
    // What got an id of its own is kept by that from now on.
    if (keptAs.current !== null && keptAs.current !== name) dropText(owner, keptAs.current)
    keptAs.current = name
  }, [owner, name])
  usePauses({ pause: dirty ? PAUSE_MS : null, change: value, save: write })
  useEffect(() => {
    // What is offered must survive the first, unchanged view.
    if (!dirty && wasDirty.current && name !== null) dropText(owner, name)
    wasDirty.current = dirty
    // What is typed after that is another draft.
    if (!dirty) finished.current = false
  }, [dirty, owner, name])

  useEffect(() => {
    window.addEventListener('pagehide', write)
    const end = onCutOff(write)
    return () => {
      window.removeEventListener('pagehide', write)
      end()
      write()
    }
  }, [write])

  const restore = useCallback(() => {
    if (!found) return
    before.current = latest.current.value
    latest.current.onRestore(found.value, found)
    setBack(true)
  }, [found])
  const returns = found?.wasCutOff === true && !isOutdated
  const returned = useRef(false)
  useEffect(() => {
    if (!returns || returned.current) return
    returned.current = true
    restore()
  }, [returns, restore])

  const discard = useCallback(() => {
    if (isBack) latest.current.onUndo(before.current)
    if (name !== null) dropText(owner, name)
    setFound(null)
    setBack(false)
  }, [owner, name, isBack])
  const finish = useCallback(() => {
    finished.current = true
    if (name !== null) dropText(owner, name)
  }, [owner, name])
  return { found, isBack, isOutdated, restore, discard, finish }
}
