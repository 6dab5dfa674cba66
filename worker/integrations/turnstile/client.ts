import { z } from 'zod'
import { ProviderError, retryAfterMs } from '../../core/provider-error.ts'
import type { Env } from '../../env.ts'

/**
 * Cloudflare Turnstile: a check in the browser that its user is a person, whose result the server has to verify
 * (https://developers.cloudflare.com/turnstile/get-started/server-side-validation).
 */

const VERIFY = 'https://challenges.cloudflare.com/turnstile/v0/siteverify'
const SCRIPT = 'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit'
const TIMEOUT_MS = 10_000

type Configured = Pick<Env, 'OUTLAY_TURNSTILE_SITE_KEY' | 'OUTLAY_TURNSTILE_SECRET' | 'OUTLAY_TURNSTILE_SCRIPT'>

/** What the browser needs, or null if the installation has no keys. */
export const widgetOf = (env: Configured): { siteKey: string; script: string } | null =>
  env.OUTLAY_TURNSTILE_SITE_KEY && env.OUTLAY_TURNSTILE_SECRET
    ? { siteKey: env.OUTLAY_TURNSTILE_SITE_KEY, script: env.OUTLAY_TURNSTILE_SCRIPT || SCRIPT }
    : null

const outcome = z.object({ success: z.boolean(), 'error-codes': z.array(z.string()).default([]) })

/** Faults of the installation or the provider, not of the person. */
const FAULTS = ['missing-input-secret', 'invalid-input-secret', 'bad-request', 'internal-error']

interface Check {
  token: string
  /** The person's network address. */
  address: string | null
  /** A UUID. With the same one the same token can be verified again, after an answer that was lost. */
  attempt: string
}

/**
 * Whether the check was passed, within the last five minutes and for the first time. Throws a ProviderError if Turnstile
 * can't say.
 */
export const isPerson = async (env: Configured, { token, address, attempt }: Check, now: number): Promise<boolean> => {
  const response = await fetch(VERIFY, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      secret: env.OUTLAY_TURNSTILE_SECRET,
      response: token,
      ...(address && { remoteip: address }),
      idempotency_key: attempt,
    }),
    signal: AbortSignal.timeout(TIMEOUT_MS),
  }).catch((cause: unknown) => {
    throw new ProviderError(`Turnstile was not reached: ${cause instanceof Error ? cause.message : String(cause)}`)
  })
  // Refusals come with 400 too, and say why.
  if (response.status === 429 || response.status >= 500)
    throw new ProviderError(`Turnstile answered ${response.status}.`, { retryAfterMs: retryAfterMs(response, now) })
  const parsed = outcome.safeParse(await response.json().catch(() => null))
  if (!parsed.success) throw new ProviderError('Turnstile sent something else than an outcome.')
  const fault = parsed.data['error-codes'].find((code) => FAULTS.includes(code))
  if (fault) throw new ProviderError(`Turnstile could not check: ${fault}.`, { isFinal: fault !== 'internal-error' })
  return parsed.data.success
}
