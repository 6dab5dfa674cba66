import type { z } from 'zod'
import type { AnyEndpoint, Endpoint } from '../../schema/shared/endpoint.ts'
import type { Connection } from '../../schema/shared/paging.ts'
import { unknownNames, withoutUnknown } from '../../schema/shared/sent/unknown-names.ts'
import { dropReadings, isQuiet } from './ahead.ts'
import { withFactor } from './asked/factor-ask.ts'
import { connectionFound, connectionLost } from './connection/connection.ts'
import { encodeQuery, fillPath } from './encode.ts'
import { NetworkError, toApiError } from './errors.ts'
import { report } from './report.ts'

type SchemaOf<E, K extends 'params' | 'query' | 'body' | 'response'> =
  E extends Record<K, infer S> ? S : E extends { [P in K]?: infer S } ? NonNullable<S> : never

type InputOf<E, K extends 'params' | 'query' | 'body'> =
  SchemaOf<E, K> extends z.ZodType ? z.input<SchemaOf<E, K>> : never

export type ParamsOf<E> = InputOf<E, 'params'>
export type QueryOf<E> = InputOf<E, 'query'>
export type BodyOf<E> = InputOf<E, 'body'>
export type ResponseOf<E> = E extends Endpoint<z.ZodObject, z.ZodObject, z.ZodType, infer R> ? z.output<R> : never

/** Required if something in it is required. Missing if the endpoint has none. */
type Part<Name extends string, T> = [T] extends [never]
  ? { [K in Name]?: undefined }
  : [T] extends [undefined]
    ? { [K in Name]?: undefined }
    : Record<never, never> extends T
      ? { [K in Name]?: T }
      : { [K in Name]: T }

export type CallOptions<E> = Part<'params', ParamsOf<E>> &
  Part<'query', QueryOf<E>> &
  Part<'body', BodyOf<E>> & {
    /** One id for each intent of the person. A repeat after a lost answer sends the same one. */
    commandId?: string
    signal?: AbortSignal | undefined
    /** The caller handles a 401 itself. */
    anonymous?: boolean
  }

type Options<E> = Record<never, never> extends CallOptions<E> ? [options?: CallOptions<E>] : [options: CallOptions<E>]

type UnauthenticatedHandler = () => void
let onUnauthenticated: UnauthenticatedHandler = () => {}

/** What a 401 of any call does, unless the call is marked `anonymous`. The session sets it once. */
export const setUnauthenticatedHandler = (handler: UnauthenticatedHandler): void => {
  onUnauthenticated = handler
}

export const unauthenticated = (): void => onUnauthenticated()

export const newCommandId = (): string => crypto.randomUUID()

/** `fetch` for the product's own origin: same-origin cookies, and a `NetworkError` if no answer arrived. */
export const send = async (path: string, init: RequestInit): Promise<Response> => {
  let response: Response
  try {
    response = await fetch(path, { credentials: 'same-origin', redirect: 'follow', ...init })
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    connectionLost()
    throw new NetworkError(error)
  }
  connectionFound()
  return response
}

/**
 * @throws NetworkError for an answer that broke off or came from something else, which says nothing about the product
 */
const readJson = async (response: Response): Promise<unknown> => {
  try {
    return await response.json()
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new NetworkError(error)
  }
}

/** The body of a refusal, or null if it can't be read. Then its status says enough. */
const readRefusal = (response: Response): Promise<unknown> =>
  readJson(response).catch((error: unknown) => {
    if (error instanceof NetworkError) return null
    throw error
  })

const check = <E extends AnyEndpoint>(endpoint: E, answer: unknown): ResponseOf<E> => {
  const parsed = endpoint.response.safeParse(answer)
  if (parsed.success) return parsed.data as ResponseOf<E>
  report(parsed.error, `answer of ${endpoint.id} does not match its schema`, parsed.error.issues)
  return answer as ResponseOf<E>
}

/**
 * What the endpoint knows of a query or body. Types let objects with more pass, and the server refuses a call for one
 * name that it doesn't have. Such a call is a mistake of ours, which is reported, and not the person's.
 */
const knownOf = <T>(endpoint: AnyEndpoint, schema: z.ZodType | undefined, sent: T): T => {
  if (!schema || sent === undefined) return sent
  const unknown = unknownNames(schema, sent)
  if (unknown.length > 0) {
    const names = unknown.map((path) => path.join('.'))
    report(new Error('Unknown names'), `call of ${endpoint.id} has names that its endpoint doesn't have`, names)
  }
  return withoutUnknown(sent, unknown)
}

/**
 * Calls a REST endpoint and returns its checked response. @throws ApiError if the server refused, NetworkError if no
 * answer arrived
 */
export const call = async <E extends AnyEndpoint>(endpoint: E, ...[options]: Options<E>): Promise<ResponseOf<E>> => {
  const { params, query, body, commandId, signal, anonymous } = (options ?? {}) as {
    params?: Record<string, unknown>
    query?: Record<string, unknown>
    body?: unknown
    commandId?: string
    signal?: AbortSignal
    anonymous?: boolean
  }
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  // The same for each attempt, so that what waits for a second factor isn't done twice.
  if (endpoint.method !== 'GET') headers['idempotency-key'] = commandId ?? newCommandId()
  const address = fillPath(endpoint.path, params) + encodeQuery(knownOf(endpoint, endpoint.query, query))
  const text = body === undefined ? null : JSON.stringify(knownOf(endpoint, endpoint.body, body))
  return withFactor(async () => {
    const response = await send(address, { method: endpoint.method, headers, body: text, signal: signal ?? null })
    if (endpoint.method !== 'GET') dropReadings()
    if (response.status === 401 && !anonymous && !isQuiet(signal)) onUnauthenticated()
    if (!response.ok) {
      const { status, statusText } = response
      throw toApiError(
        {
          status,
          statusText,
          retryAfter: response.headers.get('retry-after'),
          call: `${endpoint.method} ${endpoint.path}`,
        },
        await readRefusal(response),
      )
    }
    return check(endpoint, response.status === 204 ? null : await readJson(response))
  })
}

/** Every node of a keyset-paged list: follows the cursor while there is a next page. */
export const allPages = async <T>(fetchPage: (cursor: string | undefined) => Promise<Connection<T>>): Promise<T[]> => {
  const nodes: T[] = []
  let cursor: string | undefined
  do {
    const page = await fetchPage(cursor)
    for (const edge of page.edges) nodes.push(edge.node)
    const next = page.pageInfo.hasNextPage ? (page.pageInfo.endCursor ?? undefined) : undefined
    cursor = next === cursor ? undefined : next
  } while (cursor)
  return nodes
}
