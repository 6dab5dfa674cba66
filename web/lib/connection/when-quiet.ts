const QUIET_MS = 700
const AT_MOST_MS = 6000

/** Someone is about to do something. */
const SIGNS = ['keydown', 'pointerdown', 'pointermove'] as const

/**
 * Runs something once the page has loaded nothing for a moment, so that it takes nothing from what is shown first.
 * @param orBefore also as soon as someone uses the page, because it may be what they need next
 * @returns stops it
 */
export const whenQuiet = (run: () => void, orBefore = false): (() => void) => {
  let quiet = setTimeout(end, QUIET_MS)
  const latest = setTimeout(end, AT_MOST_MS)
  const loads = new PerformanceObserver(() => {
    clearTimeout(quiet)
    quiet = setTimeout(end, QUIET_MS)
  })
  loads.observe({ type: 'resource' })
  if (orBefore) for (const sign of SIGNS) window.addEventListener(sign, end, { capture: true })
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
