import { z } from 'zod'
import { ERROR_STATUS, type ErrorBody, type ErrorCode, type ErrorStatus } from '../../schema/shared/errors.ts'
import { namesNothing, plainWords } from '../../schema/shared/plain-words.ts'
import { placeInWords } from '../../schema/shared/sent/places-in-words.ts'

// Makes validation errors in the Worker plain English.
z.config({ localeError: plainWords })

interface Extras {
  /** A code from the area's closed set, for programs. */
  reason?: string
  /** Messages for fields, by dotted path. */
  fields?: Record<string, string>
  /** Data that helps the person continue, such as the differences in a conflict. */
  details?: unknown
  cause?: unknown
}

/** The only error that people see, so its message must be safe to show. All others are masked and logged. */
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

/** Refuses something that the signed-in person isn't allowed to do. */
export const forbidden = (): AppError =>
  new AppError('FORBIDDEN', 'You don’t have permission to do this. Ask an admin.')

/** For what someone may do once their company has set up payments. */
export const notSetUp = (): AppError =>
  new AppError('FORBIDDEN', 'Finish setting up payments first, under Settings › Payments.', { reason: 'NOT_ONBOARDED' })

/** For vendor users, who work with one customer at a time. */
export const companyNotChosen = (): AppError =>
  new AppError('FORBIDDEN', 'Choose the company you’re working with first.', { reason: 'COMPANY_NOT_CHOSEN' })

/** While a company moves to another cell its people can read and not write. */
export const companyMoves = (): AppError =>
  new AppError(
    'CONFLICT',
    'Your company’s data is being moved to another database, so nothing can be changed for some minutes. Try again later.',
    { reason: 'COMPANY_MOVES' },
  )

export const invalidField = (field: string, message: string): AppError =>
  new AppError('INVALID', message, { fields: { [field]: message } })

export const staleVersion = (what: string): AppError =>
  new AppError('CONFLICT', `${what} was changed by someone else in the meantime. Reload to see what changed.`, {
    reason: 'STALE_VERSION',
  })

/** The same object. Throws CONFLICT (STALE_VERSION) if it has changed since the person read it. */
export const asRead = <T extends { version: number }>(object: T, read: number | undefined, what: string): T => {
  if (read !== undefined && read !== object.version) throw staleVersion(what)
  return object
}

/** "Owner: Required. 2 more to correct." */
const firstOf = (place: string, message: string, all: number): string => {
  const named = place && namesNothing(message) ? `${place}: ${message}` : message
  return all > 1 ? `${named.replace(/\.$/, '')}. ${all - 1} more to correct.` : named
}

/**
 * Wrong fields by their paths. The message of the whole says what is wrong with the first one.
 * @param nameOf what people call a field, if its message doesn't say it: the label of a question
 */
export const invalidFields = (
  fields: Record<string, string>,
  nameOf: (field: string) => string | undefined = () => undefined,
): AppError => {
  const [[field, message] = ['', 'Not a valid value']] = Object.entries(fields)
  const label = nameOf(field)
  const place = label === undefined ? placeInWords(field.split('.'), undefined) : `“${label}”`
  const text = label === undefined || message.includes(label) ? message : `${place}: ${message}`
  return new AppError('INVALID', firstOf(place, text, Object.keys(fields).length), { fields })
}

/**
 * Zod's errors as messages for fields. The message of the whole names where the first one stands, as people call it.
 * @param sent what was checked
 */
export const invalidInput = (error: z.ZodError, sent?: unknown): AppError => {
  const fields: Record<string, string> = {}
  for (const issue of error.issues) fields[issue.path.join('.') || 'input'] ??= issue.message
  const [first] = error.issues
  const path = (first?.path ?? []).filter((part) => typeof part !== 'symbol')
  const place = placeInWords(path, sent)
  const message = first?.message ?? 'Not a valid value'
  const isInside = path.length > 1 && place !== ''
  const text = isInside ? `${place}: ${message}` : message
  return new AppError('INVALID', firstOf(place, text, Object.keys(fields).length), { fields })
}
