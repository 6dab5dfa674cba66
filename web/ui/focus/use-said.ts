import { type RefObject, useEffect, useRef } from 'react'
import { announce } from '../../lib/said/announce.ts'

/** Someone who types goes on within this time. */
const SETTLED_MS = 1500

/**
 * Says a text that changes while someone types, once it stays the same: not at every digit.
 * @param text null while there is none. What is there at first isn't said.
 */
export const useSaid = (text: string | null): void => {
  const known = useRef(text)
  useEffect(() => {
    if (text === null || text === known.current) return
    const timer = setTimeout(() => {
      known.current = text
      announce(text)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  }, [text])
}

/** The same for what an element shows, of which only the caller knows how. */
export const useSaidContent = (of: RefObject<HTMLElement | null>): void => {
  const known = useRef<string | null>(null)
  useEffect(() => {
    const text = of.current?.textContent ?? ''
    known.current ??= text
    if (text === known.current) return
    const timer = setTimeout(() => {
      known.current = text
      announce(text)
    }, SETTLED_MS)
    return () => clearTimeout(timer)
  })
}
