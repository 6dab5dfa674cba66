import { webhookUrlProblem } from '../../../schema/shared/public-address.ts'
import { hmacHex } from '../../core/hash.ts'
import { hostProblem } from '../dns/public-host.ts'

/**
 * Signed webhooks. `Outlay-Signature: v1=<hex>` is HMAC-SHA256 over `<Outlay-Timestamp>.<body>` with the company's
 * signing secret. For a day after a rotation a second one follows a comma, made with the previous secret.
 * `Outlay-Webhook-Id` is the same for every attempt of one delivery.
 */

const TIMEOUT_MS = 10_000
const MAX_ANSWER_BYTES = 64 * 1024

export interface Delivery {
  url: string
  body: string
  id: string
  /** Each one adds a signature. */
  secrets: string[]
  /** UTC milliseconds. */
  at: number
}

export interface Delivered {
  status: number | null
  body: string | null
  /** Null if the target accepted it. */
  error: string | null
  /** Whether sending it again might help. */
  isTransient: boolean
}

const failed = (error: string, isTransient: boolean, more: Partial<Delivered> = {}): Delivered => ({
  status: null,
  body: null,
  error,
  isTransient,
  ...more,
})

/** The beginning of the answer. The rest isn't read. */
const beginningOf = async (response: Response): Promise<string> => {
  const reader = response.body?.getReader()
  if (!reader) return ''
  const decoder = new TextDecoder()
  let text = ''
  let bytes = 0
  while (bytes < MAX_ANSWER_BYTES) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    const part = value.subarray(0, MAX_ANSWER_BYTES - bytes)
    bytes += part.byteLength
    text += decoder.decode(part, { stream: true })
  }
  await reader.cancel()
  return text
}

const outcomeOf = (status: number, body: string): Delivered => {
  if (status >= 200 && status < 300) return { status, body, error: null, isTransient: false }
  if (status >= 300 && status < 400)
    return failed(`The target answered ${status}: redirects are not followed`, false, { status, body })
  const isTransient = status >= 500 || status === 408 || status === 429
  return failed(`The target answered ${status}`, isTransient, { status, body })
}

/** Never throws. Errors are part of the result. */
export const deliverWebhook = async ({ url: text, body, id, secrets, at }: Delivery): Promise<Delivered> => {
  const problem = webhookUrlProblem(text)
  if (problem) return failed(problem, false)
  const url = new URL(text)
  const refusal = await hostProblem(url)
  if (refusal) return failed(refusal.message, refusal.isTransient)
  const timestamp = String(Math.floor(at / 1000))
  const signatures = await Promise.all(secrets.map((secret) => hmacHex(secret, `${timestamp}.${body}`)))
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Outlay-Webhooks/1',
        'Outlay-Webhook-Id': id,
        'Outlay-Timestamp': timestamp,
        'Outlay-Signature': signatures.map((signature) => `v1=${signature}`).join(','),
      },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const later = await hostProblem(url)
    if (later) {
      await response.body?.cancel()
      return failed(later.message, later.isTransient)
    }
    return outcomeOf(response.status, await beginningOf(response))
  } catch (error) {
    const timedOut = (error as Error).name === 'TimeoutError'
    return failed(timedOut ? 'The target did not answer within 10 seconds' : 'The target could not be reached', true)
  }
}
