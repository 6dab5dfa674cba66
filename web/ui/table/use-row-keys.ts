import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react'
import { moveRow } from './paging.ts'

interface RowKeysOptions {
  enabled: boolean
  bodyRef: RefObject<HTMLTableSectionElement | null>
  count: number
  /** Scrolls a row of a virtual table into view. */
  scrollTo: ((index: number) => void) | undefined
  open: (index: number, inNewTab: boolean) => void
}

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'

/** j and k (or the arrows, inside the table) move between rows, and Enter opens the focused one. */
export const useRowKeys = ({ enabled, bodyRef, count, scrollTo, open }: RowKeysOptions) => {
  const current = useRef(-1)

  const focusRow = (index: number, attempts = 4): void => {
    const row = bodyRef.current?.querySelector<HTMLElement>(`tr[data-index="${index}"]`)
    if (row) {
      row.focus({ preventScroll: true })
      row.scrollIntoView({ block: 'nearest' })
    } else if (scrollTo && attempts > 0) {
      scrollTo(index)
      requestAnimationFrame(() => focusRow(index, attempts - 1))
    }
  }
  const rowInFocus = (): number => {
    const row = document.activeElement?.closest<HTMLElement>('tr[data-index]')
    return row && bodyRef.current?.contains(row) ? Number(row.dataset.index) : -1
  }
  const move = (step: 1 | -1): void => {
    const from = rowInFocus()
    const start = from >= 0 ? from : current.current
    current.current = moveRow(start < 0 && step === -1 ? 0 : start, step, count)
    if (current.current >= 0) focusRow(current.current)
  }

  const moveRef = useRef(move)
  moveRef.current = move

  useEffect(() => {
    if (!enabled) return
    const onKey = (event: globalThis.KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key !== 'j' && event.key !== 'k') return
      if ((event.target as Element | null)?.closest?.(TYPING) || document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      moveRef.current(event.key === 'j' ? 1 : -1)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [enabled])

  return (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof HTMLTableRowElement)) return
    const index = Number(event.target.dataset.index)
    if (event.key === 'Enter') {
      event.preventDefault()
      open(index, event.metaKey || event.ctrlKey)
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
  }
}
