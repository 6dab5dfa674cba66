import { env } from 'cloudflare:workers'
import { beforeAll, expect, it } from 'vitest'
import { addDays, dayIn } from '../../../../schema/shared/calendar.ts'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { sweepOutbox } from '../../../../worker/core/outbox-sweep.ts'
import { enqueueRenewalReminders } from '../../../../worker/features/vendors/renewals/enqueue.ts'
import { keepOpenMonths } from '../../../../worker/features/vendors/services/open-months.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Services that run month to month, without an end. */

let company: TestCompany
let client: Client
let owner: TestPerson
let vendorId: string

const today = dayIn(null, Date.now())
const open = (more = {}) => ({ startDate: '2026-01-01', endDate: null, unitsPerMonth: 3, costPerUnit: 2_000, ...more })

beforeAll(async () => {
  company = await makeCompany(['enableN12mServiceSpend'])
  client = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  owner = await company.addPerson()
  vendorId = await company.add('vendors', 'Larkspur')
})

const send = (servicePeriods: object[], more = {}) =>
  client.post('/api/services', { name: 'Phones', vendorId, servicePeriods, ...more })
const make = async (servicePeriods: object[], more = {}): Promise<string> => {
  const made = await send(servicePeriods, more)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  return made.body.id
}
const contextAt = (now: number) => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => now },
  log: createLogger({}, 'error'),
})

it('a service without an end costs its units each month, in its page, the list, its vendor and the file', async () => {
  const id = await make([open({ tax: 150, savings: 50, noticeDays: 30 })], { name: 'Month to month' })
  const { body } = await client.get(`/api/services/${id}`)
  expect(body.servicePeriods).toMatchObject([
    { endDate: null, totalServicePeriodCost: null, amortizedCost: 6_100, noticeDays: 30, cancelBy: null },
  ])
  expect(body.next12ServiceSpend).toEqual([{ currency: 'USD', value: 73_200 }])
  const list = await client.get('/api/services?search=Month%20to')
  expect(list.body.edges[0].node).toMatchObject({
    servicePeriods: [{ endDate: null, amortizedCost: 6_100 }],
    next12ServiceSpend: [{ currency: 'USD', value: 73_200 }],
  })
  const { hash } = (await client.post('/api/services/by-filter', { filters: { search: 'Month to' } })).body
  const { body: file } = await client.get(`/api/services/by-filter/${hash}.csv`)
  const [header = '', line = ''] = String(file).split(/\r?\n/)
  const cell = (name: string) => line.split(',')[header.split(',').indexOf(name)]
  expect(['Period starts', 'Period ends', 'Total', 'Monthly cost', 'Last day to cancel'].map(cell)).toEqual([
    ...['2026-01-01', '', '', '61.00', ''],
  ])
})

it('the first month costs the part from its start', async () => {
  const id = await make([open({ startDate: '2026-06-16' })])
  expect(
    await rows(
      'SELECT month, amount_minor AS cost FROM service_spend_months WHERE service_id = ? ORDER BY month LIMIT 2',
      id,
    ),
  ).toEqual([
    { month: '2026-06', cost: 3_000 },
    { month: '2026-07', cost: 6_000 },
  ])
})

it('a service without an end is no renewal, ends in no range of days, and is listed as active after those that end', async () => {
  const vendor = await company.add('vendors', 'Osprey')
  const id = await make([open()], { vendorId: vendor, name: 'Open' })
  const ended = await make(
    [{ startDate: addDays(today, -30), endDate: addDays(today, 20), totalServicePeriodCost: 100 }],
    { vendorId: vendor, name: 'Ending' },
  )
  const ids = async (query: string) => {
    const { status, body } = await client.get(`/api/services?vendorId=${vendor}&${query}`)
    expect(status, JSON.stringify(body)).toBe(200)
    return body.edges.map(({ node }: { node: { id: string } }) => node.id)
  }
  expect(await ids('filter=ACTIVE&orderBy[by][]=endDate&orderBy[dir][]=ASC')).toEqual([ended, id])
  expect(await ids('filter=ACTION_REQUIRED')).toEqual([ended])
  expect(await ids('endsFrom=2026-01-01')).toEqual([ended])
  expect(await ids('dateRange=2029-01,2029-12')).toEqual([id])
  const report = await client.get('/api/services/renewal-report?dateRange=2020-01,9999-12')
  const renewals = report.body.edges.map(({ node }: { node: { service: { id: string } } }) => node.service.id)
  expect([report.status, renewals.includes(ended), renewals.includes(id)]).toEqual([200, true, false])
})

