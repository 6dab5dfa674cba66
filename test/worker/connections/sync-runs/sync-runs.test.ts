import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { LANES } from '../../../../worker/core/outbox-lanes.ts'
import type { OutboxContext } from '../../../../worker/core/outbox-registry.ts'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import { ProviderError, retryAfterMs } from '../../../../worker/core/provider-error.ts'
import { registerSync, syncStatements } from '../../../../worker/core/syncs.ts'
import { systemContext } from '../../../../worker/core/system-context.ts'
import { startScheduledSyncs } from '../../../../worker/features/connections/sync-runs/index.ts'
import '../../../../worker/features/connections/sync-runs/jobs.ts'
import { handleScheduled } from '../../../../worker/jobs.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

/** A provider that lists records in pages of two, like an accounting system. */

const HOST = 'ledger.example'
const MINUTE_MS = 60_000
const RECORDS = ['a', 'b', 'c', 'd', 'e', 'f']

let now: number
let companyId: string
/** A provider of its own for each test, so that no runs meet. */
let provider: string
/** After which record each page was asked for. */
let asked: string[]
/** What goes wrong, by the record that is asked after. Each happens once. */
let faults: Map<string, (page: () => Response) => Response | Promise<Response>>

const pageAfter = (after: string) => {
  const from = RECORDS.indexOf(after) + 1
  return { records: RECORDS.slice(from, from + 2), hasMore: from + 2 < RECORDS.length }
}
const answerPage = (request: Request): Response | Promise<Response> => {
  const after = new URL(request.url).searchParams.get('after') ?? ''
  asked.push(after)
  const fault = faults.get(after)
  faults.delete(after)
  const page = () => Response.json(pageAfter(after))
  return fault ? fault(page) : page()
}
const page = z.object({ records: z.array(z.string()), hasMore: z.boolean() })

/** Fetches like an adapter does. A record that is stored twice breaks a unique index. */
const makeSync = (more: Partial<Parameters<typeof registerSync>[0]> = {}) =>
  registerSync({
    provider,
    kind: 'RECORDS',
    step: async ({ db, clock }, { companyId: company, cursor }) => {
      const response = await fetch(`https://${HOST}/records?after=${cursor ?? ''}`)
      if (response.status === 401) throw new ProviderError('The access was withdrawn.', { isFinal: true })
      if (!response.ok)
        throw new ProviderError(`The ledger answered ${response.status}.`, {
          retryAfterMs: retryAfterMs(response, clock.now()),
        })
      const read = page.safeParse(await response.json().catch(() => null))
      if (!read.success) throw new ProviderError('The ledger sent something else.')
      const { records, hasMore } = read.data
      return {
        statements: records.map((record) =>
          db.sql(
            `INSERT INTO currency_rates (id, company_id, base, quote, date, rate, source, created_at, updated_at)
             VALUES (?, ?, ?, 'XXX', ?, '1', 'MANUAL', 0, 0)`,
            ...[`${company}-${record}`, company, provider, record],
          ),
        ),
        cursor: records.at(-1) ?? cursor,
        isDone: !hasMore,
        counts: { records: records.length },
      }
    },
    ...more,
  })

const context = (): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => now },
  log: createLogger({}, 'error'),
})

const start = async (company = companyId, id = newId()): Promise<string> => {
  const { db } = context()
  await db.batch(syncStatements(db, [{ id, companyId: company, provider, kind: 'RECORDS', trigger: 'HAND' }], now))
  return id
}
/** What the outbox has due of the company's runs. */
const work = async (of = companyId): Promise<number> => {
  const due = await rows<{ id: string }>(
    `SELECT id FROM outbox WHERE topic = 'sync.run' AND company_id = ? AND available_at <= ? AND sent_with IS NULL
        AND done_at IS NULL AND dead_at IS NULL`,
    ...[of, now],
  )
  for (const { id } of due) await runGroup(context(), 'sync.run', [id])
  return due.length
}
interface Run {
  id: string
  state: string
  cursor: string | null
  counts: string
  failures: number
  error: string | null
  retry_at: number | null
  finished_at: number | null
}
const runOf = async (id: string): Promise<Run> => {
  const [row] = await rows<Run>('SELECT * FROM sync_runs WHERE id = ?', id)
  if (!row) throw new Error('There is no such run')
  return row
}
const stored = async (of = companyId): Promise<string[]> =>
  (await rows<{ date: string }>('SELECT date FROM currency_rates WHERE company_id = ? ORDER BY date', of)).map(
    ({ date }) => date,
  )
