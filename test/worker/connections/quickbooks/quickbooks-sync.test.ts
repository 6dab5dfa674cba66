import { env, exports } from 'cloudflare:workers'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { booksOf } from '../../../../worker/core/books.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import type { OutboxContext } from '../../../../worker/core/outbox-registry.ts'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import { syncStatements } from '../../../../worker/core/syncs.ts'
import { accessTo } from '../../../../worker/features/platform/accounting/index.ts'
import { readSecret } from '../../../../worker/integrations/quickbooks/oauth.ts'
import '../../../../worker/jobs.ts'
import { WebhookOut } from '../../../../worker/local/host/stand-ins/quickbooks/webhook-out.ts'
import { replaceCredential } from '../../../../worker/objects/connection/client.ts'
import { readCredential } from '../../../../worker/objects/connection/credentials.ts'
import { standIn } from '../../../support/worker/outside.ts'
import { QuickbooksAccount, REALM } from '../../../support/worker/quickbooks-account.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { makeCompany, ORIGIN } from '../../../support/worker/world.ts'

let companyId: string
let account: QuickbooksAccount
let calls: string[]

const context = (): OutboxContext => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => account.now },
  log: createLogger({}, 'error'),
})

const give = (given: string) =>
  replaceCredential(env, { companyId, provider: 'QUICKBOOKS', seenVersion: 0, commandId: null, audit: null, given })

/** A company whose QuickBooks was connected just now. */
beforeEach(async () => {
  await run("DELETE FROM outbox WHERE topic = 'sync.run'")
  companyId = (await makeCompany()).id
  account = new QuickbooksAccount()
  // Tokens are renewed by the platform's clock.
  account.now = Date.now()
  calls = []
  for (const { host, answer } of account.provider.standIns)
    standIn(host, {
      answer: (request) => {
        calls.push(`${request.method} ${new URL(request.url).pathname}`)
        return answer(request)
      },
    })
  const code = (await account.consent()).searchParams.get('code') ?? ''
  await give(await account.exchange(code))
  await run(
    `INSERT INTO erp_connections (id, company_id, system, account_id, name, currency, state, step, read_from,
       is_full_wanted, connected_by_user_id, connected_at)
     VALUES (?, ?, 'QUICKBOOKS', ?, 'Brightwater Labs', 'USD', 'CONNECTED', 'SYNCING', '2024-01-01', 1, 'someone', ?)`,
    ...[newId(), companyId, REALM, account.now],
  )
  calls = []
})

/** Runs a sync to its end, and returns how it went. */
const sync = async (): Promise<{ state: string; error: string | null }> => {
  const { db } = context()
  const wanted = { id: newId(), companyId, provider: 'QUICKBOOKS', kind: 'BOOKS', trigger: 'HAND' as const }
  await db.batch(syncStatements(db, [wanted], account.now))
  for (let round = 0; round < 30; round++) {
    const due = await rows<{ id: string }>(
      `SELECT id FROM outbox WHERE topic = 'sync.run' AND company_id = ? AND sent_with IS NULL AND done_at IS NULL
          AND dead_at IS NULL AND available_at <= ?`,
      ...[companyId, account.now],
    )
    if (due.length === 0) break
    for (const { id } of due) await runGroup(context(), 'sync.run', [id])
  }
  const [found] = await rows<{ state: string; error: string | null }>(
    'SELECT state, error FROM sync_runs WHERE company_id = ? ORDER BY created_at DESC, id DESC LIMIT 1',
    companyId,
  )
  return found ?? { state: 'NONE', error: null }
}

const transactions = () =>
  rows<{ erpId: string; amount: number }>(
    'SELECT erp_id AS erpId, SUM(amount_minor) AS amount FROM transactions WHERE company_id = ? GROUP BY erp_id',
    companyId,
  )

