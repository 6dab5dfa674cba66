import { DatabaseSync } from 'node:sqlite'

const BASE = '/client/v4/accounts/acc/d1/database/'

/**
 * Stands in for Cloudflare's API of D1, on its documented protocol: bookmarks by time, restoring, and queries. A bookmark
 * is the number of the last state at its time.
 */
export class CloudflareThere {
  readonly calls: string[] = []
  readonly database = new DatabaseSync(':memory:')
  /** When each state began (milliseconds), and which one is current. */
  readonly states: number[] = []
  current = 0

  readonly fetch: typeof fetch = async (input, init) => {
    const url = new URL(String(input))
    this.calls.push(`${init?.method} ${url.pathname.replace(BASE, '')}${url.search}`)
    if (new Headers(init?.headers).get('Authorization') !== 'Bearer token')
      return this.#answer(403, null, [{ code: 10000, message: 'Authentication error' }])
    if (!url.pathname.startsWith(`${BASE}db-1/`))
      return this.#answer(404, null, [{ code: 7404, message: 'The database db-9 could not be found' }])
    const what = `${init?.method} ${url.pathname.slice(`${BASE}db-1/`.length)}`
    if (what === 'GET time_travel/bookmark') {
      const at = Date.parse(url.searchParams.get('timestamp') ?? '')
      return this.#answer(200, { bookmark: `b-${this.states.filter((state) => state <= at).length}` })
    }
    if (what === 'POST time_travel/restore') {
      const previous = `b-${this.current}`
      this.current = Number(url.searchParams.get('bookmark')?.slice(2))
      return this.#answer(200, { bookmark: `b-${this.current}`, previous_bookmark: previous, message: 'Restored' })
    }
    if (what === 'POST query') {
      const { sql, params } = JSON.parse(String(init?.body)) as { sql: string; params: string[] }
      return this.#answer(200, [{ success: true, results: this.database.prepare(sql).all(...params) }])
    }
    return this.#answer(404, null, [{ code: 7000, message: 'No route for that URI' }])
  }

  #answer(status: number, result: unknown, errors: unknown[] = []): Response {
    return Response.json({ success: status === 200, errors, messages: [], result }, { status })
  }
}