/** The ledger's call waits until the test says so. */
const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    release: resolve,
    answer: async (made: () => Response) => {
      await promise
      return made()
    },
  }
}
const eventually = (what: () => boolean) =>
  vi.waitFor(() => {
    if (!what()) throw new Error('Not yet')
  })

beforeEach(async () => {
  // Only what this test starts is due.
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  companyId = (await makeCompany()).id
  provider = `TEST_${newId()}`
  now = Date.now()
  asked = []
  faults = new Map()
  standIn(HOST, { answer: answerPage })
  makeSync()
  vi.spyOn(console, 'error').mockImplementation(() => {})
})
afterEach(async () => {
  vi.useRealTimers()
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
})

describe('a run', () => {
  it('a run fetches page by page, counts, and is complete', async () => {
    const id = await start()
    expect(await runOf(id)).toMatchObject({ state: 'WAITING', cursor: null, finished_at: null })
    await work()
    expect(asked).toEqual(['', 'b', 'd'])
    expect(await stored()).toEqual(RECORDS)
    expect(await runOf(id)).toMatchObject({
      ...{ state: 'COMPLETE', cursor: 'f', counts: '{"records":6}', error: null, finished_at: now },
    })
  })

  it('the next run starts where the one before stopped', async () => {
    await start()
    await work()
    now += 1
    await start()
    await work()
    expect(asked).toEqual(['', 'b', 'd', 'f'])
    expect(await stored()).toEqual(RECORDS)
  })

  it('a company has one open run of a provider and kind', async () => {
    const first = await start()
    const second = await start()
    expect(await rows('SELECT id FROM sync_runs WHERE company_id = ?', companyId)).toEqual([{ id: first }])
    expect(await rows('SELECT id FROM outbox WHERE id = ?', second)).toEqual([])
    const other = (await makeCompany()).id
    await start(other)
    await work(other)
    expect(await stored(other)).toEqual(RECORDS)
    expect(await stored()).toEqual([])
    await work()
    expect(await stored()).toEqual(RECORDS)
  })

  it('a run that takes long is continued from its cursor by another runner', async () => {
    faults.set('b', (made) => {
      now += 6 * MINUTE_MS
      return made()
    })
    const id = await start()
    await work()
    expect(await runOf(id)).toMatchObject({ state: 'WAITING', cursor: 'd', error: null })
    await work()
    expect(asked).toEqual(['', 'b', 'd'])
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE', counts: '{"records":6}' })
    expect(await stored()).toEqual(RECORDS)
  })
})

