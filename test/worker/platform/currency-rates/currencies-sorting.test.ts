import { env } from 'cloudflare:workers'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ApprovalState } from '../../../../schema/approvals/engine/model.ts'
import type { RequestContent, RequestSource } from '../../../../schema/requests/submissions/content.ts'
import type { Money } from '../../../../schema/shared/money.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { runGroup } from '../../../../worker/core/outbox-runner.ts'
import '../../../../worker/features/platform/currency-rates/jobs.ts'
import { requestSubject } from '../../../../worker/features/requests/submissions/subject.ts'
import { sweepVendorFigures } from '../../../../worker/features/vendors/vendors/figures.ts'
import { setClock } from '../../../support/clock.ts'
import { type Category, file, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'
import { submitted } from '../../../unit/approvals/engine/fixtures.ts'

// The day after is in the same month, whose services count.
setClock('2026-11-18T15:00:00Z')

/** The order of lists with amounts in other currencies, when rates are added, changed and deleted. */

const DAY_MS = 24 * 60 * 60 * 1000
const today = (offset = 0) => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)
const gbp = (value: number): Money => ({ value, currency: 'GBP' })
const jpy = (value: number) => ({ value, currency: 'JPY' })

const job = (ahead = 0) => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => Date.now() + ahead },
  log: createLogger({ job: 'test' }, 'error'),
})

let company = {} as TestCompany
let admin = {} as Client
beforeEach(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableCurrencies', 'enableN12mServiceSpend'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  await run("DELETE FROM currency_rates WHERE company_id = ''")
})

const provided = (day: string, rates: Record<string, string>) =>
  Promise.all(
    Object.entries(rates).map(([quote, rate]) =>
      run(
        `INSERT INTO currency_rates (id, company_id, base, quote, date, rate, source, created_at, updated_at)
         VALUES (?1, '', 'EUR', ?2, ?3, ?4, 'PROVIDER', 0, 0)`,
        `EUR-${quote}-${day}`,
        quote,
        day,
        rate,
      ),
    ),
  )

const setRate = async (base: string, rate: string, date = today()): Promise<string> => {
  const { status, body } = await admin.post('/api/currency-rates', { base, date, rate })
  expect(status).toBe(200)
  return body.id
}

