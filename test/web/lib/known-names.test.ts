import { afterEach, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../schema/shared/endpoint.ts'
import { onReport } from '../../../web/lib/report.ts'
import { call } from '../../../web/lib/rest.ts'

const save = endpoint({
  id: 'test.save',
  method: 'POST',
  path: '/api/things',
  summary: '',
  query: z.object({ search: z.string().optional() }),
  body: z.object({ lines: z.array(z.object({ amount: z.number() })) }),
  response: z.null(),
})

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('sends no name that the endpoint doesn’t have, and reports that it would have', async () => {
  const fetchMock = vi.fn<typeof fetch>(async () => new Response(null, { status: 204 }))
  vi.stubGlobal('fetch', fetchMock)
  vi.spyOn(console, 'error').mockImplementation(() => {})
  const reported: unknown[] = []
  const stop = onReport(({ details }) => reported.push(details))
  const query = { search: 'x', page: 2 }
  const lines = [{ amount: 1, id: 'shown' }]
  await call(save, { query, body: { lines } })
  stop()
  const [url, init] = fetchMock.mock.calls[0] ?? []
  expect(url).toBe('/api/things?search=x')
  expect(init?.body).toBe('{"lines":[{"amount":1}]}')
  expect(reported).toEqual([['page'], ['lines.0.id']])
})
