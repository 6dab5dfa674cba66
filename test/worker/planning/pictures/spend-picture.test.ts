import { beforeEach, describe, expect, it } from 'vitest'
import type { SpendPicture } from '../../../../schema/planning/pictures/endpoints.ts'
import { addDays, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { firstDayOf, lastDayOf } from '../../../../schema/shared/day-count.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** What services will cost and when they end, kept by the database whatever changes a service. */

const today = new Date().toISOString().slice(0, 10)
const present = monthOf(today)
const month = (count: number) => shiftMonth(present, count)

let company: TestCompany
let admin: Client
let vendorId: string
let sales: string
let support: string
let software: string

beforeEach(async () => {
  company = await makeCompany(['enableCurrencies', 'enableBusinessUnits'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  vendorId = await company.add('vendors', 'Acme')
  sales = await company.add('departments', 'Sales')
  support = await company.add('departments', 'Support')
  software = await company.add('spend_categories', 'Software')
})

/** Three whole months from the current one, 300.00 each unless said otherwise. */
const period = (more: object = {}) => ({
  startDate: firstDayOf(present),
  endDate: lastDayOf(month(2)),
  totalServicePeriodCost: 90_000,
  currency: 'USD',
  ...more,
})
const make = async (more: object = {}, periodMore: object = {}): Promise<string> => {
  const body = { name: 'A service', vendorId, servicePeriods: [period(periodMore)], ...more }
  const answer = await admin.post('/api/services', body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body.id
}
const picture = async (client: Client = admin, unitId?: string): Promise<SpendPicture> => {
  const answer = await client.get(`/api/home/spend${unitId ? `?unitId=${unitId}` : ''}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const totalOf = ({ months }: SpendPicture): number => months.reduce((sum, { spend }) => sum + spend, 0)
const endingOf = ({ months }: SpendPicture): [string, number, number][] =>
  months.filter(({ renewals }) => renewals > 0).map((each) => [each.month, each.renewals, each.renewalCost])

/** What the database keeps, beside what it would be if it were added up now. */
const keptAndRecounted = async () => {
  const kept = await rows<{ unit: string; month: string; key: string; value: number }>(
    `SELECT t.unit_id AS unit, t.month, e.key, e.value FROM service_unit_months t CROSS JOIN json_each(t.sums) e
      WHERE t.company_id = ? AND e.key LIKE 's %' ORDER BY 1, 2, 3`,
    company.id,
  )
  const counted = await rows(
    `WITH units AS (SELECT id, '' AS unit FROM services WHERE company_id = ?1 AND archived_at IS NULL
        UNION SELECT s.id, k.target_id FROM service_links k JOIN services s ON s.id = k.service_id
               WHERE k.company_id = ?1 AND k.kind = 'DEPARTMENT' AND s.archived_at IS NULL
        UNION SELECT id, business_unit_id FROM services
               WHERE company_id = ?1 AND archived_at IS NULL AND business_unit_id IS NOT NULL)
     SELECT u.unit, m.month, 's ' || m.currency || ' ' || coalesce(s.spend_category_id, '') AS key, SUM(m.amount_minor) AS value
       FROM units u JOIN services s ON s.id = u.id JOIN service_spend_months m ON m.company_id = ?1 AND m.service_id = u.id
      GROUP BY 1, 2, 3 HAVING SUM(m.amount_minor) <> 0 ORDER BY 1, 2, 3`,
    company.id,
  )
  return { kept, counted }
}

describe('what services will cost', () => {
  it('each month has its share by category, and the last period counts where it ends', async () => {
    await make({ spendCategoryId: software })
    await make({}, { totalServicePeriodCost: 30_000 })
    const found = await picture()
    expect(found.months.map(({ month: each }) => each)).toEqual(Array.from({ length: 12 }, (_, n) => month(n)))
    expect(totalOf(found)).toBe(120_000)
    expect(found.categories).toEqual([
      { id: software, name: 'Software', spend: 90_000 },
      { id: null, name: 'No category', spend: 30_000 },
    ])
    expect(endingOf(found)).toEqual([[month(2), 2, 120_000]])
  })

  it('a service with a later period ends once, with what that one costs', async () => {
    const later = { startDate: firstDayOf(month(3)), endDate: lastDayOf(month(4)), totalServicePeriodCost: 5000 }
    const serviceId = await make()
    await admin.post(`/api/services/${serviceId}/add-service-item`, { ...later, currency: 'USD' })
    expect(endingOf(await picture())).toEqual([[month(4), 1, 5000]])
  })

  it('what has ended, and what is more than twelve months away, isn’t there', async () => {
    const past = lastDayOf(month(-1))
    await make({}, { startDate: addDays(past, -90), endDate: past })
    await make({}, { startDate: firstDayOf(month(12)), endDate: lastDayOf(month(14)) })
    const found = await picture()
    expect(totalOf(found)).toBe(0)
    expect(endingOf(found)).toEqual([])
    expect(found.categories).toEqual([])
  })

  it('archived services cost nothing until they are back, and deleted ones never again', async () => {
    const serviceId = await make({ departmentIds: [sales] })
    await admin.post('/api/services/archive', { serviceIds: [serviceId], archived: true })
    expect(totalOf(await picture())).toBe(0)
    expect(endingOf(await picture(admin, sales))).toEqual([])
    await admin.post('/api/services/archive', { serviceIds: [serviceId], archived: false })
    expect(totalOf(await picture(admin, sales))).toBe(90_000)
    await admin.call('DELETE', `/api/services/${serviceId}`)
    expect(await rows('SELECT * FROM service_unit_months WHERE company_id = ?', company.id)).toEqual([])
  })

  it('amounts in a currency without a rate are left out, and it says so', async () => {
    await make({}, { currency: 'JPY' })
    await make()
    const found = await picture()
    expect(found).toMatchObject({ currency: 'USD', withoutRate: ['JPY'] })
    expect(totalOf(found)).toBe(90_000)
    expect(endingOf(found)).toEqual([[month(2), 2, 90_000]])
    await admin.post('/api/currency-rates', { base: 'JPY', rate: '0.01', date: today })
    const priced = await picture()
    expect(priced).toMatchObject({ withoutRate: [], rates: [{ base: 'JPY', rate: '0.01', source: 'MANUAL' }] })
    expect(totalOf(priced)).toBe(180_000)
  })

  it('the sums stay those of the services whatever is changed', async () => {
    const unit = await company.add('business_units', 'Europe')
    const first = await make({ departmentIds: [sales, support], spendCategoryId: software, businessUnitId: unit })
    const second = await make({ departmentIds: [support] }, { totalServicePeriodCost: 12_345 })
    const compare = async () => {
      const { kept, counted } = await keptAndRecounted()
      expect(kept).toEqual(counted)
      return kept
    }
    expect((await compare()).length).toBeGreaterThan(9)
    const hardware = await company.add('spend_categories', 'Hardware')
    const bulk = async (path: string, body: object) => {
      const answer = await admin.post(path, { serviceIds: [first, second], ...body })
      expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(300)
      return compare()
    }
    await bulk('/api/services/archive', { archived: true })
    expect((await compare()).length).toBe(0)
    await bulk('/api/services/archive', { archived: false })
    const later = { startDate: firstDayOf(month(3)), endDate: lastDayOf(month(20)), totalServicePeriodCost: 777 }
    await admin.post(`/api/services/${first}/add-service-item`, { ...later, currency: 'EUR' })
    await compare()
    const answer = await admin.post(`/api/departments/${support}/merge`, { intoId: sales })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    await compare()
    const body = { name: 'A service', vendorId, departmentIds: [sales], servicePeriods: [period()] }
    const changed = await admin.call('PUT', `/api/services/${second}`, { body: { ...body, spendCategoryId: hardware } })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
    const kept = await compare()
    expect(kept.some(({ unit: of }) => of === support)).toBe(false)
    expect(kept.some(({ key }) => key.includes(hardware))).toBe(true)
  })
})

describe('whose figures someone sees', () => {
  const lead = async (...departments: string[]): Promise<Client> => {
    const person = await company.addPerson({ flags: ['hasDepartmentAccess'] })
    for (const id of departments) await company.addToDepartment(id, person.userId)
    return signIn(company, person)
  }

  it('a lead of two departments sees each, and a service of both in both', async () => {
    await make({ departmentIds: [sales, support] })
    await make({ departmentIds: [support] }, { totalServicePeriodCost: 100 })
    await make({}, { totalServicePeriodCost: 7 })
    const both = await lead(sales, support)
    const first = await picture(both)
    expect(first.units.map(({ name }) => name)).toEqual(['Sales', 'Support'])
    expect(first.unit).toEqual({ id: sales, kind: 'DEPARTMENT', name: 'Sales' })
    expect(totalOf(first)).toBe(90_000)
    expect(totalOf(await picture(both, support))).toBe(90_100)
  })

  it('a lead is told nothing of other departments, of the whole company or of another company', async () => {
    await make({ departmentIds: [support] })
    const one = await lead(sales)
    expect((await one.get(`/api/home/spend?unitId=${support}`)).status).toBe(404)
    expect(totalOf(await picture(one))).toBe(0)
    const elsewhere = await makeCompany()
    const foreign = await elsewhere.add('departments', 'Sales')
    expect((await admin.get(`/api/home/spend?unitId=${foreign}`)).status).toBe(404)
  })

  it('a lead of no department gets nothing, and a member may not ask, also as an admin’s delegate', async () => {
    expect(await picture(await lead())).toMatchObject({ units: [], unit: null, months: [] })
    const boss = await company.addPerson({ flags: ['hasAdminAccess'] })
    const delegate = await company.addPerson()
    await rows(
      'INSERT INTO delegate_approvers (company_id, user_id, delegate_user_id, created_at) VALUES (?, ?, ?, 0)',
      ...[company.id, boss.userId, delegate.userId],
    )
    expect((await (await signIn(company, delegate)).get('/api/home/spend')).status).toBe(403)
  })

  it('people who manage vendors see the whole company, and any department', async () => {
    await make({ departmentIds: [sales] })
    const manager = await signIn(company, await company.addPerson({ flags: ['hasVendorAdminAccess'] }))
    expect(totalOf(await picture(manager))).toBe(90_000)
    expect(totalOf(await picture(manager, sales))).toBe(90_000)
    expect(totalOf(await picture(manager, support))).toBe(0)
  })
})
