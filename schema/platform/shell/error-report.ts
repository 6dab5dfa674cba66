import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

/** The sender cuts longer texts. */
export const REPORT_LIMITS = { message: 1000, stack: 8000, where: 200, path: 500 } as const

const text = (max: number) => z.string().max(max, `At most ${max} characters`)

/** A failed screen, of a member or a stranger (specification 1 §8, "Unhandled screen error"). */
export const reportError = endpoint({
  id: 'shell.report-error',
  method: 'POST',
  path: '/public-api/error-reports',
  summary: 'Report a failure of a screen',
  body: z.object({
    message: text(REPORT_LIMITS.message).min(1, 'Required'),
    stack: text(REPORT_LIMITS.stack).default(''),
    /** What failed: a screen, a call. */
    where: text(REPORT_LIMITS.where),
    /** The address without its query string, which may contain typed text. */
    path: text(REPORT_LIMITS.path),
  }),
  response: z.object({ id: z.string() }),
})
