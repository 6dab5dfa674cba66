import { describe, expect, it } from 'vitest'
import '../../../../worker/features/connections/sync-runs/jobs.ts'
import {
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
import { rows } from '../../../support/worker/sessions.ts'
import { makeCompany } from '../../../support/worker/world.ts'

ledgerForEachTest()

describe('a run', () => {
  it('a run fetches page by page, counts, and is complete', async () => {
    const id = await start()
    expect(await runOf(id)).toMatchObject({ state: 'WAITING', cursor: null, finished_at: null })
    await work()
    expect(ledger.asked).toEqual(['', 'b', 'd'])
    expect(await stored()).toEqual(RECORDS)
    expect(await runOf(id)).toMatchObject({
      ...{ state: 'COMPLETE', cursor: 'f', counts: '{"records":6}', error: null, finished_at: ledger.now },
    })
  })

  it('the next run starts where the one before stopped', async () => {
    await start()
    await work()
    ledger.now += 1
    await start()
    await work()
    expect(ledger.asked).toEqual(['', 'b', 'd', 'f'])
    expect(await stored()).toEqual(RECORDS)
  })

  it('a company has one open run of a provider and kind', async () => {
    const first = await start()
    const second = await start()
    expect(await rows('SELECT id FROM sync_runs WHERE company_id = ?', ledger.companyId)).toEqual([{ id: first }])
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
    ledger.faults.set('b', (made) => {
      ledger.now += 6 * MINUTE_MS
      return made()
    })
    const id = await start()
    await work()
    expect(await runOf(id)).toMatchObject({ state: 'WAITING', cursor: 'd', error: null })
    await work()
    expect(ledger.asked).toEqual(['', 'b', 'd'])
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE', counts: '{"records":6}' })
    expect(await stored()).toEqual(RECORDS)
  })
})

describe('a provider that fails', () => {
  it('a provider that is down is asked again later, from where the run got', async () => {
    ledger.faults.set('d', () => new Response('down', { status: 503 }))
    const id = await start()
    await work()
    const waiting = await runOf(id)
    expect(waiting).toMatchObject({ state: 'WAITING', cursor: 'd', failures: 1, error: 'The ledger answered 503.' })
    expect(await stored()).toEqual(['a', 'b', 'c', 'd'])
    expect(await work()).toBe(0)
    ledger.now = waiting.retry_at ?? 0
    await work()
    expect(ledger.asked).toEqual(['', 'b', 'd', 'd'])
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE', error: null, failures: 0, retry_at: null })
    expect(await stored()).toEqual(RECORDS)
  })

  it('a provider that says how long to wait is not asked before', async () => {
    ledger.faults.set('', () => new Response('slow down', { status: 429, headers: { 'Retry-After': '600' } }))
    const id = await start()
    await work()
    expect((await runOf(id)).retry_at).toBe(ledger.now + 10 * MINUTE_MS)
    ledger.now += 10 * MINUTE_MS - 1
    expect(await work()).toBe(0)
    ledger.now += 1
    await work()
    expect(await runOf(id)).toMatchObject({ state: 'COMPLETE' })
  })

  it('each failure in a row doubles the wait', async () => {
    const waits: number[] = []
    const id = await start()
    for (let failure = 1; failure <= 4; failure++) {
      ledger.faults.set('', () => new Response('down', { status: 500 }))
      await work()
      const { retry_at } = await runOf(id)
      waits.push(((retry_at ?? 0) - ledger.now) / 1000)
      ledger.now = retry_at ?? 0
    }
    expect(waits).toEqual([2, 4, 8, 16])
  })

  it('half an answer changes nothing, and is asked for again', async () => {
    ledger.faults.set('b', () => new Response('{"records":["c","d"'))
    const id = await start()
    await work()
    expect(await stored()).toEqual(['a', 'b'])
    expect(await runOf(id)).toMatchObject({ state: 'WAITING', error: 'The ledger sent something else.', cursor: 'b' })
    ledger.now += MINUTE_MS
    await work()
    expect(await stored()).toEqual(RECORDS)
  })

  it('a refusal that lasts ends the run at once', async () => {
    ledger.faults.set('', () => new Response('no', { status: 401 }))
    const id = await start()
    await work()
    expect(await runOf(id)).toMatchObject({
      state: 'ERROR',
      error: 'The access was withdrawn.',
      finished_at: ledger.now,
    })
    ledger.now += 60 * MINUTE_MS
    expect(await work()).toBe(0)
  })

  it('ten failures in a row end the run, and the next one continues from its cursor', async () => {
    const id = await start()
    for (let failure = 1; failure <= 10; failure++) {
      ledger.faults.set('b', () => new Response('down', { status: 500 }))
      await work()
      ledger.now = (await runOf(id)).retry_at ?? ledger.now
    }
    expect(await runOf(id)).toMatchObject({ state: 'ERROR', cursor: 'b', failures: 10 })
    ledger.now += 60 * MINUTE_MS
    expect(await work()).toBe(0)
    ledger.faults.clear()
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
