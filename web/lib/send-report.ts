import { REPORT_LIMITS, reportError } from '../../schema/platform/shell/error-report.ts'
import { ApiError, NetworkError } from './errors.ts'
import type { Report } from './report.ts'

/** Reports of one page load, because a repeated failure needs only one. */
const MOST = 10
const told = new Set<string>()

/** Reports a failure to the server, each once. Never throws, because no one is left to tell. */
export const sendReport = async ({ error, where, details }: Report): Promise<void> => {
  // A refusal by the server is an answer, and a lost connection is no fault of the screen.
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
