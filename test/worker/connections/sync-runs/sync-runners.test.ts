import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { LANES } from '../../../../worker/core/outbox-lanes.ts'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import { systemContext } from '../../../../worker/core/system-context.ts'
import { startScheduledSyncs } from '../../../../worker/features/connections/sync-runs/index.ts'
import '../../../../worker/features/connections/sync-runs/jobs.ts'
import { runTicks } from '../../../support/worker/jobs/ticks.ts'
import {
  context,
  eventually,
  held,
  ledger,
  ledgerForEachTest,
  MINUTE_MS,
  makeSync,
  RECORDS,
  runOf,
  start,
  stored,
  work,
} from '../../../support/worker/ledger.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

ledgerForEachTest()

describe('a runner', () => {
  it('another runner continues from the cursor of one that died', async () => {
    const call = held()
    ledger.faults.set('b', call.answer)
    const id = await start()
    const first = runGroup(context(), 'sync.run', [id])
    await eventually(() => ledger.asked.includes('b'))
    ledger.now += LANES.syncs.leaseMs + 1
    await runGroup(context(), 'sync.run', null)
    expect(ledger.asked).toEqual(['', 'b', 'b', 'd'])
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE', counts: '{"records":6}' })

    // It wasn't dead after all. What it still brings is not stored again.
    call.release()
    await first
    expect(await stored()).toEqual(RECORDS)
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE', counts: '{"records":6}', error: null })
  })

  it('a runner whose lease ended can’t store over the newer one', async () => {
    const [slow, newer] = [held(), held()]
    ledger.faults.set('b', slow.answer)
    const id = await start()
    const first = runGroup(context(), 'sync.run', [id])
    await eventually(() => ledger.asked.includes('b'))
    ledger.now += LANES.syncs.leaseMs + 1
    ledger.faults.set('b', newer.answer)
    const second = runGroup(context(), 'sync.run', null)
    await eventually(() => ledger.asked.filter((after) => after === 'b').length === 2)
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
    ledger.faults.set('b', call.answer)
    const id = await start()
    const first = runGroup(context(), 'sync.run', [id])
    for (let i = 0; i < 500 && !ledger.asked.includes('b'); i++) await rows('SELECT 1')
    for (let second = 1; second <= 90; second++) {
      ledger.now += 1000
      await vi.advanceTimersByTimeAsync(1000)
      if (second % 10 === 0) await rows('SELECT 1')
    }
    expect(await runGroup(context(), 'sync.run', null)).toBe(0)
    call.release()
    await first
    expect(ledger.asked).toEqual(['', 'b', 'd'])
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE' })
  })

  it('a run whose runners keep dying ends with an error', async () => {
    const id = await start()
    await run('UPDATE outbox SET attempts = 10 WHERE id = ?', id)
    await runGroup(context(), 'sync.run', [id])
    expect(await runOf(id)).toMatchObject({ state: 'ERROR', error: 'An error in Outlay stopped it.' })
    expect(ledger.asked).toEqual([])
  })
})

describe('the schedule', () => {
  it('one run starts in each span, however often the schedule is looked at', async () => {
    const due = [ledger.companyId]
    makeSync({ schedule: { everyMs: 60 * MINUTE_MS, companies: async () => due } })
    const look = () =>
      startScheduledSyncs(systemContext(context(), { name: 'test', companyId: null, may: ['system.maintain'] }))
    const mine = () =>
      rows('SELECT trigger FROM sync_runs WHERE company_id = ? AND provider = ?', ledger.companyId, ledger.provider)
    ledger.now = Math.ceil(ledger.now / (60 * MINUTE_MS)) * 60 * MINUTE_MS
    await look()
    await look()
    expect(await mine()).toEqual([{ trigger: 'SCHEDULE' }])
    await work()
    ledger.now += 59 * MINUTE_MS
    await look()
    expect(await mine()).toHaveLength(1)
    ledger.now += MINUTE_MS
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
        ...[id, ledger.companyId, ledger.provider, ledger.now - daysAgo * DAY_MS],
      )
    const left = async () =>
      (
        await rows<{ id: string }>(
          'SELECT id FROM sync_runs WHERE company_id = ? ORDER BY created_at',
          ledger.companyId,
        )
      ).map(({ id }) => id)
    const ids = [200, 120, 91].map((daysAgo) => ({ id: `${ledger.companyId}-${daysAgo}`, daysAgo }))
    for (const { id, daysAgo } of ids) await put(id, daysAgo)
    await runTicks(env)
    expect(await left()).toEqual([`${ledger.companyId}-91`])
    expect(await runOf(await start())).toMatchObject({ cursor: `${ledger.companyId}-91` })
    await runTicks(env)
    expect(await left()).not.toContain(`${ledger.companyId}-91`)
  })
})

describe('the list of runs', () => {
  it('admins see the runs of their company and those for everyone, newest first', async () => {
    // Those of other files.
    await run("DELETE FROM sync_runs WHERE company_id = ''")
    const company = await makeCompany()
    const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    ledger.faults.set('b', () => new Response('down', { status: 503 }))
    const failed = await start(company.id)
    await work(company.id)
    ledger.now += 1
    const shared = await start('')
    ledger.now += 1
    const foreign = await start()
    const { body } = await admin.get('/api/sync-runs')
    const nodes = body.edges.map(({ node }: { node: { id: string } }) => node)
    expect(nodes.map(({ id }: { id: string }) => id).slice(0, 2)).toEqual([shared, failed])
    expect(JSON.stringify(body)).not.toContain(foreign)
    expect(nodes[0]).toMatchObject({
      isShared: true,
      trigger: 'HAND',
      provider: ledger.provider,
      kind: 'RECORDS',
      state: 'WAITING',
    })
    expect(nodes[1]).toEqual({
      ...{ id: failed, provider: ledger.provider, kind: 'RECORDS', trigger: 'HAND', state: 'WAITING', isShared: false },
      ...{ counts: { records: 2 }, error: 'The ledger answered 503.', finishedAt: null },
      ...{ createdAt: expect.any(String), startedAt: expect.any(String), retryAt: expect.any(String) },
    })
    const first = await admin.get('/api/sync-runs?first=1')
    expect(first.body.pageInfo.hasNextPage).toBe(true)
    const second = await admin.get(`/api/sync-runs?first=1&cursor=${first.body.pageInfo.endCursor}`)
    expect(second.body.edges[0].node.id).toBe(failed)
    await run("DELETE FROM sync_runs WHERE company_id = '' AND provider = ?", ledger.provider)
  })
})
