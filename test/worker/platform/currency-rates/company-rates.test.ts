import { beforeAll, describe, expect, it } from 'vitest'
import {
  type CurrencyScene,
  gbp,
  labelsOf,
  makeCurrencyScene,
  storeProviderRates,
  today,
} from '../../../support/worker/currency-scene.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { approvals } from '../../../support/worker/filing-scene.ts'
import { file, save } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'

let on = {} as CurrencyScene
let off = {} as CurrencyScene
beforeAll(async () => {
  await storeProviderRates({ GBP: '0.8', JPY: '162', USD: '1.08' })
  on = await makeCurrencyScene(['enableIntakeRequests', 'enableCurrencies'])
  off = await makeCurrencyScene(['enableIntakeRequests'])
})

describe('rates set by a company', () => {
  it('a company’s rate overrides the provider’s from its day on, and submitted requests keep it', async () => {
    const scene = await makeCurrencyScene(['enableIntakeRequests', 'enableCurrencies'])
    const answers = { title: 'Pinned', amount: gbp(74_100) }
    const id = await file(scene.requester, scene.category.id, answers)
    const future = await scene.admin.post('/api/currency-rates', { base: 'GBP', date: today(3), rate: '9' })
    const set = await scene.admin.post('/api/currency-rates', { base: 'GBP', date: today(), rate: '1.10' })
    expect([future.status, set.status]).toEqual([200, 200])
    const later = await file(scene.requester, scene.category.id, answers)
    expect(await labelsOf(scene.requester, later)).toEqual(['legal'])
    // An edit of an earlier request keeps the rate of its day.
    const edited = await save(
      scene.requester,
      scene.category.id,
      { ...answers, title: 'Still pinned' },
      { id, version: 1 },
    )
    expect(edited.status).toBe(200)
    expect(await labelsOf(scene.requester, id)).toEqual(['legal', 'large'])
    const chf = { title: 'Francs', amount: { value: 100, currency: 'CHF' } }
    expect((await save(scene.requester, scene.category.id, chf, { id, version: 2 })).status).toBe(400)
    await scene.admin.post('/api/currency-rates', { base: 'CHF', date: today(), rate: '2000' })
    expect((await save(scene.requester, scene.category.id, chf, { id, version: 2 })).status).toBe(200)
    expect((await approvals(scene.requester, id)).levels.at(-1).blocks[0].reason).toMatch(
      /\(\$2,000\.00: CHF.1\.00 at 2000 on .*, set by your company\)/,
    )
    const todays = (await scene.admin.get('/api/currency-rates/today')).body
    expect(todays).toMatchObject({ currency: 'USD' })
    expect(todays.rates.find((r: { base: string }) => r.base === 'GBP')).toEqual({
      base: 'GBP',
      rate: '1.10',
      date: today(),
      source: 'MANUAL',
    })
    expect(todays.rates.find((r: { base: string }) => r.base === 'ILS')).toEqual({
      base: 'ILS',
      rate: null,
      date: null,
      source: null,
    })
    await scene.admin.call('DELETE', `/api/currency-rates/${set.body.id}`)
    expect(await labelsOf(scene.requester, await file(scene.requester, scene.category.id, answers))).toEqual([
      'legal',
      'large',
    ])
  })

  it('only admins can change rates, one a day, unseen by other companies, and the history has every change', async () => {
    const { admin, requester, company } = await makeCurrencyScene(['enableIntakeRequests', 'enableCurrencies'])
    expect((await requester.get('/api/currency-rates')).status).toBe(403)
    expect((await requester.post('/api/currency-rates', { base: 'GBP', date: today(), rate: '1.2' })).status).toBe(403)
    const { id } = (await admin.post('/api/currency-rates', { base: 'GBP', date: today(), rate: '1.2' })).body
    for (const [body, field] of [
      [{ base: 'GBP', date: today(), rate: '1.3' }, 'date'],
      [{ base: 'USD', date: today(), rate: '1.3' }, 'base'],
      [{ base: 'SEK', date: today(), rate: '1.3' }, 'base'],
      [{ base: 'CHF', date: '2026-02-30', rate: '1.3' }, 'date'],
      [{ base: 'CHF', date: today(), rate: '0.00' }, 'rate'],
      [{ base: 'CHF', date: today(), rate: '-1' }, 'rate'],
      [{ base: 'CHF', date: today(), rate: '1e5' }, 'rate'],
    ] as const) {
      const refused = await admin.post('/api/currency-rates', body)
      expect([refused.status, Object.keys(fieldsOf(refused))]).toEqual([400, [field]])
    }
    expect((await on.admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '5' } })).status).toBe(404)
    expect((await on.admin.call('DELETE', `/api/currency-rates/${id}`)).status).toBe(404)
    expect(
      (await admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '1.25', version: 1 } })).body.version,
    ).toBe(2)
    expect((await admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '1.3', version: 1 } })).status).toBe(
      409,
    )
    expect((await admin.get('/api/currency-rates')).body.edges).toMatchObject([
      { node: { base: 'GBP', quote: 'USD', rate: '1.25', date: today(), version: 2, setBy: { name: 'Test Person' } } },
    ])
    await admin.call('DELETE', `/api/currency-rates/${id}`)
    const history = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND action LIKE 'currency-rate.%' ORDER BY occurred_at, change_key",
      company.id,
    )
    expect(history.map(({ message }) => message)).toEqual([
      `Set the exchange rate 1 GBP = 1.2 USD from ${today()}`,
      `Changed the exchange rate 1 GBP = 1.2 USD from ${today()} to 1 GBP = 1.25 USD from ${today()}`,
      `Deleted the exchange rate 1 GBP = 1.25 USD from ${today()}`,
    ])
    expect((await off.admin.get('/api/currency-rates')).status).toBe(403)
  })
})
