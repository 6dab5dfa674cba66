import { beforeEach, expect, it, vi } from 'vitest'

const fetchMock = vi.fn<typeof fetch>()
let send: typeof import('../../../web/lib/send-report.ts').sendReport
beforeEach(async () => {
  vi.resetModules()
  fetchMock.mockReset().mockResolvedValue(new Response('{}'))
  vi.stubGlobal('fetch', fetchMock)
  vi.stubGlobal('window', { location: { pathname: '/settings/members' } })
  ;({ sendReport: send } = await import('../../../web/lib/send-report.ts'))
})
const bodies = () => fetchMock.mock.calls.map(([, init]) => JSON.parse(String(init?.body)))

it('a failure is reported once, with its page but without the search part of the address', async () => {
  const failure = { error: new TypeError('x is null'), where: 'screen', details: '\n at Page' }
  await send(failure)
  await send(failure)
  expect(bodies()).toEqual([
    { message: 'TypeError: x is null', where: 'screen', path: '/settings/members', stack: expect.any(String) },
  ])
  expect(bodies()[0].stack).toContain('at Page')
})

it('a long report is cut, and a page reports at most ten failures', async () => {
  for (let i = 0; i < 12; i++) await send({ error: new Error(`${i} ${'x'.repeat(5000)}`), where: 'screen' })
  expect(bodies()).toHaveLength(10)
  expect(bodies()[0].message).toHaveLength(1000)
})

it('refusals, lost connections and failing reports are not reported', async () => {
  const { ApiError, NetworkError } = await import('../../../web/lib/errors.ts')
  await send({ error: new ApiError({ status: 403, code: 'FORBIDDEN', message: 'No' }), where: 'call' })
  await send({ error: new NetworkError(new Error('offline')), where: 'call' })
  expect(fetchMock).not.toHaveBeenCalled()
  fetchMock.mockRejectedValue(new TypeError('offline'))
  await expect(send({ error: 'broken', where: 'screen' })).resolves.toBeUndefined()
})