describe('syncing a company from QuickBooks', () => {
  it('the first sync stores every object and line, and the next one only what changed', async () => {
    expect(await sync()).toEqual({ state: 'COMPLETE', error: null })
    const objects = await rows<{ kind: string; count: number }>(
      'SELECT kind, COUNT(*) AS count FROM erp_objects WHERE company_id = ? GROUP BY kind',
      companyId,
    )
    const counts = Object.fromEntries(objects.map(({ kind, count }) => [kind, count]))
    expect(counts).toMatchObject({ ENTITY: 1, VENDOR: 40, ACCOUNT: account.books.list('account').length })
    const bills = account.books.documents('bill').filter(({ currency }) => currency === 'USD')
    const stored = new Map((await transactions()).map(({ erpId, amount }) => [erpId, amount]))
    const last = bills.at(-1)
    expect(bills.length).toBeGreaterThan(0)
    expect(bills.filter(({ id }) => !stored.has(id))).toEqual([])
    expect(stored.get(last?.id ?? '')).toBe(last?.lines.reduce((sum, { debitMinor }) => sum + debitMinor, 0))

    account.now += 60_000
    account.books.removeDocument('bill', last?.id ?? '')
    const [changed] = bills
    const lines = (changed?.lines ?? []).map((line) => ({ ...line, debitMinor: 100 }))
    account.books.changeDocument('bill', changed?.id ?? '', { lines })
    calls = []
    expect(await sync()).toEqual({ state: 'COMPLETE', error: null })
    const after = new Map((await transactions()).map(({ erpId, amount }) => [erpId, amount]))
    expect(after.has(last?.id ?? '')).toBe(false)
    expect(after.get(changed?.id ?? '')).toBe(100 * lines.length)
    expect(after.size).toBe(stored.size - 1)
    expect(calls.filter((call) => call.endsWith('/cdc')).length).toBeGreaterThan(10)
    expect(calls.length).toBeLessThan(25)
  })

  it('a connection that was ended at QuickBooks says so on the run', async () => {
    account.provider.tokens.revokeAll(REALM)
    const { error } = await sync()
    expect(error).toBe('QuickBooks ended the connection. Connect QuickBooks again.')
    expect(await rows('SELECT state FROM erp_connections WHERE company_id = ?', companyId)).toEqual([
      { state: 'REFUSED' },
    ])
  })

  it('calls at the same moment renew a token once', async () => {
    const name = { companyId, provider: 'QUICKBOOKS' }
    const [kept = ''] = (await readCredential(env, name, account.now))?.secrets ?? []
    const version = (await readCredential(env, name, account.now))?.version ?? 0
    const given = JSON.stringify({ ...readSecret(kept), accessExpiresAt: 0 })
    await replaceCredential(env, { ...name, seenVersion: version, commandId: null, audit: null, given })
    const connection = { companyId, system: 'QUICKBOOKS' as const, accountId: REALM }
    const asked = Array.from({ length: 5 }, async () =>
      booksOf('QUICKBOOKS').probe(await accessTo(context(), connection, false)),
    )
    expect(await Promise.all(asked)).toEqual(Array(5).fill({ name: 'Brightwater Labs', currency: 'USD' }))
    expect(calls.filter((call) => call.endsWith('/tokens/bearer'))).toHaveLength(1)
  })

  it('a webhook starts one sync of the company whose books changed, if QuickBooks signed it', async () => {
    const sender = new WebhookOut(
      (request) => exports.default.fetch(new Request(`${ORIGIN}/api/webhooks/quickbooks`, request)),
      () => account.now,
    )
    const runs = () => rows('SELECT trigger, provider FROM sync_runs WHERE company_id = ?', companyId)
    const changes = [{ realmId: REALM, entity: 'Bill', operation: 'updated' as const, id: '17' }]
    expect((await sender.send(changes, 'wrong'))?.status).toBe(401)
    expect((await sender.send(changes, 'none'))?.status).toBe(401)
    expect(await runs()).toEqual([])
    expect((await sender.send(changes))?.status).toBe(200)
    expect((await sender.repeat())?.status).toBe(200)
    account.now += 60_000
    await vi.waitFor(async () => {
      const due = await rows<{ id: string }>(
        "SELECT id FROM outbox WHERE topic = 'webhook.handle' AND id LIKE 'webhook:quickbooks:%' AND done_at IS NULL",
      )
      for (const { id } of due) await runGroup(context(), 'webhook.handle', [id])
      expect(await runs()).toEqual([{ trigger: 'WEBHOOK', provider: 'QUICKBOOKS' }])
    })
  })
})
