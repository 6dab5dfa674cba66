import { type ErrorCode, errorBody } from '../../schema/shared/errors.ts'

export const UNKNOWN_ERROR = 'An unknown error occurred. Please try again.'

/** The server answered with an error. REST bodies and GraphQL extensions share this shape. */
export class ApiError extends Error {
  readonly status: number
  readonly code: ErrorCode
  readonly reason: string | undefined
  /** Message for each field, by dotted path. */
  readonly fields: Record<string, string> | undefined
  readonly details: unknown
  readonly requestId: string | undefined
  /** After so many seconds another attempt can succeed, if the server says so. */
  readonly retryAfter: number | undefined

  constructor(answer: {
    status: number
    code: ErrorCode
    message: string
    reason?: string | undefined
    fields?: Record<string, string> | undefined
    details?: unknown
    requestId?: string | undefined
    retryAfter?: number | undefined
  }) {
    super(answer.message)
    this.name = 'ApiError'
    this.status = answer.status
    this.code = answer.code
    this.reason = answer.reason
    this.fields = answer.fields
    this.details = answer.details
    this.requestId = answer.requestId
    this.retryAfter = answer.retryAfter
  }
}

/** No answer arrived: offline, refused or cut off. The call may or may not have run. */
export class NetworkError extends Error {
  constructor(cause: unknown) {
    super('Outlay could not be reached. Check your connection and try again.', { cause })
    this.name = 'NetworkError'
  }
}

export const codeOfStatus = (status: number): ErrorCode => {
  if (status === 401) return 'UNAUTHENTICATED'
  if (status === 403) return 'FORBIDDEN'
  if (status === 404) return 'NOT_FOUND'
  if (status === 409) return 'CONFLICT'
  if (status === 422) return 'RULE_BROKEN'
  if (status === 429) return 'LIMITED'
  if (status >= 500) return status === 502 ? 'UPSTREAM' : 'INTERNAL'
  return 'INVALID'
}

const messageOf = (body: unknown): string | null => {
  if (typeof body !== 'object' || body === null || !('message' in body)) return null
  return typeof body.message === 'string' && body.message.trim() ? body.message : null
}

interface FailedCall {
  status: number
  statusText: string
  /** `GET /api/vendors` */
  call: string
  /** The answer's header of that name. */
  retryAfter?: string | null
}

/**
 * From a failed answer (specification 3 §8): its message; for bodies of any other shape, such as a proxy's page, the
 * status text; otherwise which call failed.
 */
export const toApiError = ({ status, statusText, call, retryAfter }: FailedCall, body: unknown): ApiError => {
  const again = Number(retryAfter ?? '') || undefined
  const parsed = errorBody.safeParse(body)
  if (parsed.success) return new ApiError({ status, retryAfter: again, ...parsed.data })
  const message = messageOf(body) ?? (statusText.trim() || `The API call ${call} failed.`)
  return new ApiError({ status, code: codeOfStatus(status), retryAfter: again, message })
}

export const isApiError = (error: unknown, code?: ErrorCode): error is ApiError =>
  error instanceof ApiError && (code === undefined || error.code === code)

/** There is nothing at the address: an unknown id, or an invalid one. */
export const isMissing = (error: unknown): boolean => isApiError(error, 'NOT_FOUND') || isApiError(error, 'INVALID')

export const errorMessage = (error: unknown): string => (error instanceof Error && error.message) || UNKNOWN_ERROR

/** When another attempt makes sense, unless the message says it. */
const whenAgain = (error: ApiError): string => {
  if (/\bagain\b/i.test(error.message)) return ''
  if (error.retryAfter === undefined) return ' Try again in a minute.'
  return error.retryAfter < 90
    ? ` Try again in ${error.retryAfter} ${error.retryAfter === 1 ? 'second' : 'seconds'}.`
    : ` Try again in ${Math.ceil(error.retryAfter / 60)} minutes.`
}

/**
 * What is said of a change that failed: for what passes by itself also when to try again, and that nothing is lost.
 * @param hasText whether something was typed for it
 */
export const failureText = (error: unknown, hasText: boolean): string => {
  const said = errorMessage(error)
  const kept = hasText ? ' What you typed is kept.' : ''
  if (error instanceof NetworkError) return said + kept
  if (!(error instanceof ApiError) || (error.status !== 429 && error.status < 500)) return said
  return `${said.replace(/(?<![.!?])$/, '.')}${whenAgain(error)}${kept}`
}

/** True while it is unknown whether the server ran the call. A repeat must reuse the same command id. */
export const isOutcomeUnknown = (error: unknown): boolean =>
  error instanceof NetworkError || (error instanceof ApiError && error.status >= 500)
