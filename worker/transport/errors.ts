import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { AppError } from '../core/errors.ts'
import { errorText } from '../core/log.ts'
import type { AppContext } from './context.ts'

export const INTERNAL_MESSAGE = 'An unknown error occurred. Please try again.'

/** Turns every thrown error into an AppError. Unknown ones are logged in full and masked. */
export const asAppError = (error: unknown, c: AppContext): AppError => {
  if (error instanceof AppError) return error
  const context = c.get('context')
  const log = context?.log ?? console
  log.error('unexpected-error', { path: c.req.path, error: errorText(error) })
  return new AppError('INTERNAL', INTERNAL_MESSAGE)
}

/** The REST answer for this error. */
export const errorResponse = (error: unknown, c: AppContext): Response => {
  const known = asAppError(error, c)
  return c.json(known.toBody(c.get('context')?.requestId), known.status as ContentfulStatusCode)
}
