import { beforeEach, describe, expect, it } from 'vitest'
import type { DecisionPicture, WaitingPicture } from '../../../../schema/planning/pictures/endpoints.ts'
import { addDays, monthOf, shiftMonth } from '../../../../schema/shared/calendar.ts'
import { firstDayOf, lastDayOf } from '../../../../schema/shared/day-count.ts'
import { decide, type FilingScene, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, signIn, type TestPerson } from '../../../support/worker/world.ts'

/** How long requests take and what waits, on Home. */

const HOUR = 3_600_000
const today = new Date().toISOString().slice(0, 10)
const lastMonth = shiftMonth(monthOf(today), -1)

let scene: FilingScene
let admin: Client
beforeEach(async () => {
  scene = await makeFilingScene()
  admin = await signIn(scene.company, await scene.company.addPerson({ flags: ['hasAdminAccess'] }))
})

const times = async (client: Client, departmentId?: string): Promise<DecisionPicture> => {
  const answer = await client.get(`/api/home/decision-times${departmentId ? `?departmentId=${departmentId}` : ''}`)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
const filed = (title = 'Desk') => file(scene.requester, scene.category.id, { title, amount: usd(500) })
const decided = async (status: 'APPROVED' | 'REJECTED' = 'APPROVED'): Promise<string> => {
  const id = await filed()
  await decide(scene.approver, id, status, 1)
  return id
}
/** As if it had been submitted so long before it was decided on this day of last month, at noon. */
const tookUntil = (id: string, hours: number, day = firstDayOf(lastMonth)) => {
  const at = Date.parse(`${addDays(day, 9)}T12:00:00Z`)
  return run('UPDATE intake_submissions SET submitted_at = ?, completed_at = ? WHERE id = ?', at - hours * HOUR, at, id)
}
const inLastMonth = ({ months }: DecisionPicture) => months.find(({ month }) => month === lastMonth)

describe('how long decisions take', () => {
  it('approved and rejected requests count in the month of the decision, pending and withdrawn ones don’t', async () => {
    await tookUntil(await decided(), 2)
    await tookUntil(await decided('REJECTED'), 4)
    await tookUntil(await decided(), 30)
    await filed('Still waiting')
    const withdrawn = await filed('Not needed')
    await scene.requester.post(`/api/intake-submission/${withdrawn}/withdraw`, { message: 'Bought elsewhere' })
    const picture = await times(admin)
    expect(picture).toMatchObject({ of: 'COMPANY', unit: null, decided: 3, medianMs: 4.5 * HOUR })
    expect(picture.months).toHaveLength(12)
    expect(inLastMonth(picture)).toEqual({ month: lastMonth, decided: 3, medianMs: 4.5 * HOUR })
    const [from, to] = [firstDayOf(lastMonth), lastDayOf(lastMonth)]
    const { body } = await admin.get(`/api/intake-submissions?filter=ALL&decidedFrom=${from}&decidedTo=${to}`)
    expect(body.edges).toHaveLength(3)
  })

  it('a request that is filed again, or deleted, no longer counts', async () => {
    const first = await decided('REJECTED')
    const second = await decided()
    expect((await times(admin)).decided).toBe(2)
    await run("UPDATE intake_submissions SET status = 'PENDING', completed_at = NULL WHERE id = ?", first)
    expect((await times(admin)).decided).toBe(1)
    await run('UPDATE intake_submissions SET deleted_at = 1 WHERE id = ?', second)
    expect((await times(admin)).decided).toBe(0)
    expect(await rows('SELECT * FROM decision_months WHERE company_id = ?', scene.company.id)).toEqual([])
    expect(await rows('SELECT * FROM request_decisions WHERE company_id = ?', scene.company.id)).toEqual([])
  })

  it('someone without more rights sees their own requests only, with exact times', async () => {
    await tookUntil(await decided(), 5)
    await tookUntil(await decided(), 3.25)
    const mine = await times(scene.requester)
    expect(mine).toMatchObject({ of: 'OWN', decided: 2, medianMs: 3.25 * HOUR })
    expect(await times(scene.approver)).toMatchObject({ of: 'OWN', decided: 0, medianMs: null })
  })

  it('a lead sees the requests of people in each of their departments, as it was when they were decided', async () => {
    const { company, people } = scene
    const [sales, support] = [await company.add('departments', 'Sales'), await company.add('departments', 'Support')]
    const leads = await company.addPerson({ flags: ['hasDepartmentAccess'] })
    const addTo = (departmentId: string, { userId }: TestPerson) => company.addToDepartment(departmentId, userId)
    await addTo(support, people.requester)
    await addTo(sales, leads)
    await addTo(support, leads)
    const lead = await signIn(company, leads)
    await tookUntil(await decided(), 5)
    expect(await times(lead, support)).toMatchObject({ of: 'DEPARTMENT', unit: { name: 'Support' }, decided: 1 })
    expect(await times(lead, sales)).toMatchObject({ of: 'DEPARTMENT', unit: { name: 'Sales' }, decided: 0 })
    // The requester leaves, and a request of that time is deleted: nothing of it is left.
    const again = await decided()
    await run(
      'DELETE FROM department_members WHERE company_id = ? AND user_id = ?',
      company.id,
      people.requester.userId,
    )
    expect((await times(lead, support)).decided).toBe(2)
    await run('DELETE FROM intake_submissions WHERE id = ?', again)
    expect((await times(lead, support)).decided).toBe(1)
    const other = await company.add('departments', 'Legal')
    expect((await lead.get(`/api/home/decision-times?departmentId=${other}`)).status).toBe(404)
    expect((await scene.requester.get(`/api/home/decision-times?departmentId=${support}`)).status).toBe(404)
  })
})

describe('what waits', () => {
  const waiting = async (client: Client): Promise<WaitingPicture> => (await client.get('/api/home/waiting')).body
  const countsOf = ({ mine }: WaitingPicture) => mine.ages.map(({ count }) => count)
  const waitsSince = (id: string, days: number) =>
    run(
      'UPDATE request_participants SET action_since = action_since - ? WHERE target_id = ? AND action_since IS NOT NULL',
      ...[days * 24 * HOUR, id],
    )

  it('what waits for a person counts by how long it has, with the one that has waited longest', async () => {
    const ids = [await filed(), await filed(), await filed(), await filed(), await filed()]
    for (const [index, days] of [31, 30, 7, 8].entries()) await waitsSince(ids[index] ?? '', days)
    const picture = await waiting(scene.approver)
    expect(countsOf(picture)).toEqual([1, 1, 2, 1])
    expect(picture.mine.ages[2]?.first).toEqual({ targetType: 'INTAKE_SUBMISSION', id: ids[1] })
    expect(picture).toMatchObject({ mine: { isCut: false }, open: null })
    expect(countsOf(await waiting(scene.requester))).toEqual([0, 0, 0, 0])
  })

  it('a delegate counts what waits for the person they act for', async () => {
    const deputy = await scene.company.addPerson()
    await scene.approver.post('/api/current-user/delegate-approvers', { userId: deputy.userId })
    await filed()
    expect(countsOf(await waiting(await signIn(scene.company, deputy)))).toEqual([1, 0, 0, 0])
  })

  it('only people who see all requests are told how many are open in each category', async () => {
    await filed()
    await decided()
    expect((await waiting(admin)).open).toMatchObject({ total: 1, categories: [{ id: scene.category.id, count: 1 }] })
    expect((await waiting(scene.requester)).open).toBeNull()
    const vendorAdmin = await scene.company.addPerson({ flags: ['hasVendorAdminAccess'] })
    expect((await waiting(await signIn(scene.company, vendorAdmin))).open).toBeNull()
  })
})
