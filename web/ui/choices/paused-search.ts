import { useEffect, useState } from 'react'

export interface PausedSearch {
  /** What to ask the server for. */
  asked: string
  /** Nothing was typed since the request. */
  settled: boolean
  /** Searches for what is typed without waiting for the pause. */
  askNow(): void
}

/** A search that runs once typing pauses. An emptied search box needs no pause. */
export const usePausedSearch = (text: string, pauseMs: number): PausedSearch => {
  const wanted = text.trim()
  const [asked, setAsked] = useState(wanted)
  useEffect(() => {
    if (wanted === asked) return
    const timer = setTimeout(() => setAsked(wanted), wanted ? pauseMs : 0)
    return () => clearTimeout(timer)
  }, [wanted, asked, pauseMs])
  return { asked, settled: wanted === asked, askNow: () => setAsked(wanted) }
}
