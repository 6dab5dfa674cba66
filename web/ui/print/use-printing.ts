import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** What a part reads once it is there has begun by then. */
const BEGUN_MS = 300
/** Longer than that no one waits for a part that can't be read. */
const LATEST_MS = 8000

const WANTED = 'print-wanted'

/** Prints the open page with all its parts. */
export const printPage = (): void => {
  window.dispatchEvent(new Event(WANTED))
}

/** Whether the page is printed now, or is about to be: then all its parts are there, and are read before. */
export const usePrinting = (): boolean => {
  const client = useQueryClient()
  const [prints, setPrints] = useState<'no' | 'waits' | 'now'>('no')
  useEffect(() => {
    const want = (): void => setPrints((known) => (known === 'no' ? 'waits' : known))
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey || event.key.toLowerCase() !== 'p') return
      event.preventDefault()
      want()
    }
    // By the browser's own menu: what is known is printed.
    const before = (): void => flushSync(() => setPrints('now'))
    const after = (): void => setPrints('no')
    window.addEventListener(WANTED, want)
    window.addEventListener('keydown', onKey)
    window.addEventListener('beforeprint', before)
    window.addEventListener('afterprint', after)
    return () => {
      window.removeEventListener(WANTED, want)
      window.removeEventListener('keydown', onKey)
      window.removeEventListener('beforeprint', before)
      window.removeEventListener('afterprint', after)
    }
  }, [])
  useEffect(() => {
    if (prints !== 'waits') return
    const end = Date.now() + LATEST_MS
    const timer = setInterval(() => {
      if (client.isFetching() > 0 && Date.now() < end) return
      clearInterval(timer)
      window.print()
      setPrints('no')
    }, BEGUN_MS)
    return () => clearInterval(timer)
  }, [prints, client])
  return prints !== 'no'
}
