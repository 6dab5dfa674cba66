import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { type KeyGroup, useKeyGroup } from '../keys/shown-keys.ts'
import { useSingleKeys } from '../keys/single-keys.ts'
import { moveRow } from './paging.ts'

interface RowKeysOptions {
  enabled: boolean
  /** Whether cells can be edited in their row. */
  edits: boolean
  bodyRef: RefObject<HTMLTableSectionElement | null>
  count: number
  /** Scrolls a row of a virtual table into view. */
  scrollTo: ((index: number) => void) | undefined
  open: (index: number, inNewTab: boolean) => void
}

const KEYS: KeyGroup = {
  title: 'This list',
  keys: [
    { keys: ['j', 'k'], text: 'Next, previous row' },
    { keys: ['Enter'], text: 'Open the row' },
  ],
}
const KEYS_WITH_EDIT: KeyGroup = { ...KEYS, keys: [...KEYS.keys, { keys: ['F2'], text: 'Edit the row' }] }
const NO_KEYS = {}

/**
 * j and k (or the arrows, inside the table) move between rows, Enter opens the focused one, and F2 edits its first cell
 * that can be edited.
 */
export const useRowKeys = ({ enabled, edits, bodyRef, count, scrollTo, open }: RowKeysOptions) => {
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
    const isHidden = (index: number): boolean =>
      !scrollTo && index >= 0 && !bodyRef.current?.querySelector(`tr[data-index="${index}"]`)
    let next = moveRow(start < 0 && step === -1 ? 0 : start, step, count)
    // Rows of a closed group are passed over.
    while (isHidden(next) && next !== moveRow(next, step, count)) next = moveRow(next, step, count)
    if (isHidden(next)) return
    current.current = next
    if (current.current >= 0) focusRow(current.current)
  }

  useKeyGroup(enabled && count > 0 ? (edits ? KEYS_WITH_EDIT : KEYS) : null)
  useSingleKeys(enabled ? { j: () => move(1), k: () => move(-1) } : NO_KEYS)

  return (event: KeyboardEvent<HTMLElement>): void => {
    if (!(event.target instanceof HTMLTableRowElement)) return
    const index = Number(event.target.dataset.index)
    if (event.key === 'Enter') {
      event.preventDefault()
      open(index, event.metaKey || event.ctrlKey)
    } else if (event.key === 'F2') {
      event.preventDefault()
      event.target.querySelector<HTMLElement>('[data-edit]')?.click()
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      move(event.key === 'ArrowDown' ? 1 : -1)
    }
  }
}
