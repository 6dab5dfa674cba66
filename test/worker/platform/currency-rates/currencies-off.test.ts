import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import {
  type CurrencyScene,
  gbp,
  jpy,
  makeCurrencyScene,
  storeProviderRates,
} from '../../../support/worker/currency-scene.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { request, usd } from '../../../support/worker/filing-scene.ts'
import { answersOf, file, save } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'

let off = {} as CurrencyScene
beforeAll(async () => {
  await storeProviderRates({ GBP: '0.8', JPY: '162', USD: '1.08' })
  off = await makeCurrencyScene(['enableIntakeRequests'])
})

describe('when other currencies are off', () => {
  const WRONG = 'Use USD. Other currencies are turned off for your company.'

  it('drafts, submissions and edits refuse other currencies', async () => {
    const { requester, category } = off
    const answers = { title: 'Chairs', amount: gbp(100), extra: jpy(100) }
    for (const isDraft of [true, false]) {
      const refused = await save(requester, category.id, answers, { isDraft })
      expect([refused.status, fieldsOf(refused)]).toEqual([400, { amount: WRONG, extra: WRONG }])
    }
    const preview = await requester.post('/api/intake-submissions/preview-approvals', {
      intakeCategoryId: category.id,
      answers: answersOf(answers),
    })
    expect(preview.body.problem).toBe(`Amount: ${WRONG}`)
    const id = await file(requester, category.id, { title: 'Chairs', amount: usd(100) })
    const edited = await save(requester, category.id, { title: 'Chairs', amount: gbp(100) }, { id, version: 1 })
    expect([edited.status, fieldsOf(edited)]).toEqual([400, { amount: WRONG }])
  })

  it('a duplicate leaves out amounts in other currencies', async () => {
    const scene = await makeCurrencyScene(['enableIntakeRequests', 'enableCurrencies'])
    const id = await file(scene.requester, scene.category.id, { title: 'Chairs', amount: gbp(100), extra: usd(5) })
    await run("UPDATE companies SET flags = json_remove(flags, '$.enableCurrencies') WHERE id = ?", scene.company.id)
    const copy = (await scene.requester.post(`/api/intake-submission/${id}/duplicate`)).body.id
    const [draft] = await rows<{ answers: string }>(
      'SELECT draft_answers AS answers FROM intake_submissions WHERE id = ?',
      copy,
    )
    expect(JSON.parse(String(draft?.answers))).toEqual({ title: 'Chairs', extra: usd(5) })
  })

  it('services refuse other currencies and keep existing ones', async () => {
    const vendorId = await off.company.add('vendors', `Kestrel ${newId()}`)
    const period = { startDate: '2026-01-01', endDate: '2026-12-31', totalServicePeriodCost: 1000 }
    const refused = await off.admin.post('/api/services', {
      name: 'Seats',
      vendorId,
      servicePeriods: [{ ...period, currency: 'GBP' }],
    })
    expect([refused.status, fieldsOf(refused)]).toEqual([400, { 'servicePeriods.0.currency': WRONG }])
    const made = await off.admin.post('/api/services', { name: 'Seats', vendorId, servicePeriods: [period] })
    expect(made.status).toBe(200)
    const [row] = await rows<{ id: string; currency: string }>(
      'SELECT id, currency FROM service_periods WHERE service_id = ?',
      made.body.id,
    )
    expect(row?.currency).toBe('USD')
    await run("UPDATE service_periods SET currency = 'GBP' WHERE service_id = ?", made.body.id)
    await run('UPDATE services SET card = replace(card, \'"USD"\', \'"GBP"\') WHERE id = ?', made.body.id)
    const same = await off.admin.call('PUT', `/api/services/${made.body.id}`, {
      body: { version: 1, servicePeriods: [{ ...period, id: row?.id, currency: 'GBP' }] },
    })
    expect(same.status).toBe(200)
  })
})

describe('an amount without a currency', () => {
  it('an amount without a currency is in the company’s', async () => {
    await run("UPDATE companies SET currency = 'EUR' WHERE id = ?", off.company.id)
    const id = await file(off.requester, off.category.id, { title: 'Plain', amount: { value: 4200 } })
    expect((await request(off.requester, id)).body.requestAmount).toEqual({ value: 4200, currency: 'EUR' })
    await run("UPDATE companies SET currency = 'USD' WHERE id = ?", off.company.id)
  })
})
