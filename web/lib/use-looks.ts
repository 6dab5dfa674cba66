import { useIdle } from '@mantine/hooks'
import { useCallback, useEffect, useRef } from 'react'

/** Calm: one small read, only while the page is visible, and at once when it becomes so. */
const LOOKS_EVERY_MS = 30_000
/** A person who left the screen is signed out after some hours, which these reads would prevent. */
const LOOKS_WITHOUT_HANDS_MS = 10 * 60_000

/** How often a page looks for what is new: never while no one is there. */
export const useLooksEvery = (): number | false => {
  const isIdle = useIdle(LOOKS_WITHOUT_HANDS_MS, { initialState: false })
  return isIdle ? false : LOOKS_EVERY_MS
}

const WRITTEN_IN = 'textarea, [contenteditable="true"], input:not([type="checkbox"], [type="radio"], [type="button"])'

/** Someone has a dialog open, or is in a field, or has left text in one of several lines. */
const isWriting = (): boolean =>
  document.querySelector('[role="dialog"]') !== null ||
  (document.activeElement?.matches(WRITTEN_IN) ?? false) ||
  [...document.querySelectorAll('textarea')].some(({ value }) => value !== '')

/**
 * Looks for what is new while the page is open, and at once when a person comes back to it. What they write in stays as
 * it is until they are done.
 */
export const useLooks = (look: () => unknown): void => {
  const every = useLooksEvery()
  const latest = useRef(look)
  const wasLeft = useRef(false)
  useEffect(() => {
    latest.current = look
  })
  const lookIfCalm = useCallback(() => {
    if (document.visibilityState === 'visible' && !isWriting()) latest.current()
  }, [])
  useEffect(() => {
    document.addEventListener('visibilitychange', lookIfCalm)
    return () => document.removeEventListener('visibilitychange', lookIfCalm)
  }, [lookIfCalm])
  useEffect(() => {
    if (every === false) {
      wasLeft.current = true
      return
    }
    if (wasLeft.current) lookIfCalm()
    wasLeft.current = false
    const timer = setInterval(lookIfCalm, every)
    return () => clearInterval(timer)
  }, [every, lookIfCalm])
}