describe('the cost of a vendor in several currencies', () => {
  const addService = async (vendorId: string, value: number, currency: string) => {
    const month = today().slice(0, 7)
    const servicePeriods = [
      { startDate: `${month}-01`, endDate: `${month}-28`, totalServicePeriodCost: value, currency },
    ]
    const made = await admin.post('/api/services', { name: `Seats in ${currency}`, vendorId, servicePeriods })
    expect(made.status).toBe(200)
  }
  const sortOf = async (vendorId: string) =>
    (await rows<{ sort: number }>('SELECT next12_sort AS sort FROM vendors WHERE id = ?', vendorId))[0]?.sort
  const vendor = async (vendorId: string) => (await admin.get(`/api/vendors/${vendorId}`)).body

  it('amounts without a rate are left out, and the list and the page name their currency', async () => {
    const mixed = await company.add('vendors', 'Mixed')
    await addService(mixed, 30_000, 'USD')
    await addService(mixed, 90_000_000, 'GBP')
    const dollars = await company.add('vendors', 'Dollars')
    await addService(dollars, 40_000, 'USD')
    expect([await sortOf(mixed), await sortOf(dollars)]).toEqual([30_000, 40_000])
    expect(await vendor(mixed)).toMatchObject({ currenciesWithoutRate: ['GBP'] })
    expect(await vendor(dollars)).toMatchObject({ currenciesWithoutRate: [] })
    const { body } = await admin.get('/api/vendors?orderBy[by][]=next12ServiceSpend&orderBy[dir][]=DESC')
    expect(
      body.edges.map(({ node }: { node: { name: string; currenciesWithoutRate: string[] } }) => [
        node.name,
        node.currenciesWithoutRate,
      ]),
    ).toEqual([
      ['Dollars', []],
      ['Mixed', ['GBP']],
    ])
  })

  it('the cost is recomputed after a rate is set, changed and deleted', async () => {
    const pounds = await company.add('vendors', 'Pounds')
    await addService(pounds, 10_000, 'GBP')
    const id = await setRate('GBP', '1.5')
    await sweepVendorFigures(job())
    expect(await sortOf(pounds)).toBe(15_000)
    expect((await vendor(pounds)).currenciesWithoutRate).toEqual([])
    await admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '2' } })
    await sweepVendorFigures(job())
    expect(await sortOf(pounds)).toBe(20_000)
    await admin.call('DELETE', `/api/currency-rates/${id}`)
    await sweepVendorFigures(job())
    expect(await sortOf(pounds)).toBe(0)
    expect((await vendor(pounds)).currenciesWithoutRate).toEqual(['GBP'])
  })

  it('the cost is recomputed when the provider has a newer day, and when a rate’s day comes', async () => {
    const yen = await company.add('vendors', 'Yen')
    await provided(today(-2), { USD: '1', JPY: '200' })
    await addService(yen, 1_000, 'JPY')
    // ¥1,000 are $5.00.
    expect(await sortOf(yen)).toBe(500)
    await provided(today(-1), { USD: '1', JPY: '100' })
    await sweepVendorFigures(job())
    expect(await sortOf(yen)).toBe(1_000)
    await setRate('JPY', '0.02', today(1))
    await sweepVendorFigures(job())
    expect(await sortOf(yen)).toBe(1_000)
    await run("UPDATE vendors SET figures_month = '' WHERE id = ? AND figures_month = '~'", yen)
    await sweepVendorFigures(job(DAY_MS))
    expect(await sortOf(yen)).toBe(2_000)
  })

  it('vendors are sorted in a company whose currency has no cents', async () => {
    await run("UPDATE companies SET currency = 'JPY' WHERE id = ?", company.id)
    await provided(today(-1), { USD: '1', JPY: '100' })
    const [yen, dollars] = [await company.add('vendors', 'Yen'), await company.add('vendors', 'Dollars')]
    await addService(yen, 900, 'JPY')
    await addService(dollars, 1_000, 'USD')
    // $10.00 are ¥1,000.
    expect([await sortOf(yen), await sortOf(dollars)]).toEqual([90_000, 100_000])
  })
})

