const QUIET_MS = 700
const AT_MOST_MS = 6000
/** Where the page still isn't there by then, on a slow line or a busy machine. */
const AT_MOST_UNFINISHED_MS = 20_000
/** What stands where content isn't there yet. */
const UNFINISHED = '[aria-busy="true"], .mantine-Skeleton-root, .starting'

/** Someone is about to do something. */
const SIGNS = ['keydown', 'pointerdown', 'pointermove'] as const

/**
 * Runs something once the page is there and has loaded nothing for a moment, so that it takes nothing from what is
 * shown first. A busy machine loads nothing for a moment in the middle of a page, too.
 * @param orBefore also as soon as someone uses the page, because it may be what they need next
 * @returns stops it
 */
export const whenQuiet = (run: () => void, orBefore = false): (() => void) => {
  let quiet = setTimeout(endIfThere, QUIET_MS)
  let latest = setTimeout(() => {
    if (isThere()) end()
    else latest = setTimeout(end, AT_MOST_UNFINISHED_MS - AT_MOST_MS)
  }, AT_MOST_MS)
  const waitOn = () => {
    clearTimeout(quiet)
    quiet = setTimeout(endIfThere, QUIET_MS)
  }
  const loads = new PerformanceObserver(waitOn)
  loads.observe({ type: 'resource' })
  if (orBefore) for (const sign of SIGNS) window.addEventListener(sign, end, { capture: true })
  function isThere(): boolean {
    return !document.querySelector(UNFINISHED)
  }
  function endIfThere(): void {
    if (isThere()) end()
    else waitOn()
  }
  function stop(): void {
    loads.disconnect()
    for (const sign of SIGNS) window.removeEventListener(sign, end, { capture: true })
    clearTimeout(quiet)
    clearTimeout(latest)
  }
  function end(): void {
    stop()
    run()
  }
  return stop
}
