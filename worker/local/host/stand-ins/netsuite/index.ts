import { DEMO_ACCOUNT } from '../../../demo/book-account.ts'
import { type BookRecord, type DocumentType, demoContents, SeededBooks, SMALL } from '../books/index.ts'
import type { StandIn } from '../stand-in.ts'
import { pageIn, pageOf } from './collections.ts'
import { Credentials, LOCAL_NETSUITE, SMALL_ACCOUNT } from './credentials.ts'
import { isRecordName, Records } from './records.ts'
import { Refusal } from './refusals.ts'
import { Soap, soapFault } from './soap.ts'
import { InvalidQuery, run } from './sql.ts'
import { tablesOf } from './tables.ts'

export { LOCAL_NETSUITE, SMALL_ACCOUNT } from './credentials.ts'

/**
 * NetSuite's SuiteTalk: SuiteQL, records and SOAP of one account, over the seeded books. Calls of all kinds share one
 * pool, as they do there.
 */

/** What can be wrong with the next answers. LOST does the work and then doesn't answer. */
export type Trouble = 'BUSY' | 'BUSY_400' | 'FAILED' | 'BROKEN' | 'CUT' | 'SLOW' | 'LOST'

const MOST_AT_ONCE = 5

/** Documents that someone changes or deletes there. */
interface Documented {
  type?: DocumentType
  number?: string
  count?: number
  patch?: Partial<BookRecord>
}

interface Options {
  now?: () => number
  accountId?: string
  hasSubsidiaries?: boolean
}

const busy = (status: number): Refusal =>
  new Refusal(status, 'CONCURRENCY_LIMIT_EXCEEDED', 'Concurrent request limit exceeded.')
const noLogin = (): Refusal =>
  new Refusal(401, 'INVALID_LOGIN', 'Invalid login attempt. For more details, see the Login Audit Trail in NetSuite.')

const HOST = '*.suitetalk.api.netsuite.com'
const hostOf = (accountId: string): string => HOST.replace('*', accountId.toLowerCase().replace('_', '-'))

/** All accounts: with the large books, the small ones, and those of the demo company. Others refuse every login. */
export const netsuiteAccounts = (): StandIn => {
  const large = new Netsuite()
  const others = new Map([
    [hostOf(SMALL_ACCOUNT), new Netsuite(new SeededBooks(SMALL), { accountId: SMALL_ACCOUNT })],
    [hostOf(DEMO_ACCOUNT), new Netsuite(new SeededBooks(SMALL, Date.now, demoContents), { accountId: DEMO_ACCOUNT })],
  ])
  return {
    host: HOST,
    answer: (request) => (others.get(new URL(request.url).hostname) ?? large).answer(request),
  }
}

export class Netsuite implements StandIn {
  readonly host = HOST
  readonly books: SeededBooks
  readonly credentials: Credentials
  hasSubsidiaries: boolean
  /** Records that the role may not see, and permissions that it lacks. */
  readonly hidden = new Set<string>()
  /** What was asked, for tests. */
  readonly asked: string[] = []
  readonly #hostname: string
  readonly #troubles: { trouble: Trouble; method: string | null }[] = []
  readonly #records: Records
  readonly #soap: Soap
  #running = 0

  constructor(
    books = new SeededBooks(),
    { now = Date.now, hasSubsidiaries = true, accountId = LOCAL_NETSUITE.accountId }: Options = {},
  ) {
    this.books = books
    this.#hostname = hostOf(accountId)
    this.credentials = new Credentials(now, accountId)
    this.hasSubsidiaries = hasSubsidiaries
    this.#records = new Records(books, () => this.hasSubsidiaries)
    this.#soap = new Soap(books, this.credentials, () => this.hasSubsidiaries)
  }

  /** The next answers go wrong. */
  trouble(...troubles: Trouble[]): void {
    this.#troubles.push(...troubles.map((trouble) => ({ trouble, method: null })))
  }

  /** The next answer to a call of this method goes wrong. */
  troubleOn(method: string, trouble: Trouble): void {
    this.#troubles.push({ trouble, method })
  }