it.each([
  ['a total', [open({ totalServicePeriodCost: 5 })], 'totalServicePeriodCost', 'A period without an end has no total'],
  ['no cost', [open({ unitsPerMonth: null })], 'totalServicePeriodCost', 'Enter units and what each costs a month'],
  ['no date at all', [{ startDate: '2026-01-01', totalServicePeriodCost: 5 }], 'endDate', ''],
  ['another period after it', [open(), { ...open(), startDate: '2030-01-01' }], 'startDate', 'overlaps another one'],
])('a period without an end and with %s is refused beside the field', async (_, periods, field, message) => {
  const refused = await send(periods)
  const at = `servicePeriods.${periods.length - 1}.${field}`
  expect([refused.status, refused.body.fields?.[at]]).toEqual([400, expect.stringContaining(message)])
})

it('a period with an end can be followed by one without, and can end later', async () => {
  const id = await make([{ startDate: '2025-01-01', endDate: '2025-12-31', totalServicePeriodCost: 100 }])
  const added = await client.post(`/api/services/${id}/add-service-item`, open())
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  const again = await client.post(`/api/services/${id}/add-service-item`, open({ startDate: '2027-01-01' }))
  expect([again.status, again.body.fields]).toEqual([400, { startDate: 'The period overlaps another one' }])
  const servicePeriods = [open({ endDate: '2026-03-31' })]
  expect((await client.call('PUT', `/api/services/${id}`, { body: { servicePeriods } })).status).toBe(200)
  const { body } = await client.get(`/api/services/${id}`)
  expect(body.servicePeriods).toMatchObject([{ endDate: '2026-03-31', totalServicePeriodCost: 18_000 }])
  expect(await rows('SELECT open_until AS until FROM services WHERE id = ?', id)).toEqual([{ until: '' }])
})

it('months come closer, and their cost is kept, once, without a new version', async () => {
  const id = await make([open()])
  const state = () =>
    rows<{ months: number; cost: number; version: number }>(
      `SELECT count(*) AS months, sum(m.amount_minor) AS cost, max(s.version) AS version FROM services s
         JOIN service_spend_months m ON m.service_id = s.id WHERE s.id = ?`,
      id,
    )
  const [before] = await state()
  const inHalfAYear = contextAt(Date.parse(addDays(today, 183)))
  await keepOpenMonths(inHalfAYear)
  const [after] = await state()
  const more = (after?.months ?? 0) - (before?.months ?? 0)
  expect(more).toBeGreaterThanOrEqual(5)
  expect(after).toEqual({ months: (before?.months ?? 0) + more, cost: (before?.cost ?? 0) + more * 6_000, version: 1 })
  await keepOpenMonths(inHalfAYear)
  expect(await state()).toEqual([after])
})

it('a reminder of a service without an end says that it runs month to month', async () => {
  await make([open({ renewalReminders: [today] })], { name: 'Fax line', ownerIds: [owner.userId] })
  const tonight = contextAt(Date.parse(today) + 23 * 60 * 60 * 1000)
  await enqueueRenewalReminders(tonight)
  await sweepOutbox(tonight)
  const [mail] = sentMails(owner.email)
  expect(mail?.text).toContain('Fax line of Larkspur runs month to month. Does your company still need it?')
  expect(mail?.text).toContain('Monthly cost: $60.00')
  expect(mail?.text).not.toContain('9999')
})
