import type { BooksAccess, BooksPage, BooksPart } from '../../../worker/core/books.ts'
import type { Env } from '../../../worker/env.ts'
import { quickbooks } from '../../../worker/integrations/quickbooks/books.ts'
import { authorizeUrl, exchangeCode, renewSecret } from '../../../worker/integrations/quickbooks/oauth.ts'
import { SMALL } from '../../../worker/local/host/stand-ins/books/index.ts'
import {
  QUICKBOOKS_VARS,
  type QuickbooksOptions,
  QuickbooksStandIn,
} from '../../../worker/local/host/stand-ins/quickbooks/index.ts'

/** QuickBooks' stand-in in place of the network, and a connected company with small books. */

export const REALM = '9341452000000077'
const REDIRECT = 'https://app.outlay.example/api/quickbooks/callback'

export const quickbooksEnv = { ...QUICKBOOKS_VARS } as unknown as Env

type Fetch = (request: Request) => Promise<Response>

export class QuickbooksAccount {
  now = Date.UTC(2026, 10, 20, 18)
  readonly provider: QuickbooksStandIn
  secret = ''
  renewals = 0
  permits = 0
  /** "GET query", in order. */
  calls: string[] = []
  /** Answers instead of the provider while it is set. */
  instead: ((request: Request, answer: Fetch) => Promise<Response>) | null = null

  constructor(options: Partial<QuickbooksOptions> = {}) {
    const companies = [{ realmId: REALM, name: 'Brightwater Labs', size: SMALL }]
    this.provider = new QuickbooksStandIn({ companies, now: () => this.now, ...options })
  }

  get books() {
    return this.provider.company(REALM).books
  }

  /** For `vi.stubGlobal('fetch', …)`. */
  readonly fetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const request = new Request(input, init)
    const { hostname, pathname } = new URL(request.url)
    this.calls.push(`${request.method} ${pathname.replace(/^\/v3\/company\/\d+\//, '')}`)
    const answer: Fetch = (asked) =>
      this.provider.standIns.find(({ host }) => host === hostname)?.answer(asked) ??
      Promise.resolve(new Response('unreachable', { status: 502 }))
    return this.instead ? this.instead(request, answer) : answer(request)
  }

  /** Goes through the page as a person does, and returns the address they come back to. */
  async consent(answer: 'connect' | 'cancel' = 'connect'): Promise<URL> {
    const body = new URLSearchParams({ realmId: REALM, answer })
    const page = authorizeUrl(quickbooksEnv, REDIRECT, 'state-1')
    const response = await this.fetch(page, { method: 'POST', body, redirect: 'manual' })
    return new URL(response.headers.get('location') ?? '')
  }

  async connect(): Promise<void> {
    const code = (await this.consent()).searchParams.get('code') ?? ''
    this.secret = await this.exchange(code)
    this.calls = []
  }

  exchange(code: string): Promise<string> {
    return exchangeCode(quickbooksEnv, { code, realmId: REALM, redirectUri: REDIRECT }, this.now)
  }

  get access(): BooksAccess {
    return {
      ...{ accountId: REALM, secret: this.secret, useSoap: false, env: quickbooksEnv, now: () => this.now },
      renew: async () => {
        this.renewals += 1
        this.secret = await renewSecret(quickbooksEnv, this.secret, this.now)
        return this.secret
      },
      permit: async () => {
        this.permits += 1
      },
    }
  }

  /** All pages of a part. */
  async readAll(part: BooksPart, since = '2000-01-01'): Promise<BooksPage[]> {
    const pages: BooksPage[] = []
    for (let cursor: string | null = null; pages.length === 0 || cursor !== null; ) {
      const page: BooksPage = await quickbooks.readAll(this.access, part, since, cursor)
      pages.push(page)
      cursor = page.next
    }
    return pages
  }

  /** All pages of changes, or null if everything has to be read. */
  async readChanges(from: number): Promise<BooksPage[] | null> {
    const pages: BooksPage[] = []
    for (let cursor: string | null = null; pages.length === 0 || cursor !== null; ) {
      const page: BooksPage | null = await quickbooks.readChanges(this.access, new Date(from).toISOString(), cursor)
      if (!page) return null
      pages.push(page)
      cursor = page.next
    }
    return pages
  }
}

export const connectedAccount = async (options: Partial<QuickbooksOptions> = {}): Promise<QuickbooksAccount> => {
  const account = new QuickbooksAccount(options)
  globalThis.fetch = account.fetch
  await account.connect()
  return account
}
