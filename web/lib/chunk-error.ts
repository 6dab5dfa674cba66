const KEY = 'outlay.reloaded-at'
const AGAIN_MS = 30_000

/** A page's chunk that is gone after a deployment, or could not be fetched. */
export const isChunkError = (error: unknown): boolean =>
  error instanceof Error &&
  /dynamically imported module|importing a module script failed|unable to preload css/i.test(error.message)

/** Reloads the page; false when that was done moments ago and did not help. */
export const reloadOnce = (now: number = Date.now()): boolean => {
  try {
    const last = Number(sessionStorage.getItem(KEY) ?? 0)
    if (now - last < AGAIN_MS) return false
    sessionStorage.setItem(KEY, String(now))
  } catch {
    return false
  }
  window.location.reload()
  return true
}
