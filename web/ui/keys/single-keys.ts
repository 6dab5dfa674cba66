import { type RefObject, useEffect, useRef } from 'react'

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'

/** Keys that follow a letter so soon are text, which was meant for a field. */
const TEXT_MS = 600
/** Keys so soon after a dialog closed were meant for the dialog. */
const CLOSED_MS = 500

/** Whether the keyboard belongs to a field, a menu or a dialog. A checkbox takes no letters. */
const isTaken = (target: Element | null): boolean => {
  const typed = target?.closest?.(TYPING)
  return Boolean(typed && !typed.matches('[type="checkbox"]')) || document.querySelector('[aria-modal="true"]') !== null
}

/** Held down, these go on. Others would decide twice. */
const REPEATABLE = ['j', 'k']

export type KeyActions = Readonly<Record<string, (() => void) | undefined>>

interface Listening {
  actions: KeyActions
  within: RefObject<Element | null> | undefined
}

const listening: { current: Listening }[] = []
let textAt = Number.NEGATIVE_INFINITY
let closedAt = Number.NEGATIVE_INFINITY

/** Told by dialogs and drawers. */
export const keysWereTaken = (): void => {
  closedAt = performance.now()
}

const actionFor = ({ key, target, repeat }: KeyboardEvent): (() => void) | undefined => {
  if (repeat && !REPEATABLE.includes(key)) return undefined
  const now = performance.now()
  if (now - textAt < TEXT_MS || now - closedAt < CLOSED_MS || isTaken(target as Element | null)) return undefined
  for (const { current } of listening) {
    const action = current.actions[key]
    const isThere = !current.within || current.within.current?.contains(document.activeElement)
    if (action && isThere) return action
  }
  return undefined
}

const onKey = (event: KeyboardEvent): void => {
  if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
  const action = actionFor(event)
  if (action) {
    event.preventDefault()
    action()
  } else if (event.key.length === 1 && !event.repeat) {
    textAt = performance.now()
  }
}

/**
 * Single keys on the page, unless the person types or a dialog is open. What is typed while the focus is nowhere, or
 * goes on after a dialog closed, is text and no key.
 * @param within keys that decide act only while the focus is there
 */
export const useSingleKeys = (actions: KeyActions, within?: RefObject<Element | null>): void => {
  const latest = useRef<Listening>({ actions, within })
  latest.current = { actions, within }
  useEffect(() => {
    if (listening.length === 0) document.addEventListener('keydown', onKey)
    listening.push(latest)
    return () => {
      listening.splice(listening.indexOf(latest), 1)
      if (listening.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [])
}
