/** What was read before its page is there. */
interface Reading {
  /** Its page is being opened. Before, someone only seems about to. */
  opening: boolean
  end: () => void
}

const readings = new Map<string, Reading>()
const quiet = new WeakSet<AbortSignal>()

export const readingOf = (hash: string): Reading | undefined => readings.get(hash)

/** Keeps an answer for its page, which takes it within seconds. */
export const keep = (hash: string, opening: boolean, ms: number, release: () => void): void => {
  const end = (): void => {
    clearTimeout(timer)
    readings.delete(hash)
    release()
  }
  const timer = setTimeout(end, ms)
  readings.set(hash, { opening, end })
}

export const isRead = (hash: string): boolean => readings.get(hash)?.opening === true

/** After a write nothing that was read before it is shown. */
export const dropReadings = (): void => {
  for (const { end } of [...readings.values()]) end()
}

/** A call that no one waits for yet: it says nothing if it fails, and leads nowhere. */
export const beQuiet = (signal: AbortSignal): void => void quiet.add(signal)
export const isQuiet = (signal: AbortSignal | null | undefined): boolean => Boolean(signal && quiet.has(signal))
