import { beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { operations } from '../../worker/core/operation.ts'
import { amountsOf, unknownNumbers } from '../support/worker/amounts.ts'
import { inputWith, placeOf } from '../support/worker/input-limits.ts'
import { file, makeCategory } from '../support/worker/intake.ts'
import { rows, run } from '../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../support/worker/world.ts'

/** Amounts are whole minor units of their currency, of which yen have none, and are rounded once. */

const all = operations()
  .map((operation) => ({ operation, amounts: amountsOf(operation.input) }))
  .filter(({ amounts }) => amounts.length > 0)

describe('what operations take', () => {
  it('requests, custom fields, periods, trials, lines, bills and transfers are among them', () => {
    const places = all.flatMap(({ operation, amounts }) => amounts.map(({ path }) => `${operation.id} ${path}`))
    const some = [
      ...['intake.save-submission submission.answers[].value.value', 'vendors.create customForm[].value.value'],
      ...['services.add-service-item costPerUnit', 'spend-rules.save levels[].costRules[].min'],
      ...['spend-requests.cut lines[].amount', 'workflow-tasks.netsuite-po-complete lines[].amount'],
      ...['bills.create lines[].amount', 'bills.create totalAmount', 'payments.transfer-funds amount'],
    ]
    expect(places).toEqual(expect.arrayContaining(some))
  })

  it('every other number is known to be no amount', () => {
    const unknown = operations().flatMap(({ id, input }) => unknownNumbers(input).map((path) => `${id} ${path}`))
    expect(unknown).toEqual([])
  })

  it.each(all)('$operation.id refuses a fraction of a minor unit at its place', ({ operation, amounts }) => {
    for (const { path, given } of amounts) {
      const place = placeOf(path)
      const { error } = (operation.input as z.ZodType).safeParse(inputWith(path, 100.5, given))
      const problems = (error?.issues ?? []).filter((issue) => issue.path.every((step, i) => step === place[i]))
      expect({ path, refused: problems.length > 0 }).toEqual({ path, refused: true })
    }
  })
})

let company: TestCompany
let admin: Client
beforeEach(async () => {
  // Those of other files, which apply to everyone.
  await run("DELETE FROM currency_rates WHERE company_id = ''")
  company = await makeCompany(['enableIntakeRequests', 'enableCurrencies'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
})
const today = () => new Date().toISOString().slice(0, 10)

describe('numbers that round', () => {
  it.each(['USD', 'JPY', 'GBP'])(
    'a period’s cost in %s is rounded once, and its months add up to it',
    async (currency) => {
      if (currency !== 'USD') {
        const rate = { base: currency, date: today(), rate: '1.5' }
        expect((await admin.post('/api/currency-rates', rate)).status).toBe(200)
      }
      const vendorId = await company.add('vendors')
      // 2.5 × 333 × 3 months = 2497.5, + 8 − 3 = 2502.5 as exact numbers: 2498 + 5.
      const period = { unitsPerMonth: 2.5, costPerUnit: 333, tax: 8, savings: 3, currency }
      const made = await admin.post('/api/services', {
        ...{ name: 'Seats', vendorId },
        servicePeriods: [{ ...period, startDate: '2027-01-01', endDate: '2027-03-31' }],
      })
      expect(made.status, JSON.stringify(made.body)).toBe(200)
      const stored = await rows(
        'SELECT total_minor AS total, amortized_minor AS month, currency FROM service_periods WHERE service_id = ?',
        made.body.id,
      )
      expect(stored).toEqual([{ total: 2503, month: 834, currency }])
      const months = await rows<{ amount: number }>(
        'SELECT amount_minor AS amount FROM service_spend_months WHERE service_id = ? ORDER BY month',
        made.body.id,
      )
      expect(months.map(({ amount }) => amount)).toEqual([834, 835, 834])
      const { servicePeriods } = (await admin.get(`/api/services/${made.body.id}`)).body
      expect(servicePeriods[0]).toMatchObject({ totalServicePeriodCost: 2503, currency })
    },
  )

  it.each([
    // Halves go away from zero, and everything is rounded to the company's minor unit.
    ['JPY', '0.005', 1, 'USD', 1],
    ['JPY', '0.0049', 1, 'USD', 0],
    ['JPY', '0.005', 3, 'USD', 2],
    ['GBP', '1.005', 100, 'USD', 101],
    ['GBP', '1.004', 100, 'USD', 100],
    ['USD', '150.5', 1, 'JPY', 2],
    ['USD', '149.9', 1, 'JPY', 1],
    ['GBP', '190.4', 99, 'JPY', 188],
  ] as const)('1 %s = %s: %i of its minor units are compared in %s as %i', async (base, rate, value, own, expected) => {
    await run('UPDATE companies SET currency = ? WHERE id = ?', own, company.id)
    const set = await admin.post('/api/currency-rates', { base, date: today(), rate })
    expect(set.status, JSON.stringify(set.body)).toBe(200)
    const category = await makeCategory(admin, { levels: [] })
    const id = await file(admin, category.id, { title: 'Rounded', amount: { value, currency: base } })
    const [stored] = await rows<{ amount: number }>(
      'SELECT company_amount AS amount FROM intake_submissions WHERE id = ?',
      id,
    )
    expect(stored).toEqual({ amount: expected })
    const { body } = await admin.get(`/api/intake-submission/${id}`)
    expect(body.requestAmount).toEqual({ value, currency: base })
  })
})
