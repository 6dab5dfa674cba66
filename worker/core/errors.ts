import { z } from 'zod'
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type ErrorStatus } from '../../schema/shared/errors.ts'
import { plainWords } from '../../schema/shared/plain-words.ts'

// Parse errors in the Worker are in plain English.
z.config({ localeError: plainWords })

interface Extras {
  /** A code from a closed set of the area, for programs. */
  reason?: string
  /** Messages beside fields, by dotted path. */
  fields?: Record<string, string>
  /** Data that helps the person to go on, e.g. the differences of a conflict. */
  details?: unknown
  cause?: unknown
}

/** The only error that reaches people: its message is safe to show. Anything else is masked and logged. */
export class AppError extends Error {
  readonly code: ErrorCode
  readonly reason?: string
  readonly fields?: Record<string, string>
  readonly details?: unknown

  constructor(code: ErrorCode, message: string, extras: Extras = {}) {
    super(message, { cause: extras.cause })
    this.name = 'AppError'
    this.code = code
    this.reason = extras.reason
    this.fields = extras.fields
    this.details = extras.details
  }

  get status(): ErrorStatus {
    return ERROR_STATUS[this.code]
  }

  toBody(requestId?: string): ErrorBody {
    return {
      message: this.message,
      code: this.code,
      ...(this.reason && { reason: this.reason }),
      ...(this.fields && { fields: this.fields }),
      ...(this.details !== undefined && { details: this.details }),
      ...(requestId && { requestId }),
    }
  }
}

export const notFound = (what = 'It'): AppError =>
  new AppError('NOT_FOUND', `${what} was not found, or you don’t have access to it.`)

/** Refuses something that the signed-in person has no permission for. */
export const forbidden = (): AppError =>
  new AppError('FORBIDDEN', 'You don’t have permission to do this. Ask an admin.')

export const invalidField = (field: string, message: string): AppError =>
  new AppError('INVALID', message, { fields: { [field]: message } })

export const staleVersion = (what: string): AppError =>
  new AppError('CONFLICT', `${what} was changed by someone else in the meantime. Reload to see what changed.`, {
    reason: 'STALE_VERSION',
  })

/** Zod's findings as messages beside fields. */
export const invalidInput = (error: z.ZodError): AppError => {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || 'input'] ??= issue.message
  const messages = Object.values(fields)
  const message = messages.length === 1 && messages[0] ? messages[0] : 'Some fields need attention.'
  return new AppError('INVALID', message, { fields })
}
