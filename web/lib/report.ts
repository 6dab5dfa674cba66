export interface Report {
  error: unknown
  /** Where it happened: an endpoint id, a path, a component stack. */
  where: string
  details?: unknown
}

type Reporter = (report: Report) => void

const reporters = new Set<Reporter>()

/** Connects an error-reporting service. Returns how to disconnect it. */
export const onReport = (reporter: Reporter): (() => void) => {
  reporters.add(reporter)
  return () => reporters.delete(reporter)
}

/** Reports an error to the console and the reporting service. Never throws. */
export const report = (error: unknown, where: string, details?: unknown): void => {
  console.error(`[outlay] ${where}`, error, details ?? '')
  for (const reporter of reporters) {
    try {
      reporter({ error, where, details })
    } catch (failure) {
      console.error('[outlay] reporting failed', failure)
    }
  }
}
