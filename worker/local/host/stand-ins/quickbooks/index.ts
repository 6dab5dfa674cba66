import { type BooksSize, SMALL, WHOLE } from '../books/index.ts'
import type { StandIn } from '../stand-in.ts'
import { answerCall } from './api.ts'
import { QuickbooksCompany, Refused } from './company.ts'
import { answerConsent } from './consent.ts'
import { answerControl } from './control.ts'
import { QUICKBOOKS_VARS, Tokens } from './tokens.ts'
import { type Change, WebhookOut } from './webhook-out.ts'

export { QUICKBOOKS_VARS } from './tokens.ts'

/** @param providerPages where people reach the stand-ins' pages */
export const quickbooksVars = (providerPages: string): Record<string, string> => ({
  ...QUICKBOOKS_VARS,
  OUTLAY_QUICKBOOKS_AUTHORIZE: `${providerPages}/appcenter.intuit.com/connect/oauth2`,
})

export interface QuickbooksOptions {
  companies?: { realmId: string; name: string; size: Partial<BooksSize> }[]
  now?: () => number
  /** The provider's limits. */
  perMinute?: number
  concurrent?: number
  /** Receives what the provider's webhooks send. Without it there are none. */
  deliver?: ((request: Request) => Promise<Response>) | null
}

export const COMPANIES = [
  { realmId: '9341452000000001', name: 'Brightwater Robotics', size: WHOLE },
  { realmId: '9341452000000002', name: 'Brightwater Labs', size: { ...SMALL, seed: 'labs' } },
]

const unauthorized = (): Response =>
  Response.json(
    {
      warnings: null,
      intuitObject: null,
      fault: {
        error: [
          {
            message: 'message=AuthenticationFailed; errorCode=003200; statusCode=401',
            detail: 'Malformed bearer token: invalid or expired',
            code: '3200',
            element: null,
          },
        ],
        type: 'AUTHENTICATION',
      },
      report: null,
    },
    { status: 401, headers: { 'www-authenticate': 'Bearer realm="Intuit", error="invalid_token"' } },
  )

const throttled = (): Refused =>
  new Refused('3001', 'message=ThrottleExceeded; errorCode=003001; statusCode=429', 'Request throttled', {
    ...{ status: 429, type: 'THROTTLE' },
  })

/** QuickBooks Online: consent, tokens and the Accounting API, over companies whose books are in memory. */
export class QuickbooksStandIn {
  readonly companies: readonly QuickbooksCompany[]
  readonly tokens: Tokens
  readonly webhooks: WebhookOut
  readonly standIns: StandIn[]
  /** Limits can be changed by tests. */
  perMinute: number
  concurrent: number
  readonly #now: () => number

  constructor({ companies = COMPANIES, now = Date.now, ...options }: QuickbooksOptions = {}) {
    this.#now = now
    this.perMinute = options.perMinute ?? 500
    this.concurrent = options.concurrent ?? 10
    this.companies = companies.map(({ realmId, name, size }) => new QuickbooksCompany(realmId, name, size, now))
    this.tokens = new Tokens(this.companies, now)
    this.webhooks = new WebhookOut(options.deliver ?? null, now)
    const api = (host: string): StandIn => ({ host, answer: (request) => this.#answerApi(request) })
    this.standIns = [
      { host: 'appcenter.intuit.com', answer: (request) => this.#answerPages(request) },
      { host: 'oauth.platform.intuit.com', answer: (request) => this.#answerTokens(request) },
      { host: 'developer.api.intuit.com', answer: (request) => this.#answerRevoke(request) },
      api('quickbooks.api.intuit.com'),
      api('sandbox-quickbooks.api.intuit.com'),
    ]
  }

  company(realmId: string): QuickbooksCompany {
    const found = this.companies.find((each) => each.realmId === realmId)
    if (!found) throw new Error(`QuickBooks has no company ${realmId}`)
    return found
  }

  /** Tells the Worker, as QuickBooks does after a while. */
  tell(changes: Change[], signature: 'right' | 'wrong' | 'none' = 'right'): Promise<Response | null> {
    return this.webhooks.send(changes, signature)
  }

  async #answerPages(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    if (pathname === '/connect/oauth2') return answerConsent(request, this.companies, this.tokens)
    if (pathname === '/local' && request.method === 'POST') return answerControl(this, request)
    return new Response('Not found', { status: 404 })
  }

  async #answerTokens(request: Request): Promise<Response> {
    const isIt = request.method === 'POST' && new URL(request.url).pathname === '/oauth2/v1/tokens/bearer'
    return isIt ? this.tokens.exchange(request) : new Response('Not found', { status: 404 })
  }

  async #answerRevoke(request: Request): Promise<Response> {
    const isIt = request.method === 'POST' && new URL(request.url).pathname === '/v2/oauth2/tokens/revoke'
    return isIt ? this.tokens.revoke(request) : new Response('Not found', { status: 404 })
  }

  async #answerApi(request: Request): Promise<Response> {
    const { pathname } = new URL(request.url)
    const [, realmId = '', path = ''] = /^\/v3\/company\/(\d+)\/(.+)$/.exec(pathname) ?? []
    const company = this.companies.find((each) => each.realmId === realmId)
    const allowed = this.tokens.realmOf(request)
    if (!allowed) return unauthorized()
    const now = this.#now()
    try {
      if (!company || allowed !== realmId || !company.hasAccess)
        throw new Refused('120', 'Authorization Failure', 'User is not authorized for this company', { status: 403 })
      if (company.hasEnded)
        throw new Refused(
          '6190',
          'Invalid Company Status',
          'Subscription period has ended or canceled or there was a billing problem',
        )
      this.#count(company, now)
      company.underWay += 1
      try {
        return await this.#answerOnce(company, request, path)
      } finally {
        company.underWay -= 1
      }
    } catch (error) {
      if (error instanceof Refused) return error.toResponse(now)
      throw error
    }
  }

  #count(company: QuickbooksCompany, now: number): void {
    company.calls = [...company.calls.filter((at) => at > now - 60_000), now]
    if (company.calls.length > this.perMinute || company.underWay >= this.concurrent) throw throttled()
  }

  /** A request id that was answered before is answered the same, and nothing happens. */
  async #answerOnce(company: QuickbooksCompany, request: Request, path: string): Promise<Response> {
    const key = request.method === 'POST' ? new URL(request.url).searchParams.get('requestid') : null
    const before = key === null ? undefined : company.answered.get(key)
    const json = { 'content-type': 'application/json' }
    if (before) return new Response(before.body, { status: before.status, headers: json })
    const { answer, written } = await answerCall(company, request, path)
    const body = JSON.stringify(answer)
    if (key !== null) company.answered.set(key, { status: 200, body })
    const { realmId } = company
    if (written.length > 0)
      this.webhooks.sendLater(written.map(({ entity, operation, id }) => ({ realmId, entity, operation, id })))
    return new Response(body, { headers: json })
  }
}