describe('a provider that fails', () => {
  it('a provider that is down is asked again later, from where the run got', async () => {
    faults.set('d', () => new Response('down', { status: 503 }))
    const id = await start()
    await work()
    const waiting = await runOf(id)
    expect(waiting).toMatchObject({ state: 'WAITING', cursor: 'd', failures: 1, error: 'The ledger answered 503.' })
    expect(await stored()).toEqual(['a', 'b', 'c', 'd'])
    expect(await work()).toBe(0)
    now = waiting.retry_at ?? 0
    await work()
    expect(asked).toEqual(['', 'b', 'd', 'd'])
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE', error: null, failures: 0, retry_at: null })
    expect(await stored()).toEqual(RECORDS)
  })

  it('a provider that says how long to wait is not asked before', async () => {
    faults.set('', () => new Response('slow down', { status: 429, headers: { 'Retry-After': '600' } }))
    const id = await start()
    await work()
    expect((await runOf(id)).retry_at).toBe(now + 10 * MINUTE_MS)
    now += 10 * MINUTE_MS - 1
    expect(await work()).toBe(0)
    now += 1
    await work()
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE' })
  })

  it('each failure in a row doubles the wait', async () => {
    const waits: number[] = []
    const id = await start()
    for (let failure = 1; failure <= 4; failure++) {
      faults.set('', () => new Response('down', { status: 500 }))
      await work()
      const { retry_at } = await runOf(id)
      waits.push(((retry_at ?? 0) - now) / 1000)
      now = retry_at ?? 0
    }
    expect(waits).toEqual([2, 4, 8, 16])
  })

  it('half an answer changes nothing, and is asked for again', async () => {
    faults.set('b', () => new Response('{"records":["c","d"'))
    const id = await start()
    await work()
    expect(await stored()).toEqual(['a', 'b'])
    expect(await runOf(id)).toMatchObject({ state: 'WAITING', error: 'The ledger sent something else.', cursor: 'b' })
    now += MINUTE_MS
    await work()
    expect(await stored()).toEqual(RECORDS)
  })

  it('a refusal that lasts ends the run at once', async () => {
    faults.set('', () => new Response('no', { status: 401 }))
    const id = await start()
    await work()
    expect(await runOf(id)).toMatchObject({ state: 'ERROR', error: 'The access was withdrawn.', finished_at: now })
    now += 60 * MINUTE_MS
    expect(await work()).toBe(0)
  })

  it('ten failures in a row end the run, and the next one continues from its cursor', async () => {
    const id = await start()
    for (let failure = 1; failure <= 10; failure++) {
      faults.set('b', () => new Response('down', { status: 500 }))
      await work()
      now = (await runOf(id)).retry_at ?? now
    }
    expect(await runOf(id)).toMatchObject({ state: 'ERROR', cursor: 'b', failures: 10 })
    now += 60 * MINUTE_MS
    expect(await work()).toBe(0)
    faults.clear()
    const next = await start()
    await work()
    expect(await runOf(next)).toMatchObject({ state: 'COMPLETE', counts: '{"records":4}' })
    expect(await stored()).toEqual(RECORDS)
  })

  it('an error of our own is not shown to people', async () => {
    makeSync({
      step: async () => {
        throw new TypeError('x is undefined')
      },
    })
    const id = await start()
    await work()
    expect((await runOf(id)).error).toBe('An error in Outlay stopped it.')
  })
})

describe('a runner', () => {
  it('another runner continues from the cursor of one that died', async () => {
    const call = held()
    faults.set('b', call.answer)
    const id = await start()
    const first = runGroup(context(), 'sync.run', [id])
    await eventually(() => asked.includes('b'))
    now += LANES.syncs.leaseMs + 1
    await runGroup(context(), 'sync.run', null)
    expect(asked).toEqual(['', 'b', 'b', 'd'])
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE', counts: '{"records":6}' })

    // It wasn't dead after all. What it still brings is not stored again.
    call.release()
    await first
    expect(await stored()).toEqual(RECORDS)
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE', counts: '{"records":6}', error: null })
  })

  it('a runner whose lease ended can’t store over the newer one', async () => {
    const [slow, newer] = [held(), held()]
    faults.set('b', slow.answer)
    const id = await start()
    const first = runGroup(context(), 'sync.run', [id])
    await eventually(() => asked.includes('b'))
    now += LANES.syncs.leaseMs + 1
    faults.set('b', newer.answer)
    const second = runGroup(context(), 'sync.run', null)
    await eventually(() => asked.filter((after) => after === 'b').length === 2)
    slow.release()
    await first
    expect(await runOf(id)).toMatchObject({ state: 'SYNCING', cursor: 'b', error: null })
    expect(await stored()).toEqual(['a', 'b'])
    newer.release()
    await second
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE', counts: '{"records":6}' })
    expect(await stored()).toEqual(RECORDS)
  })

  it('a runner keeps its run while a call of the provider takes longer than the lease', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const call = held()
    faults.set('b', call.answer)
    const id = await start()
    const first = runGroup(context(), 'sync.run', [id])
    for (let i = 0; i < 500 && !asked.includes('b'); i++) await rows('SELECT 1')
    for (let second = 1; second <= 90; second++) {
      now += 1000
      await vi.advanceTimersByTimeAsync(1000)
      if (second % 10 === 0) await rows('SELECT 1')
    }
    expect(await runGroup(context(), 'sync.run', null)).toBe(0)
    call.release()
    await first
    expect(asked).toEqual(['', 'b', 'd'])
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE' })
  })

  it('a run whose runners keep dying ends with an error', async () => {
    const id = await start()
    await run('UPDATE outbox SET attempts = 10 WHERE id = ?', id)
    await runGroup(context(), 'sync.run', [id])
    expect(await runOf(id)).toMatchObject({ state: 'ERROR', error: 'An error in Outlay stopped it.' })
    expect(asked).toEqual([])
  })
})

