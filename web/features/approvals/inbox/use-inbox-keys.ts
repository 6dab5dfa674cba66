import type { RefObject } from 'react'
import { type KeyGroup, useKeyGroup } from '../../../ui/keys/shown-keys.ts'
import { useSingleKeys } from '../../../ui/keys/single-keys.ts'
import { useKeyTwice } from '../../../ui/keys/use-key-twice.ts'

const KEYS: KeyGroup = {
  title: 'Approvals inbox',
  keys: [
    { keys: ['j', 'k'], text: 'Next, previous' },
    { keys: ['Enter'], text: 'Open' },
    { keys: ['a'], text: 'Approve (press it twice, or Enter after it), or complete a task' },
    { keys: ['r'], text: 'Reject' },
    { keys: ['c'], text: 'Comment' },
    { keys: ['x'], text: 'Select an item that you have opened' },
    { keys: ['u'], text: 'Undo the last approval, within 10 seconds' },
  ],
}

/** What `a` does with the opened item. What has no dialog is asked about first. */
export interface ApprovalByKey {
  about: string
  hasDialog: boolean
  start: () => void
}

interface InboxKeysOptions {
  /** Keys that act on an item do so only while the focus is in the list. */
  list: RefObject<HTMLElement | null>
  /** The keys of all items, in order. */
  places: readonly string[]
  opened: string | null
  approval: () => ApprovalByKey | null
  withBlock: (kind: 'reject' | 'comments') => void
  toggle: (key: string) => void
  undoLast: () => void
}

const itemInFocus = (): string | null =>
  document.activeElement?.closest('li')?.querySelector('[data-item]')?.getAttribute('data-item') ?? null

export const focusItem = (key: string | undefined): void => {
  if (key) document.querySelector<HTMLElement>(`[data-item="${CSS.escape(key)}"]`)?.focus()
}

/** @returns the item that `a` was pressed for once, until it is approved or something else is done */
export const useInboxKeys = (options: InboxKeysOptions): string | null => {
  const { list, places, opened, approval, withBlock, toggle, undoLast } = options
  const { asked, press } = useKeyTwice()

  const move = (by: 1 | -1): void => {
    const focused = itemInFocus()
    const index = focused ? places.indexOf(focused) : -1
    const first = opened && places.includes(opened) ? opened : places[0]
    focusItem(index < 0 ? first : places[Math.min(Math.max(index + by, 0), places.length - 1)])
  }
  useKeyGroup(KEYS)
  // Without an item there is no list to have the focus.
  useSingleKeys({ j: () => move(1), k: () => move(-1), u: places.length === 0 ? undoLast : undefined })
  useSingleKeys(
    {
      u: undoLast,
      a: () => {
        const one = approval()
        if (one?.hasDialog) one.start()
        else if (one) press('a', one.about, one.start)
      },
      r: () => withBlock('reject'),
      c: () => withBlock('comments'),
      x: () => {
        const key = itemInFocus() ?? opened
        if (key) toggle(key)
      },
    },
    list,
  )
  return asked?.about ?? null
}
