import { idOf } from './state.ts'

/** Events that Stripe sends to the platform, signed with a time. */

export interface StripeEventOut {
  id: string
  type: string
  account: string
  body: string
}

/** Stripe tells a moment after its answer. */
const TOLD_MS = 300

const hex = (bytes: ArrayBuffer): string =>
  Array.from(new Uint8Array(bytes), (byte) => byte.toString(16).padStart(2, '0')).join('')

export const signatureOf = async (body: string, secret: string, at: number): Promise<string> => {
  const encoder = new TextEncoder()
  const how = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), how, false, ['sign'])
  const time = Math.floor(at / 1000)
  return `t=${time},v1=${hex(await crypto.subtle.sign('HMAC', key, encoder.encode(`${time}.${body}`)))}`
}

export class EventsOut {
  /** Not delivered yet, oldest first. */
  waiting: StripeEventOut[] = []
  /** The newest ones, to send again. */
  sent: StripeEventOut[] = []
  /** How many of the next events get lost. */
  loseNext = 0
  #isStopped = false
  readonly #timers = new Set<ReturnType<typeof setTimeout>>()
  readonly #now: () => number
  readonly #secret: string
  readonly #deliver: ((request: Request) => Promise<Response>) | null

  constructor(secret: string, now: () => number, deliver: ((request: Request) => Promise<Response>) | null) {
    this.#secret = secret
    this.#now = now
    this.#deliver = deliver
  }

  add(type: string, account: string, object: { id: string; object: string }): void {
    if (this.loseNext > 0) {
      this.loseNext -= 1
      return
    }
    const id = idOf('evt')
    const created = Math.floor(this.#now() / 1000)
    const body = JSON.stringify({
      ...{ id, object: 'event', api_version: '2026-10-28.endive', created, type, account },
      ...{ livemode: false, pending_webhooks: 1, data: { object } },
    })
    this.waiting.push({ id, type, account, body })
    if (!this.#deliver || this.#isStopped) return
    const timer = setTimeout(() => {
      this.#timers.delete(timer)
      void this.flush()
    }, TOLD_MS)
    if (typeof timer === 'object' && 'unref' in timer) (timer as { unref(): void }).unref()
    this.#timers.add(timer)
  }

  /** What waits isn't sent by itself anymore. */
  stop(): void {
    this.#isStopped = true
    for (const timer of this.#timers) clearTimeout(timer)
    this.#timers.clear()
  }

  /** Sends what waits, in order. One that isn't taken is lost. */
  async flush(): Promise<void> {
    for (let event = this.waiting.shift(); event; event = this.waiting.shift()) await this.send(event)
  }

  async send(event: StripeEventOut, signature: 'right' | 'wrong' | 'none' = 'right'): Promise<Response | null> {
    this.sent = [...this.sent.slice(-99), event]
    if (!this.#deliver) return null
    return this.#deliver(await this.requestOf(event, signature)).catch(() => null)
  }

  /** Signed with the time at which it is delivered. */
  async requestOf(event: StripeEventOut, signature: 'right' | 'wrong' | 'none' = 'right'): Promise<Request> {
    const headers: Record<string, string> = { 'content-type': 'application/json' }
    const secret = signature === 'right' ? this.#secret : 'whsec_another'
    if (signature !== 'none') headers['stripe-signature'] = await signatureOf(event.body, secret, Date.now())
    return new Request('https://localhost/api/webhooks/stripe', { method: 'POST', headers, body: event.body })
  }
}
