import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../../worker/core/database.ts'
import { enqueueDigests } from '../../../worker/features/approvals/digests/schedule.ts'
import { approvals, usd } from '../../support/worker/filing-scene.ts'
import { file, makeCategory, rule } from '../../support/worker/intake.ts'
import { rows, run } from '../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../support/worker/world.ts'

/** When a company works, and everything that counts by it. */

const PATH = '/api/settings/business-hours'
const HOUR = 3_600_000
const DAY = 24 * HOUR

let company: TestCompany
let admin: Client
let member: Client
let approver: TestPerson

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson({ name: 'Mia Member' }))
  approver = await company.addPerson({ name: 'Abe Approver' })
})

const put = (body: object, client = admin) => client.call('PUT', PATH, { body })
const WEEK = { opens: '09:00', closes: '17:00', weekdays: [1, 2, 3, 4, 5] }
/** The next that many days, as calendar dates. */
const coming = (days: number) =>
  Array.from({ length: days }, (_, index) => new Date(Date.now() + index * DAY).toISOString().slice(0, 10))

describe('business hours', () => {
  it('a company works Monday to Friday from 9 to 17 without holidays until an admin sets other hours, and the history says how', async () => {
    expect((await admin.get(PATH)).body).toEqual({ ...WEEK, country: null, worked: [], own: [], version: 0 })
    expect((await put(WEEK, member)).status).toBe(403)
    const own = [{ day: '2026-12-24', name: 'Christmas Eve', everyYear: true }]
    const saved = await put({ ...WEEK, closes: '18:30', country: 'US', worked: ['Columbus Day'], own, version: 0 })
    expect(saved).toMatchObject({ status: 200, body: { closes: '18:30', country: 'US', own, version: 1 } })
    expect((await admin.get(PATH)).body).toEqual(saved.body)
    expect((await put({ ...WEEK, version: 0 })).status).toBe(409)
    const { body } = await admin.get(`/api/audit-logs?targetType=COMPANY&targetId=${company.id}`)
    expect(JSON.stringify(body)).toContain(
      'Set the business hours: Monday to Friday, 09:00 to 18:30, without the holidays of US and 1 further day',
    )
  })

  it.each<[string, object, object]>([
    ['end before they begin', { closes: '08:00' }, { closes: 'Later than the work begins' }],
    ['have no day', { weekdays: [] }, { weekdays: 'At least one day' }],
    ['name a country without a list', { country: 'XX' }, { country: 'There is no list of this country' }],
    [
      'name a holiday of another country',
      { country: 'DE', worked: ['Thanksgiving Day'] },
      { worked: 'Thanksgiving Day is not a holiday of this country' },
    ],
    ['have a time that isn’t one', { opens: '9' }, { opens: 'A time such as 09:00' }],
    ['have one day twice', { own: [1, 2].map(() => ({ day: '2026-12-24', name: 'Eve' })) }, { own: 'Each day once' }],
  ])('hours that %s are refused beside the field', async (_, changes, fields) => {
    expect(await put({ ...WEEK, ...changes })).toMatchObject({ status: 400, body: { fields } })
  })

  it('GraphQL reads and saves the same', async () => {
    const saved = await admin.graphql(
      'mutation { saveBusinessHours(opens: "08:00", closes: "16:00", weekdays: [4, 1, 1], country: "DE", own: [{ day: "2027-02-08", name: "Carnival" }]) { opens weekdays own { day everyYear } } }',
    )
    expect(saved.body.data.saveBusinessHours).toEqual({
      ...{ opens: '08:00', weekdays: [1, 4] },
      own: [{ day: '2027-02-08', everyYear: false }],
    })
    const read = await admin.graphql(
      '{ businessHours { closes country } publicHolidays(country: "DE") { holidays { name } } }',
    )
    expect(read.body.data.businessHours).toEqual({ closes: '16:00', country: 'DE' })
    expect(read.body.data.publicHolidays.holidays.map(({ name }: { name: string }) => name)).toContain('Easter Monday')
  })

  it('deadlines skip days off, and a request in progress keeps those that it started with', async () => {
    await admin.call('PUT', '/api/settings/approval-deadlines', { body: { mode: 'NUDGE', hours: 1, nudgePercent: 50 } })
    const levels = [[rule('legal', { approverUserIds: [approver.userId] })]]
    const { id: categoryId } = await makeCategory(admin, { levels })
    const dueAt = async (id: string) => (await approvals(admin, id)).levels[0].blocks[0].dueAt as number
    const every = [0, 1, 2, 3, 4, 5, 6]
    const whole = { opens: '00:00', closes: '23:59', weekdays: every }
    expect((await put(whole)).status).toBe(200)
    const before = await file(member, categoryId, { title: 'Desk', amount: usd(5) })
    expect(await dueAt(before)).toBeLessThan(Date.now() + 2 * HOUR)
    const off = coming(4).map((day) => ({ day, name: 'Move of the office' }))
    expect((await put({ ...whole, own: off })).status).toBe(200)
    const after = await file(member, categoryId, { title: 'Chair', amount: usd(5) })
    expect(await dueAt(after)).toBe(Date.parse(`${coming(5)[4]}T01:00:00.000Z`))
    expect(await dueAt(before)).toBeLessThan(Date.now() + 2 * HOUR)
  })

  it('the morning email waits for the next working day', async () => {
    const due = Date.now() - 1
    await run(
      `INSERT INTO notification_preferences (company_id, user_id, digest_at, updated_at) VALUES (?, ?, ?, 0)
       ON CONFLICT (company_id, user_id) DO UPDATE SET digest_at = excluded.digest_at`,
      ...[company.id, approver.userId, due],
    )
    const job = { db: new Database(env.DB, 'first-primary'), clock: { now: () => Date.now() } }
    await enqueueDigests(job as Parameters<typeof enqueueDigests>[0])
    const [row] = await rows<{ at: number }>(
      'SELECT digest_at AS at FROM notification_preferences WHERE company_id = ? AND user_id = ?',
      ...[company.id, approver.userId],
    )
    expect(new Date(row?.at ?? 0).toISOString()).toBe(`${coming(5)[4]}T08:00:00.000Z`)
  })

  it('the time that a step was in a status says how many business hours those were', async () => {
    const levels = [[rule('legal', { approverUserIds: [approver.userId] })]]
    const { id: categoryId } = await makeCategory(admin, { levels })
    const id = await file(member, categoryId, { title: 'Lamp', amount: usd(5) })
    const blockId = (await approvals(admin, id)).levels[0].blocks[0].id
    const { body } = await admin.get(`/api/level-group-statuses/${blockId}/history`)
    // Everything of today is off by now.
    expect(body.blockStatuses).toMatchObject([{ businessMs: 0 }])
  })
})
