import { useEffect, useRef } from 'react'

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="menu"], [role="listbox"]'

export type KeyActions = Readonly<Record<string, () => void>>

/** Single keys on the page, unless the person types or a dialog is open. */
export const useInboxKeys = (actions: KeyActions): void => {
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.defaultPrevented || event.metaKey || event.ctrlKey || event.altKey || event.repeat) return
      const action = latest.current[event.key]
      const typed = (event.target as Element | null)?.closest?.(TYPING)
      // A checkbox takes no letters.
      if (!action || (typed && !typed.matches('[type="checkbox"]'))) return
      if (document.querySelector('[aria-modal="true"]')) return
      event.preventDefault()
      action()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