describe('the schedule', () => {
  it('one run starts in each span, however often the schedule is looked at', async () => {
    const due = [companyId]
    makeSync({ schedule: { everyMs: 60 * MINUTE_MS, companies: async () => due } })
    const look = () =>
      startScheduledSyncs(systemContext(context(), { name: 'test', companyId: null, may: ['system.maintain'] }))
    const mine = () => rows('SELECT trigger FROM sync_runs WHERE company_id = ? AND provider = ?', companyId, provider)
    now = Math.ceil(now / (60 * MINUTE_MS)) * 60 * MINUTE_MS
    await look()
    await look()
    expect(await mine()).toEqual([{ trigger: 'SCHEDULE' }])
    await work()
    now += 59 * MINUTE_MS
    await look()
    expect(await mine()).toHaveLength(1)
    now += MINUTE_MS
    await look()
    expect(await mine()).toHaveLength(2)
    due.length = 0
  })
})

describe('old runs', () => {
  it('runs are forgotten after ninety days, but the newest of a kind keeps its cursor', async () => {
    const DAY_MS = 24 * 60 * MINUTE_MS
    const put = (id: string, daysAgo: number) =>
      run(
        `INSERT INTO sync_runs (id, company_id, provider, kind, trigger, state, cursor, created_at, finished_at)
         VALUES (?1, ?2, ?3, 'RECORDS', 'SCHEDULE', 'COMPLETE', ?1, ?4, ?4)`,
        ...[id, companyId, provider, now - daysAgo * DAY_MS],
      )
    const left = async () =>
      (await rows<{ id: string }>('SELECT id FROM sync_runs WHERE company_id = ? ORDER BY created_at', companyId)).map(
        ({ id }) => id,
      )
    const ids = [200, 120, 91].map((daysAgo) => ({ id: `${companyId}-${daysAgo}`, daysAgo }))
    for (const { id, daysAgo } of ids) await put(id, daysAgo)
    await handleScheduled(env)
    expect(await left()).toEqual([`${companyId}-91`])
    expect(await runOf(await start())).toMatchObject({ cursor: `${companyId}-91` })
    await handleScheduled(env)
    expect(await left()).not.toContain(`${companyId}-91`)
  })
})

describe('the list of runs', () => {
  it('admins see the runs of their company and those for everyone, newest first', async () => {
    // Those of other files.
    await run("DELETE FROM sync_runs WHERE company_id = ''")
    const company = await makeCompany()
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    faults.set('b', () => new Response('down', { status: 503 }))
    const failed = await start(company.id)
    await work(company.id)
    now += 1
    const shared = await start('')
    now += 1
    const foreign = await start()
    const { body } = await admin.get('/api/sync-runs')
    const nodes = body.edges.map(({ node }: { node: { id: string } }) => node)
    expect(nodes.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([shared, failed])
    expect(JSON.stringify(body)).not.toContain(foreign)
    expect(nodes[0]).toMatchObject({ isShared: true, trigger: 'HAND', provider, kind: 'RECORDS', state: 'WAITING' })
    expect(nodes[1]).toEqual({
      ...{ id: failed, provider, kind: 'RECORDS', trigger: 'HAND', state: 'WAITING', isShared: false },
      ...{ counts: { records: 2 }, error: 'The ledger answered 503.', finishedAt: null },
      ...{ createdAt: expect.any(String), startedAt: expect.any(String), retryAt: expect.any(String) },
    })
    const first = await admin.get('/api/sync-runs?first=1')
    expect(first.body.pageInfo.hasNextPage).toBe(true)
    const second = await admin.get(`/api/sync-runs?first=1&cursor=${first.body.pageInfo.endCursor}`)
    expect(second.body.edges[0].node.id).toBe(failed)
    await run("DELETE FROM sync_runs WHERE company_id = '' AND provider = ?", provider)
  })
})
