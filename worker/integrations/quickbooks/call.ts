import type { z } from 'zod'
import type { BooksAccess } from '../../core/books.ts'
import { ProviderError } from '../../core/provider-error.ts'
import { type Answer, ask, shaped } from './answer.ts'
import { faultOf, isUnauthorized, refusalOf } from './faults.ts'
import { readSecret } from './oauth.ts'
import { apiOf } from './settings.ts'

/** Calls of the Accounting API, each within the connection's limit and with a token that is valid. */

/** The last version that Intuit changes objects by. Lower ones are ignored. */
const MINOR_VERSION = '75'

interface Call {
  method: 'GET' | 'POST'
  /** Below the company: "query", "bill". */
  path: string
  params?: Record<string, string>
  body?: unknown
}

/**
 * An open connection, as long as one page or one write takes. It holds the newest token.
 */
export class Quickbooks {
  readonly access: BooksAccess
  #secret: string

  constructor(access: BooksAccess) {
    this.access = access
    this.#secret = access.secret
  }

  /** Throws a ProviderError in words for anything but success. */
  async call<Shape extends z.ZodType>(shape: Shape, call: Call): Promise<z.output<Shape>> {
    const { access } = this
    let isFresh = false
    if (readSecret(this.#secret).accessExpiresAt <= access.now()) {
      this.#secret = await access.renew()
      isFresh = true
    }
    let answer = await this.#send(call)
    if (isUnauthorized(answer) && !isFresh) {
      this.#secret = await access.renew()
      answer = await this.#send(call)
    }
    if (answer.status !== 200 || faultOf(answer.json)) throw refusalOf(answer, access.now(), call.method === 'POST')
    if (answer.json === undefined) throw new ProviderError('QuickBooks sent an answer that breaks off.')
    return shaped(shape, answer.json)
  }

  async #send(call: Call): Promise<Answer> {
    await this.access.permit()
    try {
      return await this.#ask(call)
    } finally {
      await this.access.ended?.()
    }
  }

  #ask({ method, path, params = {}, body }: Call): Promise<Answer> {
    const { access } = this
    const { accessToken, realmId } = readSecret(this.#secret)
    if (realmId !== access.accountId)
      return Promise.reject(new ProviderError('Another QuickBooks company was connected meanwhile.', { isFinal: true }))
    // Spaces as %20, as in Intuit's examples.
    const query = String(new URLSearchParams({ ...params, minorversion: MINOR_VERSION })).replaceAll('+', '%20')
    return ask(`${apiOf(access.env)}/v3/company/${realmId}/${path}?${query}`, {
      method,
      headers: {
        Authorization: `Bearer ${accessToken}`,
        Accept: 'application/json',
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
  }
}

/** Text in the query language. */
export const quote = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`
