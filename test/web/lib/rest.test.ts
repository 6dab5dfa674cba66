import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../schema/shared/endpoint.ts'
import { encodeQuery, fillPath } from '../../../web/lib/encode.ts'
import { ApiError, NetworkError } from '../../../web/lib/errors.ts'
import { onReport } from '../../../web/lib/report.ts'
import { allPages, call, setUnauthenticatedHandler } from '../../../web/lib/rest.ts'

const read = endpoint({
  id: 'test.read',
  method: 'GET',
  path: '/api/things/{thingId}',
  summary: '',
  params: z.object({ thingId: z.string() }),
  query: z.object({ ids: z.array(z.string()).optional(), search: z.string().optional() }),
  response: z.object({ name: z.string() }),
})
const write = endpoint({
  id: 'test.write',
  method: 'PUT',
  path: '/api/things',
  summary: '',
  body: z.object({ name: z.string() }),
  response: z.null(),
})

const fetchMock = vi.fn<typeof fetch>()
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status })
const request = (index = 0) => {
  const [url, init] = fetchMock.mock.calls[index] ?? []
  return { url: String(url), init: init ?? {}, headers: new Headers(init?.headers) }
}

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(() => {
  fetchMock.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  setUnauthenticatedHandler(() => {})
})

describe('encoding', () => {
  it('lists are written as name[], and sorting as orderBy[by][] and orderBy[dir][]', () => {
    const text = encodeQuery({ ids: ['a', 'b'], orderBy: { by: ['createdAt'], dir: ['DESC'] }, first: 20 })
    expect(decodeURIComponent(text)).toBe('?ids[]=a&ids[]=b&orderBy[by][]=createdAt&orderBy[dir][]=DESC&first=20')
  })

  it('absent and blank values are left out', () => {
    expect(encodeQuery({ a: undefined, b: null, c: '   ', d: [], e: false, f: 0 })).toBe('?e=false&f=0')
    expect(encodeQuery(undefined)).toBe('')
  })

  it('path parameters are filled in and escaped', () => {
    expect(fillPath('/api/a/{x}/b/{y}', { x: '1/2', y: 'z' })).toBe('/api/a/1%2F2/b/z')
    expect(() => fillPath('/api/{x}', {})).toThrow('Missing path parameter x')
  })
})

