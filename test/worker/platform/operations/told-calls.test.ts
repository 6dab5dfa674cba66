import { env } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import { createApp } from '../../../../worker/app.tsx'
import { Database } from '../../../../worker/core/database.ts'
import { inSpan, traceWith } from '../../../../worker/core/told/trace.ts'
import { noteCost, storeCosts } from '../../../../worker/features/platform/operations/costs.ts'
import { handleQueue } from '../../../../worker/jobs.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

afterEach(() => vi.restoreAllMocks())

const app = createApp()
const loud = { ...env, OUTLAY_LOG_LEVEL: 'info' }
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined } as never

/** The lines that are written meanwhile. */
const linesOf = async (work: () => Promise<unknown>): Promise<Record<string, unknown>[]> => {
  const log = vi.spyOn(console, 'log').mockImplementation(() => undefined)
  await work()
  const lines = log.mock.calls.map(([line]) => JSON.parse(String(line)) as Record<string, unknown>)
  log.mockRestore()
  return lines.filter(({ event }) => event === 'call' || event === 'job')
}

it('each call has one line with its company, its operation and its cost, and no address', async () => {
  const company = await makeCompany()
  const { cookie } = await signIn(company, await company.addPerson())
  const call =
    (path: string, headers: Record<string, string> = {}) =>
    () =>
      Promise.resolve(app.fetch(new Request(`https://outlay.test${path}`, { headers }), loud, context))
  const [line, ...more] = await linesOf(call('/api/current-company', { Cookie: cookie ?? '' }))
  expect(more).toEqual([])
  expect(line).toMatchObject({
    ...{ level: 'info', event: 'call', method: 'GET', status: 200, by: 'member', company: company.id },
    ...{ requestId: expect.any(String), ms: expect.any(Number), d1Ms: expect.any(Number), rowsWritten: 0 },
  })
  expect(line?.operation).toMatch(/^[\w.-]+$/)
  expect(Number(line?.trips)).toBeGreaterThan(0)
  expect(Number(line?.rowsRead)).toBeGreaterThan(0)
  const [refused] = await linesOf(call('/api/intake-categories'))
  expect(refused).toMatchObject({
    status: 401,
    by: 'public',
    company: null,
    operation: expect.stringMatching(/^[\w.-]+$/),
  })
  expect(JSON.stringify([line, refused])).not.toContain('/api/')
})

it('each part of a minute has one line with its jobs', async () => {
  const ack = () => undefined
  const messages = [{ id: 'm', body: { tick: 'JOBS', cell: 0, sentAt: Date.now() }, ack, retry: ack }]
  const lines = await linesOf(() => handleQueue({ queue: 'outlay-ticks', messages } as never, loud))
  expect(lines).toHaveLength(1)
  expect(lines[0]).toMatchObject({ event: 'job', part: 'JOBS', cell: 0, job: 'cron', trips: expect.any(Number) })
  expect(String(lines[0]?.operation).split(' ')).toContain('cron.audit-seals')
})

it('what companies cost is added up by day, and stored once a minute', async () => {
  const { id } = await makeCompany()
  const db = new Database(env.DB)
  const log = { info: () => undefined, error: () => undefined }
  const at = Date.parse('2031-05-06T10:00:00Z')
  const of = (...companies: string[]) => ({ companies: new Set(companies) })
  await storeCosts(db, log, at)
  noteCost(of(id), { queries: 4, rowsRead: 10, rowsWritten: 2 }, 30)
  noteCost(of(id, 'another'), { queries: 100, rowsRead: 1000, rowsWritten: 1000 }, 1000)
  noteCost(of(), { queries: 100, rowsRead: 1000, rowsWritten: 1000 }, 1000)
  const stored = () =>
    rows(
      'SELECT day, calls, ms, queries AS q, rows_read AS r, rows_written AS w FROM company_costs WHERE company_id = ? ORDER BY day',
      id,
    )
  await storeCosts(db, log, at + 59_000)
  expect(await stored()).toEqual([])
  await storeCosts(db, log, at + 120_000)
  noteCost(of(id), { queries: 2, rowsRead: 5, rowsWritten: 1 }, 20)
  await storeCosts(db, log, at + 240_000)
  expect(await stored()).toEqual([{ day: '2031-05-06', calls: 2, ms: 50, q: 6, r: 15, w: 3 }])
  const days = ['2031-02-04', '2031-02-05']
  for (const day of days)
    await env.DB.prepare(`INSERT INTO company_costs VALUES (?, ?, 1, 1, 1, 1, 1)`).bind(day, id).run()
  noteCost(of(id), { queries: 1, rowsRead: 1, rowsWritten: 0 }, 1)
  await storeCosts(db, log, at + 360_000)
  // Ninety days are kept.
  expect((await stored()).map(({ day }) => day)).toEqual(['2031-02-05', '2031-05-06'])
})

it('costs that can’t be stored are kept for the next time, and logged', async () => {
  const { id } = await makeCompany()
  const error = vi.fn()
  const broken = { sql: () => null, batch: () => Promise.reject(new Error('down')) } as never
  const at = Date.parse('2032-05-06T10:00:00Z')
  noteCost({ companies: new Set([id]) }, { queries: 100, rowsRead: 7, rowsWritten: 1 }, 3)
  await storeCosts(broken, { info: () => undefined, error }, at)
  expect(error).toHaveBeenCalledWith('costs.not-stored', expect.anything())
  await storeCosts(new Database(env.DB), { info: () => undefined, error }, at + 61_000)
  expect(await rows('SELECT rows_read AS r FROM company_costs WHERE company_id = ? ORDER BY day', id)).toEqual([
    { r: 7 },
  ])
})

it('operations are spans where the runtime has tracing, and run without it', async () => {
  const names: string[] = []
  traceWith({
    enterSpan: (name, work) => {
      names.push(name)
      return work()
    },
  })
  try {
    await linesOf(async () => app.fetch(new Request('https://outlay.test/api/current-company'), loud, context))
  } finally {
    traceWith(undefined)
  }
  expect(names).toHaveLength(1)
  expect(inSpan('without', () => 5)).toBe(5)
})
