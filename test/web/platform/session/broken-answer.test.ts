import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { loadSession } from '../../../../web/features/platform/session/api.ts'
import { NetworkError } from '../../../../web/lib/errors.ts'
import { queryClient } from '../../../../web/lib/query-client.ts'

const fetchMock = vi.fn<typeof fetch>()
const methods = () => fetchMock.mock.calls.map(([, init]) => init?.method)

beforeEach(() => {
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  queryClient.clear()
  queryClient.setDefaultOptions({ queries: { retry: false } })
})
afterEach(() => {
  fetchMock.mockReset()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('a connection that breaks while the session is read signs no one out', async () => {
  const body = new ReadableStream({ start: (stream) => stream.error(new TypeError('network error')) })
  fetchMock.mockResolvedValue(new Response(body))
  await expect(loadSession()).rejects.toBeInstanceOf(NetworkError)
  expect(methods()).toEqual(['GET'])
})

it('an unreadable session answer ends the session', async () => {
  fetchMock.mockImplementation(async (_, init) =>
    init?.method === 'GET' ? new Response('{"kind": "NOBODY"}') : new Response(null, { status: 204 }),
  )
  await expect(loadSession()).resolves.toBeNull()
  expect(methods()).toEqual(['GET', 'DELETE'])
})
