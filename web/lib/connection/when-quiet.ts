const QUIET_MS = 700
const AT_MOST_MS = 6000

/**
 * Runs something once the page has loaded nothing for a moment, so that it takes nothing from what is shown first.
 * @returns stops it
 */
export const whenQuiet = (run: () => void): (() => void) => {
  let quiet = setTimeout(end, QUIET_MS)
  const latest = setTimeout(end, AT_MOST_MS)
  const loads = new PerformanceObserver(() => {
    clearTimeout(quiet)
    quiet = setTimeout(end, QUIET_MS)
  })
  loads.observe({ type: 'resource' })
  function stop(): void {
    loads.disconnect()
    clearTimeout(quiet)
    clearTimeout(latest)
  }
  function end(): void {
    stop()
    run()
  }
  return stop
}
