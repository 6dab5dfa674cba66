import { beforeAll, describe, expect, it } from 'vitest'
import {
  type CurrencyScene,
  gbp,
  jpy,
  labelsOf,
  makeCurrencyScene,
  storeProviderRates,
  today,
} from '../../../support/worker/currency-scene.ts'
import { approvals, request, usd } from '../../../support/worker/filing-scene.ts'
import { answersOf, file } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'

let on = {} as CurrencyScene
beforeAll(async () => {
  await storeProviderRates({ GBP: '0.8', JPY: '162', USD: '1.08' })
  on = await makeCurrencyScene(['enableIntakeRequests', 'enableCurrencies'])
})

describe('an amount in another currency', () => {
  it('conditions compare the amount in the company’s currency, and the reason names the rate', async () => {
    // 1.08 / 0.8 = 1.35: £740 are $999, £741 are $1,000.35.
    const small = await file(on.requester, on.category.id, { title: 'Small', amount: gbp(74_000) })
    expect(await labelsOf(on.requester, small)).toEqual(['legal'])
    const large = await file(on.requester, on.category.id, { title: 'Large', amount: gbp(74_100) })
    expect(await labelsOf(on.requester, large)).toEqual(['legal', 'large'])
    const { levels } = await approvals(on.requester, large)
    const shown = new Date(`${today(-1)}T00:00:00Z`).toLocaleDateString('en-US', {
      dateStyle: 'medium',
      timeZone: 'UTC',
    })
    expect(levels[1].blocks[0].reason).toBe(
      `Amount is $1,000 or more ($1,000.35: £741.00 at 1.35 on ${shown}, European Central Bank)`,
    )
    // ¥149,000 are $993.33.
    const yen = await file(on.requester, on.category.id, { title: 'Yen', amount: jpy(149_000) })
    expect(await labelsOf(on.requester, yen)).toEqual(['legal'])
    expect((await request(on.requester, yen)).body.requestAmount).toEqual(jpy(149_000))
  })

  it('questions are shown by the converted amount', async () => {
    const hidden = await file(on.requester, on.category.id, { title: 'A', amount: gbp(74_000), over: 'Why so much' })
    const shown = await file(on.requester, on.category.id, { title: 'B', amount: gbp(74_100), over: 'Why so much' })
    const answered = async (id: string) =>
      (
        await rows<{ questionId: string }>(
          'SELECT question_id AS questionId FROM intake_answers WHERE submission_id = ?',
          id,
        )
      ).map((row) => row.questionId)
    expect(await answered(hidden)).not.toContain('over')
    expect(await answered(shown)).toContain('over')
  })

  it('the preview uses the same amount as submitting', async () => {
    for (const [value, labels] of [
      [74_000, ['legal']],
      [74_100, ['legal', 'large']],
    ] as const) {
      const { body } = await on.requester.post('/api/intake-submissions/preview-approvals', {
        intakeCategoryId: on.category.id,
        answers: answersOf({ title: 'x', amount: gbp(value) }),
      })
      expect(body.levels.flatMap((l: { blocks: { label: string }[] }) => l.blocks.map((b) => b.label))).toEqual(labels)
      expect(body.problem).toBeNull()
    }
  })

  it('requests are sorted by the converted amount', async () => {
    const scene = await makeCurrencyScene(['enableIntakeRequests', 'enableCurrencies'])
    const amounts = { dollars: usd(100_000), pounds: gbp(80_000), yen: jpy(140_000), none: undefined }
    for (const [title, amount] of Object.entries(amounts)) {
      await file(scene.requester, scene.category.id, { title, ...(amount && { amount }) })
    }
    const { body } = await scene.admin.get(
      '/api/intake-submissions?orderBy[by][]=coalescedRequestAmount&orderBy[dir][]=DESC',
    )
    // $1,080, $1,000, $933.33.
    expect(body.edges.map((edge: { node: { title: string } }) => edge.node.title)).toEqual([
      'pounds',
      'dollars',
      'yen',
      'none',
    ])
  })
})

describe('vendors with costs in several currencies', () => {
  it('vendors are sorted by their cost in the company’s currency', async () => {
    const { admin, company } = await makeCurrencyScene(['enableIntakeRequests', 'enableCurrencies'])
    const month = today().slice(0, 7)
    // $1,080, $1,000 and $933.33 in the rest of this year.
    for (const [name, value, currency] of [
      ['Pounds', 80_000, 'GBP'],
      ['Dollars', 100_000, 'USD'],
      ['Yen', 140_000, 'JPY'],
    ] as const) {
      const vendorId = await company.add('vendors', name)
      const period = { startDate: `${month}-01`, endDate: `${month}-28`, totalServicePeriodCost: value, currency }
      const made = await admin.post('/api/services', { name: 'Seats', vendorId, servicePeriods: [period] })
      expect(made.status).toBe(200)
    }
    const sorted = await rows<{ name: string; sort: number }>(
      'SELECT name, next12_sort AS sort FROM vendors WHERE company_id = ? ORDER BY next12_sort DESC',
      company.id,
    )
    expect(sorted).toEqual([
      { name: 'Pounds', sort: 108_000 },
      { name: 'Dollars', sort: 100_000 },
      { name: 'Yen', sort: 93_333 },
    ])
  })
})
