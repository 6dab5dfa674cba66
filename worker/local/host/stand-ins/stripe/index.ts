import type { StandIn } from '../stand-in.ts'
import { answerApi, callOf, shownAccount } from './api.ts'
import { answerControl } from './control.ts'
import { EventsOut } from './events.ts'
import { moveFlow, type Timing } from './flows.ts'
import { answerDeposits, answerOnboarding } from './pages.ts'
import { verifySetup } from './setup.ts'
import { type Account, emptyState, type Flow, missing, Refused, type SetupIntent, type StripeState } from './state.ts'
import type { StripeThere } from './there.ts'
import { STRIPE_VARS } from './vars.ts'

export type { Account, FinancialAccount } from './state.ts'
export { STRIPE_VARS } from './vars.ts'

export interface StripeOptions {
  now?: () => number
  timing?: Timing
  /** Where people reach the stand-ins' pages. */
  pages?: string
  /** Receives what the provider's webhooks send. Without it they wait until a test takes them. */
  deliver?: ((request: Request) => Promise<Response>) | null
  /** Where the accounts stay when the local host starts again. */
  kept?: { read: () => string | null; write: (text: string) => void } | null
}

const QUICK: Timing = { achMs: 6_000, returnMs: 15_000 }
const DAY_MS = 86_400_000
const JSON_TYPE = { 'content-type': 'application/json' }

/** Stripe: Connect accounts, bank accounts with small deposits, and Treasury. Days pass in seconds. */
export class StripeStandIn implements StripeThere {
  readonly events: EventsOut
  readonly standIns: StandIn[]
  readonly now: () => number
  readonly pages: string
  timing: Timing
  state: StripeState
  readonly #kept: StripeOptions['kept']
  readonly #underWay = new Set<string>()
  #timer: ReturnType<typeof setInterval> | undefined
  #isStopped = false

  constructor({ now = Date.now, timing = QUICK, pages = 'https:/', deliver = null, kept = null }: StripeOptions = {}) {
    this.now = now
    this.timing = timing
    this.pages = pages
    this.#kept = kept
    const text = kept?.read() ?? null
    this.state = text === null ? emptyState() : (JSON.parse(text) as StripeState)
    this.events = new EventsOut(STRIPE_VARS.OUTLAY_STRIPE_WEBHOOK_SECRET, now, deliver)
    this.standIns = [
      { host: 'api.stripe.com', answer: (request) => this.#answer(request) },
      { host: 'connect.stripe.com', answer: (request) => this.#saving(() => answerOnboarding(this, request)) },
      { host: 'payments.stripe.com', answer: (request) => this.#saving(() => answerDeposits(this, request)) },
    ]
    if (deliver) {
      const timer = setInterval(() => this.settle(), 1_000)
      if (typeof timer === 'object' && 'unref' in timer) (timer as { unref(): void }).unref()
      this.#timer = timer
    }
  }

  /** Nothing happens by itself afterwards, and what is still being answered is no longer kept. */
  stop(): void {
    this.#isStopped = true
    clearInterval(this.#timer)
    this.events.stop()
  }

  get seconds(): number {
    return Math.floor(this.now() / 1000)
  }

  account(id: string): Account {
    const found = this.state.accounts[id]
    if (!found) throw missing('account', id)
    return found
  }

  /** Stripe has what it needs to know of the company. */
  activate(account: Account): void {
    account.details_submitted = true
    account.isActive = true
    account.link = null
    this.events.add('account.updated', account.id, {
      ...(shownAccount(account) as object),
      id: account.id,
      object: 'account',
    })
  }

  /** Throws a refusal as the API does. */
  verify(account: Account, intent: SetupIntent, given: { code: string; amounts: number[] }): void {
    const told = () => {
      if (intent.status === 'requires_action') return
      const type = intent.status === 'succeeded' ? 'setup_intent.succeeded' : 'setup_intent.setup_failed'
      this.events.add(type, account.id, { id: intent.id, object: 'setup_intent' })
    }
    try {
      verifySetup(intent, given, this.now())
    } finally {
      told()
    }
  }

  move(account: Account, flow: Flow, to: { status: string; code?: string | null }): void {
    for (const type of moveFlow(account, flow, to, this.now(), this.timing))
      this.events.add(type, account.id, { id: flow.id, object: flow.object })
  }

  /** What is due by now happens. */
  settle(): void {
    const now = this.now()
    let hasMoved = false
    for (const account of Object.values(this.state.accounts))
      for (const flow of Object.values(account.flows))
        if (flow.next && flow.next.at <= now) {
          this.move(account, flow, flow.next)
          hasMoved = true
        }
    if (hasMoved) this.#save()
  }

  #save(): void {
    if (this.#isStopped) return
    this.#kept?.write(JSON.stringify(this.state))
  }

  async #saving(answer: () => Promise<Response>): Promise<Response> {
    const response = await answer()
    this.#save()
    return response
  }

  async #answer(request: Request): Promise<Response> {
    if (new URL(request.url).pathname === '/local') return this.#saving(() => answerControl(this, request))
    if (request.headers.get('authorization') !== `Bearer ${STRIPE_VARS.OUTLAY_STRIPE_SECRET_KEY}`)
      return new Refused('Invalid API Key provided', { status: 401 }).toResponse()
    this.settle()
    return this.#saving(() => this.#answerOnce(request))
  }

  /** A key that was answered before is answered the same, for a day. With another body it is refused. */
  async #answerOnce(request: Request): Promise<Response> {
    const call = await callOf(request)
    const given = request.method === 'POST' ? request.headers.get('idempotency-key') : null
    const key = given && `${call.accountId ?? ''} ${given}`
    const print = JSON.stringify([call.path, call.form])
    const before = key ? this.state.answered[key] : undefined
    if (before && before.at > this.now() - DAY_MS) {
      if (before.print !== print)
        return new Refused('Keys for idempotent requests can only be used with the same parameters.', {
          type: 'idempotency_error',
        }).toResponse()
      return new Response(before.body, {
        status: before.status,
        headers: { ...JSON_TYPE, 'idempotent-replayed': 'true' },
      })
    }
    if (key && this.#underWay.has(key))
      return new Refused('There is another request with this key.', {
        ...{ status: 409, code: 'idempotency_key_in_use', type: 'idempotency_error' },
      }).toResponse()
    if (key) this.#underWay.add(key)
    try {
      const response = this.#tried(() => answerApi(this, call))
      const body = await response.text()
      if (key) this.state.answered[key] = { print, status: response.status, body, at: this.now() }
      return new Response(body, {
        status: response.status,
        headers: { ...JSON_TYPE, 'request-id': `req_${crypto.randomUUID().slice(0, 14)}` },
      })
    } finally {
      if (key) this.#underWay.delete(key)
    }
  }

  #tried(answer: () => object): Response {
    try {
      return Response.json(answer())
    } catch (error) {
      if (error instanceof Refused) return error.toResponse()
      throw error
    }
  }
}
