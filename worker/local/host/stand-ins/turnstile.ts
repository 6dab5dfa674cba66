import type { StandIn } from './stand-in.ts'

/**
 * Turnstile's verification with its documented test secrets
 * (https://developers.cloudflare.com/turnstile/troubleshooting/testing): one passes, one fails, one says that the token
 * was spent. With the passing one a token can be verified once, or again under the same idempotency key.
 */
const PASSES = '1x0000000000000000000000000000000AA'
const FAILS = '2x0000000000000000000000000000000AA'
const SPENT = '3x0000000000000000000000000000000AA'

interface Asked {
  secret?: string
  response?: string
  idempotency_key?: string
}

const read = async (request: Request): Promise<Asked> =>
  request.headers.get('content-type')?.includes('json')
    ? ((await request.json()) as Asked)
    : Object.fromEntries([...(await request.formData())].map(([name, value]) => [name, String(value)]))

const refused = (code: string) => Response.json({ success: false, 'error-codes': [code], messages: [] })

/** Tokens that were verified, and under which key. */
const verified = new Map<string, string | undefined>()

export const turnstile: StandIn = {
  host: 'challenges.cloudflare.com',
  async answer(request) {
    if (request.method !== 'POST' || new URL(request.url).pathname !== '/turnstile/v0/siteverify')
      return new Response('Not found', { status: 404 })
    const { secret, response: token, idempotency_key: key } = await read(request)
    if (!secret) return refused('missing-input-secret')
    if (![PASSES, FAILS, SPENT].includes(secret)) return refused('invalid-input-secret')
    if (!token) return refused('missing-input-response')
    if (secret === SPENT) return refused('timeout-or-duplicate')
    if (secret === FAILS || !token.startsWith('XXXX.DUMMY.TOKEN.XXXX')) return refused('invalid-input-response')
    if (verified.has(token) && (!key || verified.get(token) !== key)) return refused('timeout-or-duplicate')
    verified.set(token, key)
    return Response.json({
      success: true,
      challenge_ts: new Date().toISOString(),
      hostname: 'localhost',
      'error-codes': [],
      action: '',
      cdata: '',
    })
  },
}

/** The address of the script below, in place of Cloudflare's own, which this machine doesn't reach. */
export const TURNSTILE_SCRIPT = '/local/turnstile.js'

export const TURNSTILE_VARS = {
  OUTLAY_TURNSTILE_SITE_KEY: '1x00000000000000000000AA',
  OUTLAY_TURNSTILE_SECRET: PASSES,
  OUTLAY_TURNSTILE_SCRIPT: TURNSTILE_SCRIPT,
}
