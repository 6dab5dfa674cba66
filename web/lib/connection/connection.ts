/*
 * Whether the product can be reached, by what its calls say. While it can't, the page asks now and then, and what failed
 * is read again once there is an answer.
 */

const ASK_MS = 5000

let lost = false
let timer: ReturnType<typeof setTimeout> | undefined
const watchers = new Set<() => void>()
const returns = new Set<() => void>()

const tell = (is: boolean): void => {
  if (lost === is) return
  lost = is
  for (const watch of watchers) watch()
  if (!is) for (const back of returns) back()
}

/** Whether an answer of the product's own host arrives. */
export const isReachable = async (): Promise<boolean> => {
  if (!navigator.onLine) return false
  try {
    return (await fetch('/favicon.svg', { method: 'HEAD', cache: 'no-store' })).ok
  } catch {
    return false
  }
}

const ask = async (): Promise<void> => {
  if (await isReachable()) connectionFound()
  else timer = setTimeout(ask, ASK_MS)
}

/** A call got no answer. */
export const connectionLost = (): void => tell(true)

/** A call got an answer. */
export const connectionFound = (): void => {
  clearTimeout(timer)
  tell(false)
}

export const isConnectionLost = (): boolean => lost

/** @param watch is told when that changes. While anyone watches, the page asks. @returns ends it */
export const watchConnection = (watch: () => void): (() => void) => {
  const look = (): void => {
    clearTimeout(timer)
    if (lost) timer = setTimeout(ask, ASK_MS)
    watch()
  }
  const online = (): void => void (lost && ask())
  watchers.add(look)
  window.addEventListener('offline', connectionLost)
  window.addEventListener('online', online)
  if (!navigator.onLine) connectionLost()
  return () => {
    clearTimeout(timer)
    watchers.delete(look)
    window.removeEventListener('offline', connectionLost)
    window.removeEventListener('online', online)
  }
}

/** @param back runs when the product can be reached again. @returns ends it */
export const onConnectionBack = (back: () => void): (() => void) => {
  returns.add(back)
  return () => {
    returns.delete(back)
  }
}
