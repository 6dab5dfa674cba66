import { z } from 'zod'
import { ProviderError, type ProviderReason, retryAfterMs } from '../../core/provider-error.ts'

/** NetSuite's refusals, in words for people. REST and SOAP use the same codes. */

/** NetSuite says no more when it takes calls again. */
const USUAL_WAIT_MS = 10_000
const MOST_WORDS = 300

export class NetsuiteRefusal extends ProviderError {
  readonly code: string
  /** NetSuite's own words. */
  readonly detail: string
  constructor(
    message: string,
    {
      code,
      detail,
      ...options
    }: { code: string; detail: string; isFinal?: boolean; retryAfterMs?: number; reason?: ProviderReason | null },
  ) {
    super(message, options)
    this.code = code
    this.detail = detail
  }
}

export const unreachable = (): ProviderError =>
  new ProviderError('NetSuite could not be reached. It will be tried again.')

export const malformed = (): ProviderError =>
  new ProviderError('NetSuite sent an answer that can’t be read. It will be tried again.')

export const connectAgain = (why: string): ProviderError =>
  new ProviderError(`${why}. Check the integration, the token and its role in NetSuite, then connect NetSuite again.`, {
    isFinal: true,
    reason: 'RECONNECT',
  })

const isLimit = (code: string): boolean => /CONCURREN|REQUEST_LIMIT|WS_CONCUR|TOO_MANY_REQUESTS|RATE_LIMIT/.test(code)
const isLogin = (code: string): boolean =>
  /^INVALID_LOGIN|^LOGIN_|^USER_DISABLED|^INVALID_SESSION|^SESSION_TIMED_OUT|^TWO_FA_REQD|^INVALID_ACCT$/.test(code)
const isPermission = (code: string): boolean =>
  /INSUFFICIENT_PERMISSION|INSUFFICIENT_PERMISSIONS|^PERMISSION_|^FORBIDDEN$|^USER_NOT_AUTHORIZED/.test(code)
const isTheirs = (code: string): boolean => /^UNEXPECTED_ERROR|^SERVER_ERROR|^DATABASE|TEMP.*UNAVAILABLE/.test(code)

interface Refused {
  status: number
  code: string
  detail: string
  waitMs?: number
}

const sentence = (text: string): string => {
  const short = text.trim().replaceAll(/\s+/g, ' ').slice(0, MOST_WORDS)
  return /[.!?]$/.test(short) || short === '' ? short : `${short}.`
}

/** What a refusal means for us, and what to do about it. */
export const refusalOf = ({ status, code, detail, waitMs = 0 }: Refused): ProviderError => {
  const words = sentence(detail)
  if (status === 429 || isLimit(code))
    return new NetsuiteRefusal('NetSuite is busy with other calls of this account. It will be tried again.', {
      ...{ code, detail: words, retryAfterMs: waitMs || USUAL_WAIT_MS },
    })
  if (status === 401 || isLogin(code)) return connectAgain('NetSuite refused the login')
  if (status === 403 || isPermission(code))
    return new NetsuiteRefusal(
      `The role that Outlay uses in NetSuite lacks a permission. Add it to the role, then try again. NetSuite says: ${words}`,
      { code, detail: words, isFinal: true, reason: 'NOT_ALLOWED' },
    )
  if (status >= 500 || isTheirs(code))
    return new NetsuiteRefusal(`NetSuite failed (${code || status}). It will be tried again.`, {
      ...{ code, detail: words, retryAfterMs: waitMs },
    })
  return new NetsuiteRefusal(`NetSuite says: ${words || code || status}`, { code, detail: words, isFinal: true })
}

const restRefusal = z.object({
  title: z.string().optional(),
  'o:errorDetails': z
    .array(z.object({ detail: z.string().optional(), 'o:errorCode': z.string().optional() }))
    .optional(),
})

/** The same for an answer of REST. */
export const restRefusalOf = (response: Response, body: string, now: number): ProviderError => {
  let given: unknown = null
  try {
    given = JSON.parse(body)
  } catch {
    // A gateway in between answers with a page.
  }
  const { data } = restRefusal.safeParse(given)
  const [first] = data?.['o:errorDetails'] ?? []
  return refusalOf({
    status: response.status,
    code: (first?.['o:errorCode'] ?? '').toUpperCase(),
    detail: first?.detail ?? data?.title ?? '',
    waitMs: retryAfterMs(response, now),
  })
}
