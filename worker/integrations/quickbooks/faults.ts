import { z } from 'zod'
import { ProviderError, type ProviderReason, retryAfterMs } from '../../core/provider-error.ts'
import type { Answer } from './answer.ts'

/** What QuickBooks refuses, in words for people (https://developer.intuit.com/app/developer/qbo/docs/develop/troubleshooting). */

const fault = z.object({
  Message: z.string().catch(''),
  Detail: z.string().catch(''),
  code: z.coerce.string().catch(''),
  element: z.string().nullish().catch(null),
})
// Some answers write the names with small letters.
const faultAnswer = z.union([
  z.object({ Fault: z.object({ Error: z.array(fault).min(1) }) }).transform(({ Fault }) => Fault.Error),
  z
    .object({ fault: z.object({ error: z.array(z.record(z.string(), z.unknown())).min(1) }) })
    .transform(({ fault: { error } }) =>
      error.map((each) => fault.parse({ Message: each.message, Detail: each.detail, code: each.code })),
    ),
])
export type Fault = z.infer<typeof fault>

/** Null if the answer says of no fault. */
export const faultOf = (json: unknown): Fault | null => faultAnswer.safeParse(json).data?.[0] ?? null

interface Words {
  say: (detail: string) => string
  reason?: ProviderReason
}

/** Codes have leading zeros in some places. */
const WORDS: ReadonlyMap<string, Words> = new Map(
  Object.entries({
    '120': {
      say: () =>
        'The person who connected QuickBooks may no longer read this company. Have a QuickBooks admin connect it again.',
      reason: 'RECONNECT',
    },
    '6190': { say: () => 'The QuickBooks subscription has ended. Renew it, then try again.', reason: 'NOT_ALLOWED' },
    '5010': {
      say: () => 'Someone changed this in QuickBooks meanwhile. Look at it there, then send it again.',
      reason: 'STALE',
    },
    '6240': {
      say: () => 'QuickBooks has a vendor, customer or employee with this name already. Choose another name.',
      reason: 'DUPLICATE',
    },
    '6140': { say: () => 'QuickBooks has a document with this number already.', reason: 'DUPLICATE' },
    '6210': {
      say: () => 'The books are closed for this date in QuickBooks.',
      reason: 'CLOSED_PERIOD',
    },
    '610': {
      say: (detail) => `Something this refers to is deleted or inactive in QuickBooks${quoted(detail)}.`,
      reason: 'BAD_REFERENCE',
    },
    '2500': {
      say: (detail) => `Something this refers to doesn’t exist in QuickBooks${quoted(detail)}.`,
      reason: 'BAD_REFERENCE',
    },
  }),
)

const quoted = (detail: string): string => (detail ? `: “${detail.slice(0, 300)}”` : '')

/** Tokens that are void or expired. */
export const isUnauthorized = ({ status }: Answer): boolean => status === 401

const THROTTLED = '3001'
/** Without a Retry-After header. Limits count by the minute. */
const WAIT_MS = 60_000

/**
 * The error for an answer that isn't a success.
 * @param isWrite a write that is refused is refused again; a read may succeed later
 */
export const refusalOf = ({ status, headers, json }: Answer, now: number, isWrite: boolean): ProviderError => {
  const found = faultOf(json)
  const code = found?.code.replace(/^0+/, '') ?? ''
  if (status === 429 || code === THROTTLED)
    return new ProviderError('QuickBooks allows no more calls at the moment.', {
      retryAfterMs: retryAfterMs(new Response(null, { headers }), now) || WAIT_MS,
    })
  const words = WORDS.get(code)
  if (words) return new ProviderError(words.say(found?.Detail ?? ''), { isFinal: true, reason: words.reason ?? null })
  if (status === 401)
    return new ProviderError('QuickBooks ended the connection. Connect QuickBooks again.', {
      isFinal: true,
      reason: 'RECONNECT',
    })
  if (status === 403)
    return new ProviderError('QuickBooks does not allow Outlay to read this company. Connect QuickBooks again.', {
      isFinal: true,
      reason: 'RECONNECT',
    })
  const said = found ? quoted(found.Detail || found.Message) : ''
  return new ProviderError(`QuickBooks refused this (${status})${said}.`, {
    isFinal: isWrite && status === 400 && found !== null,
    retryAfterMs: retryAfterMs(new Response(null, { headers }), now),
  })
}
