import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, vi } from 'vitest'
import { z } from 'zod'
import { newId } from '../../../worker/core/clock.ts'
import { Database } from '../../../worker/core/database.ts'
import { createLogger } from '../../../worker/core/log.ts'
import type { OutboxContext } from '../../../worker/core/outbox-registry.ts'
import { runGroup } from '../../../worker/core/outbox-runner.ts'
import { ProviderError, retryAfterMs } from '../../../worker/core/provider-error.ts'
import { registerSync, syncStatements } from '../../../worker/core/syncs.ts'
import '../../../worker/features/connections/sync-runs/jobs.ts'
import { standIn } from './outside.ts'
import { rows, run } from './sessions.ts'
import { makeCompany } from './world.ts'

/** A provider that lists records in pages of two, like an accounting system, and what a test does with it. */

const HOST = 'ledger.example'
export const MINUTE_MS = 60_000
export const RECORDS = ['a', 'b', 'c', 'd', 'e', 'f']

export const ledger = {
  now: 0,
  companyId: '',
  /** A provider of its own for each test, so that no runs meet. */
  provider: '',
  /** After which record each page was asked for. */
  asked: [] as string[],
  /** What goes wrong, by the record that is asked after. Each happens once. */
  faults: new Map<string, (page: () => Response) => Response | Promise<Response>>(),
}

const pageAfter = (after: string) => {
  const from = RECORDS.indexOf(after) + 1
  return { records: RECORDS.slice(from, from + 2), hasMore: from + 2 < RECORDS.length }
}
const answerPage = (request: Request): Response | Promise<Response> => {
  const after = new URL(request.url).searchParams.get('after') ?? ''
  ledger.asked.push(after)
  const fault = ledger.faults.get(after)
  ledger.faults.delete(after)
  const page = () => Response.json(pageAfter(after))
  return fault ? fault(page) : page()
}
const page = z.object({ records: z.array(z.string()), hasMore: z.boolean() })

/** Fetches like an adapter does. A record that is stored twice breaks a unique index. */
export const makeSync = (more: Partial<Parameters<typeof registerSync>[0]> = {}) =>
  registerSync({
    provider: ledger.provider,
    kind: 'RECORDS',
    step: async ({ db, clock }, { companyId: company, cursor }) => {
      const response = await fetch(`https://${HOST}/records?after=${cursor ?? ''}`)
      if (response.status === 401) throw new ProviderError('The access was withdrawn.', { isFinal: true })
      if (!response.ok)
        throw new ProviderError(`The ledger answered ${response.status}.`, {
          retryAfterMs: retryAfterMs(response, clock.now()),
        })
      const read = page.safeParse(await response.json().catch(String))
      if (!read.success) throw new ProviderError('The ledger sent something else.')
      const { records, hasMore } = read.data
      return {
        statements: records.map((record) =>
          db.sql(
            `INSERT INTO currency_rates (id, company_id, base, quote, date, rate, source, created_at, updated_at)
             VALUES (?, ?, ?, 'XXX', ?, '1', 'MANUAL', 0, 0)`,
            ...[`${company}-${record}`, company, ledger.provider, record],
          ),
        ),
        cursor: records.at(-1) ?? cursor,
        isDone: !hasMore,
        counts: { records: records.length },
      }
    },
    ...more,
  })

export const context = (): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => ledger.now },
  log: createLogger({}, 'error'),
})

export const start = async (company = ledger.companyId, id = newId()): Promise<string> => {
  const { db } = context()
  await db.batch(
    syncStatements(
      db,
      [{ id, companyId: company, provider: ledger.provider, kind: 'RECORDS', trigger: 'HAND' }],
      ledger.now,
    ),
  )
  return id
}
/** What the outbox has due of the company's runs. */
export const work = async (of = ledger.companyId): Promise<number> => {
  const due = await rows<{ id: string }>(
    `SELECT id FROM outbox WHERE topic = 'sync.run' AND company_id = ? AND available_at <= ? AND sent_with IS NULL
        AND done_at IS NULL AND dead_at IS NULL`,
    ...[of, ledger.now],
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
export const runOf = async (id: string): Promise<Run> => {
  const [row] = await rows<Run>('SELECT * FROM sync_runs WHERE id = ?', id)
  if (!row) throw new Error('There is no such run')
  return row
}
export const stored = async (of = ledger.companyId): Promise<string[]> =>
  (await rows<{ date: string }>('SELECT date FROM currency_rates WHERE company_id = ? ORDER BY date', of)).map(
    ({ date }) => date,
  )
/** The ledger's call waits until the test says so. */
export const held = () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  return {
    release: resolve,
    answer: async (made: () => Response) => {
      await promise
      return made()
    },
  }
}
export const eventually = (what: () => boolean) =>
  vi.waitFor(() => {
    if (!what()) throw new Error('Not yet')
  })

/** Each test of the file starts with a company and a provider that works. */
export const ledgerForEachTest = (): void => {
  beforeEach(async () => {
    // Only what this test starts is due.
    await run("DELETE FROM outbox WHERE topic = 'sync.run'")
    ledger.companyId = (await makeCompany()).id
    ledger.provider = `TEST_${newId()}`
    ledger.now = Date.now()
    ledger.asked = []
    ledger.faults = new Map()
    standIn(HOST, { answer: answerPage })
    makeSync()
    vi.spyOn(console, 'error').mockImplementation(() => {})
  })
  afterEach(async () => {
    vi.useRealTimers()
    await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  })
}
