import { useEffect, useRef } from 'react'

/** Something is saved this often while someone goes on typing. */
const LATEST_MS = 4000

interface Pauses {
  /** How long a pause in typing must be, or null while there is nothing to save. */
  pause: number | null
  /** Another value for each change. */
  change: unknown
  save: () => void
}

/** Saves in each pause of typing, and without one at the latest `LATEST_MS` after the first change that isn't saved. */
export const usePauses = ({ pause, change, save }: Pauses): void => {
  const latest = useRef<number | null>(null)
  const now = useRef(save)
  now.current = save
  // biome-ignore lint/correctness/useExhaustiveDependencies: each change begins another pause
  useEffect(() => {
    if (pause === null) {
      latest.current = null
      return
    }
    latest.current ??= Date.now() + Math.max(LATEST_MS, pause)
    const wait = Math.max(0, Math.min(pause, latest.current - Date.now()))
    const timer = setTimeout(() => {
      latest.current = null
      now.current()
    }, wait)
    return () => clearTimeout(timer)
  }, [pause, change])
}