describe('requests from before there were rates', () => {
  const category = async () => {
    const { userId } = await company.addPerson({ name: 'Abe Approver' })
    return makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [userId] })]] })
  }
  const askBefore = async (of: Category, title: string, amount: object): Promise<string> => {
    const id = await file(admin, of.id, { title, amount })
    // As stored then: with the requested amount, without a rate.
    await run('UPDATE intake_submissions SET company_amount = NULL WHERE id = ?', id)
    return id
  }
  const price = async (companyId = '') => {
    const id = `price-${companyId}-${Math.random()}`
    const context = job()
    await context.db.batch([
      context.db.sql(
        `INSERT INTO outbox (id, company_id, topic, payload, created_at, available_at)
         VALUES (?, ?, 'currency-rates.price', '{"after":null}', 0, 0)`,
        id,
        companyId,
      ),
    ])
    await runGroup(context, 'currency-rates.price', [id])
  }
  const amountOf = async (id: string) =>
    (
      await rows<{ amount: number | null }>('SELECT company_amount AS amount FROM intake_submissions WHERE id = ?', id)
    )[0]?.amount

  it('a projection from the log counts only the company’s own currency, and keeps what was found for another', async () => {
    const of = await category()
    await provided(today(-1), { USD: '1', GBP: '0.5' })
    const [pounds, dollars] = [
      await askBefore(of, 'Pounds', gbp(10_000)),
      await askBefore(of, 'Dollars', { value: 500, currency: 'USD' }),
    ]
    const project = async (id: string, amount: Money) => {
      const { request } = submitted(null)
      const { sequence } = request
      const state = { ...request, companyId: company.id, targetId: id, sequence: sequence + 1_000 }
      const content = { ...request.content, amount }
      const { pinned } = state as ApprovalState<RequestContent, RequestSource>
      const projected = {
        state: { ...state, content, pinned },
        events: [],
        notifications: [],
        last: null,
        now: Date.now(),
      }
      const more = { name: `intake:${id}`, after: 0, onlyProgress: false }
      await env.DB.batch(requestSubject.project(env.DB, { ...projected, ...more }))
      return amountOf(id)
    }
    expect([await project(pounds, gbp(10_000)), await project(dollars, { value: 500, currency: 'USD' })]).toEqual([
      null,
      500,
    ])
    await price()
    expect(await project(pounds, gbp(10_000))).toBe(20_000)
    expect(await project(pounds, gbp(20_000))).toBeNull()
  })

  it('requests are sorted by the rate of their day, or today’s if that day has none', async () => {
    const filed = await category()
    await provided(today(-1), { USD: '1', GBP: '0.5', JPY: '100' })
    const [pounds, yen, old] = [
      await askBefore(filed, 'Pounds', gbp(10_000)),
      await askBefore(filed, 'Yen', jpy(5_000)),
      await askBefore(filed, 'Old', gbp(10_000)),
    ]
    await run('UPDATE intake_submissions SET submitted_at = ? WHERE id = ?', Date.now() - 400 * DAY_MS, old)
    const week = Date.now() - 20 * DAY_MS
    await run('UPDATE intake_submissions SET submitted_at = ? WHERE id = ?', week, pounds)
    await provided(today(-21), { USD: '1', GBP: '0.25', JPY: '100' })
    await price()
    expect([await amountOf(pounds), await amountOf(yen), await amountOf(old)]).toEqual([40_000, 5_000, 20_000])
    await provided(today(), { USD: '1', GBP: '1', JPY: '1' })
    await price()
    expect([await amountOf(pounds), await amountOf(yen), await amountOf(old)]).toEqual([40_000, 5_000, 20_000])
  })

  it('requests wait for a rate and get one when an admin sets it, only in that company', async () => {
    const filed = await category()
    await provided(today(-1), { USD: '1', GBP: '0.5' })
    const id = await askBefore(filed, 'Pounds', gbp(10_000))
    await run("DELETE FROM currency_rates WHERE company_id = ''")
    await price()
    expect(await amountOf(id)).toBeNull()
    await setRate('GBP', '3')
    const due = await rows<{ id: string; companyId: string }>(
      "SELECT id, company_id AS companyId FROM outbox WHERE topic = 'currency-rates.price' AND company_id = ?",
      company.id,
    )
    expect(due).toHaveLength(1)
    await runGroup(job(), 'currency-rates.price', [String(due[0]?.id)])
    expect(await amountOf(id)).toBe(30_000)
  })

  it('requests are converted page by page', async () => {
    const filed = await category()
    await provided(today(-1), { USD: '1', GBP: '0.5' })
    const id = await askBefore(filed, 'Pounds', gbp(1))
    const [row = {}] = await rows<Record<string, unknown>>('SELECT * FROM intake_submissions WHERE id = ?', id)
    const { amount_sort: _, ...stored } = row
    const columns = Object.keys(stored).filter((name) => !name.endsWith('_sort'))
    await run(
      `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 400)
       INSERT INTO intake_submissions (${columns.join(', ')})
       SELECT ${columns.map((name) => (name === 'id' ? "id || '-' || i" : name === 'number' ? 'number + i' : name)).join(', ')}
         FROM intake_submissions, n WHERE id = ?`,
      id,
    )
    const unpriced = async () =>
      (
        await rows<{ count: number }>(
          'SELECT COUNT(*) AS count FROM intake_submissions WHERE company_id = ? AND company_amount IS NULL',
          company.id,
        )
      )[0]?.count
    expect(await unpriced()).toBe(401)
    await price(company.id)
    expect(await unpriced()).toBe(101)
    const [next] = await rows<{ id: string }>(
      "SELECT id FROM outbox WHERE topic = 'currency-rates.price' AND company_id = ? AND done_at IS NULL",
      company.id,
    )
    await runGroup(job(), 'currency-rates.price', [String(next?.id)])
    expect(await unpriced()).toBe(0)
  })

  it('a draft whose currency had no rate gets one too', async () => {
    const filed = await category()
    const saved = await save(admin, filed.id, { title: 'Draft', amount: gbp(100) }, { isDraft: true })
    expect(await amountOf(saved.body.id)).toBeNull()
    await setRate('GBP', '2')
    await price(company.id)
    expect(await amountOf(saved.body.id)).toBe(200)
  })
})
