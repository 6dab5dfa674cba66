import { useCallback, useEffect, useRef } from 'react'

/**
 * What is typed between the shortcut and the moment when the field has the focus. Its code may still be loading.
 * @returns takes it, which the field does once it has the focus. From then on the field gets the keys itself
 */
export const useTypedEarly = (opened: boolean, onEscape: () => void): (() => string) => {
  const typed = useRef('')
  const isTaken = useRef(false)
  const close = useRef(onEscape)
  close.current = onEscape
  useEffect(() => {
    if (!opened) return
    typed.current = ''
    isTaken.current = false
    const onKeyDown = (event: KeyboardEvent): void => {
      if (isTaken.current || event.metaKey || event.ctrlKey || event.altKey) return
      if (event.key === 'Escape') close.current()
      else if (event.key === 'Backspace') typed.current = typed.current.slice(0, -1)
      else if (event.key.length === 1) typed.current += event.key
      else return
      event.preventDefault()
      event.stopPropagation()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    return () => window.removeEventListener('keydown', onKeyDown, { capture: true })
  }, [opened])
  return useCallback(() => {
    isTaken.current = true
    const text = typed.current
    typed.current = ''
    return text
  }, [])
}
