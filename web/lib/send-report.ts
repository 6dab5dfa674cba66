import { REPORT_LIMITS, reportError } from '../../schema/shell/error-report.ts'
import { ApiError, NetworkError } from './errors.ts'
import type { Report } from './report.ts'

/** Reports of one page load: what fails again and again has been told. */
const MOST = 10
const told = new Set<string>()

/** Tells the server about a failure, each once. Never throws: there is nobody left to tell. */
export const sendReport = async ({ error, where, details }: Report): Promise<void> => {
  // What the server refuses is an answer, and what did not reach it is no fault of the screen.
  if (error instanceof NetworkError || (error instanceof ApiError && error.code !== 'INTERNAL')) return
  const message = (error instanceof Error ? `${error.name}: ${error.message}` : String(error)) || 'Unknown'
  const stack = [error instanceof Error ? error.stack : '', typeof details === 'string' ? details : '']
  const key = `${where} ${message}`
  if (told.has(key) || told.size >= MOST) return
  told.add(key)
  const cut = (name: keyof typeof REPORT_LIMITS, text: string) => text.slice(0, REPORT_LIMITS[name])
  await fetch(reportError.path, {
    method: reportError.method,
    headers: { 'Content-Type': 'application/json' },
    // The person may leave the page at once.
    keepalive: true,
    body: JSON.stringify({
      message: cut('message', message),
      stack: cut('stack', stack.filter(Boolean).join('\n')),
      where: cut('where', where),
      path: cut('path', window.location.pathname),
    }),
  }).catch(() => undefined)
}