  #troubleOf({ method }: Request): Trouble | undefined {
    const place = this.#troubles.findIndex((each) => each.method === null || each.method === method)
    return place < 0 ? undefined : this.#troubles.splice(place, 1)[0]?.trouble
  }

  async answer(request: Request): Promise<Response> {
    const { pathname, hostname } = new URL(request.url)
    if (pathname === '/services/rest/auth/oauth2/v1/token') return this.credentials.token(request)
    if (pathname === '/local' && request.method === 'POST') return this.#control(request)
    const isSoap = pathname === '/services/NetSuitePort_2025_2'
    try {
      if (this.#running >= MOST_AT_ONCE) throw busy(429)
      this.#running++
      try {
        if (hostname !== this.#hostname || (!isSoap && !this.credentials.allows(request))) throw noLogin()
        const work = () => (isSoap ? this.#soap.answer(request) : this.#rest(request, pathname))
        return await this.#troubled(this.#troubleOf(request), work)
      } finally {
        this.#running--
      }
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return isSoap ? soapFault('unexpectedErrorFault', error.code, error.message) : error.toResponse()
    }
  }

  /**
   * What someone does in NetSuite: `{ action }` is withdraw, restore or certificate, or change or delete with the
   * document's `type`, and its `number` or how many of the newest (`count`), and a `patch`.
   */
  async #control(request: Request): Promise<Response> {
    const { action, ...asked } = (await request.json()) as { action?: string } & Documented
    if (action === 'change' || action === 'delete') return this.#changeDocuments(action, asked)
    if (action === 'certificate') return Response.json(this.credentials.makeCertificate())
    if (action !== 'withdraw' && action !== 'restore')
      return Response.json({ message: 'action is withdraw, restore, certificate, change or delete.' }, { status: 400 })
    this.credentials.isWithdrawn = action === 'withdraw'
    this.credentials.endTokens()
    return Response.json({ isWithdrawn: this.credentials.isWithdrawn })
  }

  #changeDocuments(action: 'change' | 'delete', { type, number, count = 1, patch = {} }: Documented): Response {
    const all = type ? this.books.documents(type) : []
    const found = number === undefined ? all.slice(-count) : all.filter((each) => each.number === number)
    for (const document of found) {
      if (action === 'delete') this.books.removeDocument(document.type, document.id)
      else
        this.books.changeDocument(document.type, document.id, {
          ...{ memo: `${document.memo} (changed)`, extra: { ...document.extra, body: undefined } },
          ...patch,
        })
    }
    return Response.json({ ids: found.map(({ id }) => id) }, { status: found.length > 0 ? 200 : 404 })
  }

  async #troubled(trouble: Trouble | undefined, answer: () => Promise<Response>): Promise<Response> {
    if (trouble === 'BUSY') return busy(429).toResponse({ 'retry-after': '3' })
    if (trouble === 'BUSY_400') throw busy(400)
    if (trouble === 'FAILED')
      throw new Refusal(500, 'UNEXPECTED_ERROR', 'An unexpected error occurred. Error ID: k3x9.')
    if (trouble === 'BROKEN') return new Response('<html><body>Maintenance</body></html>')
    // Others come meanwhile.
    await new Promise((resolve) => setImmediate(resolve))
    const response = await answer()
    if (trouble === 'CUT') {
      const text = await response.text()
      return new Response(text.slice(0, Math.floor(text.length / 2)), response)
    }
    if (trouble === 'SLOW') throw new DOMException('The operation timed out.', 'TimeoutError')
    if (trouble === 'LOST') throw new TypeError('The connection was lost.')
    return response
  }

  async #rest(request: Request, pathname: string): Promise<Response> {
    // Clients try their keys with it.
    if (request.method === 'OPTIONS') return new Response(null, { status: 204 })
    if (pathname === '/services/rest/query/v1/suiteql') return this.#suiteql(request)
    const [, name = '', id = '', action = ''] =
      /^\/services\/rest\/record\/v1\/(\w+)\/([^/]+)(\/.+)?$/.exec(pathname) ?? []
    const [, list = ''] = /^\/services\/rest\/record\/v1\/(\w+)\/?$/.exec(pathname) ?? []
    if (isRecordName(list)) return this.#records.answerAll(request, list)
    if (isRecordName(name) && action === '') return this.#records.answer(request, name, id)
    throw new Refusal(404, 'NONEXISTENT_ENDPOINT', `The endpoint ${pathname} does not exist.`)
  }

  async #suiteql(request: Request): Promise<Response> {
    if (request.method !== 'POST') throw new Refusal(405, 'INVALID_METHOD', 'SuiteQL takes POST.')
    if (!/\btransient\b/.test(request.headers.get('prefer') ?? ''))
      throw new Refusal(
        400,
        'INVALID_HEADER',
        "The 'Prefer' header is missing or has an invalid value. Use 'transient'.",
      )
    const url = new URL(request.url)
    const page = pageIn(url)
    const { q } = (await request.json()) as { q: string }
    this.asked.push(q)
    const tables = tablesOf(this.books, this.hasSubsidiaries)
    try {
      const found = run(q, (name) => (this.hidden.has(name) ? undefined : tables(name)))
      return Response.json(pageOf(url, page, found, (item) => ({ links: [], ...item })))
    } catch (error) {
      if (!(error instanceof InvalidQuery)) throw error
      throw new Refusal(
        400,
        'INVALID_PARAMETER',
        `Invalid search query. Detailed unprocessed description follows. ${error.message}`,
      )
    }
  }
}