describe('call', () => {
  it.each([
    ['breaks off', () => new ReadableStream({ start: (body) => body.error(new TypeError('network error')) })],
    ['is another one’s page', () => '<html>Sign in to the wireless network</html>'],
  ])('the error says that there was no connection when the answer %s', async (_, body) => {
    fetchMock.mockResolvedValue(new Response(body()))
    await expect(call(read, { params: { thingId: 't1' } })).rejects.toBeInstanceOf(NetworkError)
  })

  it('a read sends the session cookie and checks the answer', async () => {
    fetchMock.mockResolvedValue(json({ name: 'Desk', extra: 1 }))
    await expect(call(read, { params: { thingId: 't 1' }, query: { ids: ['a'] } })).resolves.toEqual({ name: 'Desk' })
    const { url, init, headers } = request()
    expect(decodeURIComponent(url)).toBe('/api/things/t 1?ids[]=a')
    expect(init.credentials).toBe('same-origin')
    expect(headers.has('idempotency-key')).toBe(false)
  })

  it('a write is sent as JSON with the id of the intent', async () => {
    fetchMock.mockResolvedValue(new Response(null, { status: 204 }))
    await expect(call(write, { body: { name: 'Desk' }, commandId: 'intent-1' })).resolves.toBeNull()
    const { init, headers } = request()
    expect(init.body).toBe('{"name":"Desk"}')
    expect(headers.get('content-type')).toBe('application/json')
    expect(headers.get('idempotency-key')).toBe('intent-1')
  })

  it('a write gets an id when the caller has none', async () => {
    fetchMock.mockImplementation(async () => new Response(null, { status: 204 }))
    await call(write, { body: { name: 'a' } })
    await call(write, { body: { name: 'a' } })
    expect(request(0).headers.get('idempotency-key')).not.toBe(request(1).headers.get('idempotency-key'))
  })

  it('an answer that breaks its schema is reported and still returned', async () => {
    const reports: string[] = []
    const stop = onReport(({ where }) => reports.push(where))
    fetchMock.mockResolvedValue(json({ name: 7 }))
    await expect(call(read, { params: { thingId: 't' } })).resolves.toEqual({ name: 7 })
    stop()
    expect(reports).toEqual(['answer of test.read does not match its schema'])
  })

  it('an error body becomes an ApiError', async () => {
    fetchMock.mockResolvedValue(
      json(
        {
          message: 'Somebody saved before you.',
          code: 'CONFLICT',
          reason: 'VERSION',
          fields: { name: 'Taken' },
          details: { version: 3 },
          requestId: 'req-1',
        },
        409,
      ),
    )
    const error = await call(write, { body: { name: 'a' } }).catch((e: unknown) => e)
    expect(error).toBeInstanceOf(ApiError)
    expect(error).toMatchObject({
      status: 409,
      code: 'CONFLICT',
      message: 'Somebody saved before you.',
      reason: 'VERSION',
      fields: { name: 'Taken' },
      details: { version: 3 },
      requestId: 'req-1',
    })
  })

  it.each([
    [502, 'UPSTREAM'],
    [500, 'INTERNAL'],
    [404, 'NOT_FOUND'],
    [403, 'FORBIDDEN'],
    [422, 'RULE_BROKEN'],
    [429, 'LIMITED'],
    [400, 'INVALID'],
  ])('an error body of another shape and without words names the failed call (%i)', async (status, code) => {
    fetchMock.mockResolvedValue(new Response('<html>', { status }))
    await expect(call(read, { params: { thingId: 't' } })).rejects.toMatchObject({
      status,
      code,
      message: 'The API call GET /api/things/{thingId} failed.',
    })
  })

  it('a lost connection is told apart from a refusal', async () => {
    fetchMock.mockRejectedValue(new TypeError('Failed to fetch'))
    await expect(call(read, { params: { thingId: 't' } })).rejects.toBeInstanceOf(NetworkError)
  })

  it('a cancelled call stays cancelled', async () => {
    fetchMock.mockRejectedValue(new DOMException('Aborted', 'AbortError'))
    await expect(call(read, { params: { thingId: 't' } })).rejects.toMatchObject({ name: 'AbortError' })
  })

  it('a lost session is announced once, unless the caller handles it', async () => {
    const gone = vi.fn()
    setUnauthenticatedHandler(gone)
    fetchMock.mockImplementation(async () => json({ message: 'Please sign in.', code: 'UNAUTHENTICATED' }, 401))
    await expect(call(read, { params: { thingId: 't' } })).rejects.toMatchObject({ code: 'UNAUTHENTICATED' })
    await expect(call(read, { params: { thingId: 't' }, anonymous: true })).rejects.toMatchObject({ status: 401 })
    expect(gone).toHaveBeenCalledTimes(1)
  })
})

describe('allPages', () => {
  const page = (nodes: number[], endCursor: string | null, hasNextPage: boolean) => ({
    edges: nodes.map((node) => ({ cursor: String(node), node })),
    pageInfo: { hasNextPage, startCursor: null, endCursor },
  })

  it('all pages are read while there is a next cursor', async () => {
    const asked: (string | undefined)[] = []
    const pages = [page([1, 2], 'b', true), page([3], 'c', true), page([4], null, false)]
    const all = await allPages(async (cursor) => {
      asked.push(cursor)
      return pages[asked.length - 1] ?? page([], null, false)
    })
    expect(all).toEqual([1, 2, 3, 4])
    expect(asked).toEqual([undefined, 'b', 'c'])
  })

  it('reading stops at a cursor that doesn’t move', async () => {
    let calls = 0
    await allPages(async () => {
      calls += 1
      return page([calls], 'same', true)
    })
    expect(calls).toBe(2)
  })
})
