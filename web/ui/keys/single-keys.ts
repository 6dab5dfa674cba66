import { useEffect, useRef } from 'react'

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'

/** Whether the keyboard belongs to a field, a menu or a dialog. A checkbox takes no letters. */
const isTaken = (target: Element | null): boolean => {
  const typed = target?.closest?.(TYPING)
  return Boolean(typed && !typed.matches('[type="checkbox"]')) || document.querySelector('[aria-modal="true"]') !== null
}

/** Held down, these go on. Others would decide twice. */
const REPEATABLE = ['j', 'k']

export type KeyActions = Readonly<Record<string, (() => void) | undefined>>

/** Single keys on the page, unless the person types or a dialog is open. */
export const useSingleKeys = (actions: KeyActions): void => {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.repeat && !REPEATABLE.includes(event.key)) return
      const action = latest.current[event.key]
      if (!action || isTaken(event.target as Element | null)) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
