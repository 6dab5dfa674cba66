import { afterEach, expect, vi } from 'vitest'
import type { z } from 'zod'
import type { AnyEndpoint, Endpoint } from '../../../schema/shared/endpoint.ts'

/** A server for one page: each of its calls has the answer that the test gives. Answers keep to the contract. */

export interface Sent {
  id: string
  params: Record<string, string>
  query: URLSearchParams
  body: unknown
  commandId: string | null
}

interface More {
  fields?: Record<string, string>
  reason?: string
  details?: unknown
}

/** What the server says instead of an answer. */
export class Refusal {
  readonly status: number
  readonly body: { code: string; message: string; requestId: string } & More
  constructor(status: number, code: string, message: string, more: More = {}) {
    this.status = status
    this.body = { code, message, requestId: 'r1', ...more }
  }
}

/** Someone else has saved it since it was read. */
export const stale = (message = 'It was changed by someone else.'): Refusal =>
  new Refusal(409, 'CONFLICT', message, { reason: 'STALE_VERSION' })

export const invalid = (fields: Record<string, string>): Refusal =>
  new Refusal(400, 'INVALID', Object.values(fields)[0] ?? 'No.', { fields })

type Answer = (sent: Sent) => unknown

export class PageServer {
  readonly #answers: { endpoint: AnyEndpoint; path: RegExp; names: string[]; answer: Answer }[] = []
  /** Every call that changes something, in order. */
  readonly changes: Sent[] = []
  /** Calls without an answer, and answers that are against the contract: none. */
  readonly unanswered: string[] = []

  /** The latest answer of an endpoint counts. */
  on<Params extends z.ZodObject, Query extends z.ZodObject, Body extends z.ZodType, Response extends z.ZodType>(
    endpoint: Endpoint<Params, Query, Body, Response>,
    answer: (sent: Sent) => z.input<Response> | Refusal,
  ): this {
    const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const path = new RegExp(`^${endpoint.path.replace(/\{\w+\}/g, '([^/]+)')}$`)
    this.#answers.unshift({ endpoint, path, names, answer })
    return this
  }

  readonly fetch = async (input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(input instanceof Request ? input.url : String(input), 'https://outlay.test')
    const method = init.method ?? 'GET'
    for (const { endpoint, path, names, answer } of this.#answers) {
      const found = endpoint.method === method && path.exec(url.pathname)
      if (!found) continue
      const sent: Sent = {
        id: endpoint.id,
        params: Object.fromEntries(names.map((name, i) => [name, decodeURIComponent(found[i + 1] ?? '')])),
        query: url.searchParams,
        body: typeof init.body === 'string' ? JSON.parse(init.body) : undefined,
        commandId: new Headers(init.headers).get('Idempotency-Key'),
      }
      if (method !== 'GET') this.changes.push(sent)
      return this.#answerOf(endpoint, answer(sent))
    }
    this.unanswered.push(`${method} ${url.pathname}`)
    return NOTHING()
  }

  #answerOf(endpoint: AnyEndpoint, said: unknown): Response {
    if (said instanceof Refusal) return Response.json(said.body, { status: said.status })
    if (said === null) return new Response(null, { status: 204 })
    const checked = endpoint.response.safeParse(said)
    if (checked.success) return Response.json(said)
    this.unanswered.push(`${endpoint.id} never answers this: ${checked.error.message}`)
    return NOTHING()
  }
}

const NOTHING = () => Response.json({ code: 'NOT_FOUND', message: 'Not found', requestId: 'r1' }, { status: 404 })

/** Answers the calls of this test. Calls that the test gave no answer to fail it. */
export const serve = (): PageServer => {
  const server = new PageServer()
  vi.stubGlobal('fetch', vi.fn(server.fetch))
  return server
}

export const expectAllAnswered = (server: PageServer): void => expect(server.unanswered).toEqual([])

afterEach(() => vi.unstubAllGlobals())

/** The whole of a short list. */
export const page = <Node extends { id: string }>(nodes: Node[]) => ({
  edges: nodes.map((node) => ({ cursor: node.id, node })),
  pageInfo: { hasNextPage: false, startCursor: null, endCursor: null },
})
