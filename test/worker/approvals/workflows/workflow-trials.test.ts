import { beforeAll, describe, expect, it } from 'vitest'
import type { WorkflowRule } from '../../../../schema/approvals/workflows/definition.ts'
import type { Backtest } from '../../../../schema/requests/endpoints.ts'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { createWorkflow, file, levelsOf, makeCategory, rule, saveLevels } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { storeDecision } from '../../../support/worker/stored-blocks.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let member: Client
let ada: TestPerson
let bob: TestPerson

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson())
  ada = await company.addPerson()
  bob = await company.addPerson()
})

const above = (minimumValue: number) => ({
  conditionNumerics: [{ valuesQuestionId: 'amount', minimumValue, maximumValue: null }],
})
const draft = (...levels: WorkflowRule[][]) => ({ entryPoints: NO_CONDITIONS, levels: levelsOf(...levels) })
const amount = (value: number) => ({ questionId: 'amount', value: { value, currency: 'USD' } })
const legal = (person: TestPerson, more: Partial<WorkflowRule> = {}) =>
  rule('legal', { approverUserIds: [person.userId], ...more })

describe('trying answers with a draft', () => {
  const simulate = async (workflowId: string, definition: object, answers: object[], more = {}) =>
    admin.post(`/api/intake-workflow/${workflowId}/simulate`, { definition, answers, ...more })

  it('a trial plans the draft and not the saved version, says why, and saves nothing', async () => {
    const category = await makeCategory(admin, { levels: [[legal(ada)]] })
    const definition = draft([legal(bob, above(1000_00))])
    const small = await simulate(category.workflowId, definition, [amount(10_00)])
    expect(small.body.plan.levels).toEqual([])
    expect(small.body.plan.skipped).toMatchObject([
      { ruleId: 'legal', reason: expect.stringContaining('less than $1,000') },
    ])
    const large = await simulate(category.workflowId, definition, [amount(2000_00)])
    expect(large.body.plan.levels[0].blocks[0]).toMatchObject({
      ruleId: 'legal',
      approvers: [{ userId: bob.userId }],
      reason: expect.stringContaining('2,000.00'),
    })
    expect((await admin.get(`/api/intake-workflow/${category.workflowId}`)).body.version).toBe(2)
  })

  it('a trial says which workflow runs if an earlier one matches first', async () => {
    const category = await makeCategory(admin, { levels: [[legal(ada)]] })
    const later = await createWorkflow(admin, category.id, 'Later')
    const answer = await simulate(later, draft([legal(bob)]), [])
    expect(answer.body.taken).toMatchObject({ id: category.workflowId })
    expect(answer.body.considered.map((each: { label: string }) => each.label)).toEqual(['Standard'])
    const order = await admin.call('PUT', `/api/intake-categories/${category.id}/workflows`, {
      body: [later, category.workflowId],
    })
    expect(order.body.map((each: { label: string }) => each.label)).toEqual(['Later', 'Standard'])
    expect((await simulate(later, draft([legal(bob)]), [])).body.taken).toMatchObject({ id: later, label: 'Later' })
  })

  it('a trial can plan for any member as requester, and no one of another company', async () => {
    const category = await makeCategory(admin, { levels: [] })
    const asker = await company.addPerson({ managerUserId: ada.userId })
    const definition = draft([rule('manager', { approverType: 'MANAGER_APPROVER' })])
    const answer = await simulate(category.workflowId, definition, [], { requestorUserId: asker.userId })
    expect(answer.body.plan.levels[0].blocks[0].approvers).toMatchObject([{ userId: ada.userId }])
    const stranger = await (await makeCompany()).addPerson()
    const foreign = await simulate(category.workflowId, definition, [], { requestorUserId: stranger.userId })
    expect(foreign.status).toBe(404)
  })
})

describe('replaying past requests with a draft', () => {
  const backtest = async (workflowId: string, definition: object, period?: object): Promise<Backtest> =>
    (await admin.post(`/api/intake-workflow/${workflowId}/backtest`, { definition, ...(period && { period }) })).body

  it('the replay shows who gains and who loses an approval, on which request', async () => {
    const category = await makeCategory(admin, { levels: [[legal(ada)]] })
    const file1 = (title: string, value: number) =>
      file(member, category.id, { title, amount: { value, currency: 'USD' } })
    const [small, large] = [await file1('Small', 10_00), await file1('Large', 5000_00)]
    expect(await backtest(category.workflowId, draft([legal(ada)]))).toEqual({
      ...{ looked: 2, hoursAdded: null, people: [], requests: [] },
    })
    const result = await backtest(
      category.workflowId,
      draft([legal(ada, above(1000_00))], [rule('finance', { ...above(1000_00), approverUserIds: [bob.userId] })]),
    )
    expect(result.looked).toBe(2)
    expect(result.requests).toMatchObject([
      { id: large, title: 'Large', gains: [{ userId: bob.userId, label: 'finance' }], loses: [] },
      { id: small, title: 'Small', gains: [], loses: [{ userId: ada.userId, label: 'legal' }] },
    ])
    expect(result.people.map(({ userId, gains, loses }) => [userId, gains, loses]).sort()).toEqual(
      [
        [ada.userId, 0, 1],
        [bob.userId, 1, 0],
      ].sort(),
    )
  })

  it('only requests of the chosen days are replayed, and people’s earlier times say how many hours it adds', async () => {
    const category = await makeCategory(admin, { levels: [[legal(ada)]] })
    const [old, recent] = [
      await file(member, category.id, { title: 'Old', amount: { value: 10_00, currency: 'USD' } }),
      await file(member, category.id, { title: 'Recent', amount: { value: 10_00, currency: 'USD' } }),
    ]
    const created = Date.parse('2026-03-10T23:30:00Z')
    await run('UPDATE intake_submissions SET created_at = ? WHERE id = ?', created, old)
    for (const [userId, hours] of [
      [ada.userId, 2],
      [bob.userId, 5],
    ] as const) {
      await storeDecision(
        company.id,
        { targetType: 'INTAKE_SUBMISSION', targetId: old, run: 100 - hours },
        userId,
        hours,
      )
    }
    const asksBob = draft([legal(ada)], [rule('finance', { approverUserIds: [bob.userId] })])
    const titles = async (period: object) =>
      (await backtest(category.workflowId, asksBob, period)).requests.map(({ title }) => title)
    expect(await titles({})).toEqual(['Recent', 'Old'])
    expect(await titles({ from: '2026-03-10', until: '2026-03-10' })).toEqual(['Old'])
    expect(await titles({ from: '2026-03-11' })).toEqual(['Recent'])
    expect(await titles({ until: '2026-03-09' })).toEqual([])
    const { hoursAdded, requests } = await backtest(category.workflowId, asksBob, { until: '2026-03-10' })
    expect([hoursAdded, requests[0]?.hoursAdded]).toEqual([5, 5])
    expect(recent).toBeDefined()
    const answer = await admin.post(`/api/intake-workflow/${category.workflowId}/backtest`, {
      definition: asksBob,
      period: { from: '2026-03-10', until: '2026-03-09' },
    })
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual({ 'period.until': 'The last day can’t be before the first day' })
  })

  it('the replay counts requests that would use another workflow', async () => {
    const category = await makeCategory(admin, { levels: [[legal(ada)]] })
    const later = await createWorkflow(admin, category.id, 'Later')
    await saveLevels(admin, later, [[legal(bob)]])
    await file(member, category.id, { title: 'Moves', amount: { value: 10_00, currency: 'USD' } })
    const { requests } = await backtest(category.workflowId, {
      ...draft([legal(ada)]),
      entryPoints: { ...NO_CONDITIONS, ...above(1000_00) },
    })
    expect(requests).toMatchObject([
      {
        before: { label: 'Standard' },
        after: { label: 'Later' },
        gains: [{ userId: bob.userId }],
        loses: [{ userId: ada.userId }],
      },
    ])
  })

  it('a draft that couldn’t be saved is refused beside the rule', async () => {
    const category = await makeCategory(admin, { levels: [] })
    const answer = await admin.post(`/api/intake-workflow/${category.workflowId}/backtest`, {
      definition: draft([rule('nobody')]),
    })
    expect(answer.status).toBe(400)
    expect(Object.keys(fieldsOf(answer))).toEqual(['nobody'])
  })
})

describe('the order of workflows', () => {
  it('an order that doesn’t name each workflow once is refused', async () => {
    const category = await makeCategory(admin, { levels: [] })
    const later = await createWorkflow(admin, category.id, 'Later')
    const { workflowId: foreign } = await makeCategory(admin, { levels: [] })
    for (const body of [[later], [later, later], [later, foreign], [later, category.workflowId, foreign]]) {
      const answer = await admin.call('PUT', `/api/intake-categories/${category.id}/workflows`, { body })
      expect([answer.status, answer.body.reason]).toEqual([409, 'STALE_LIST'])
    }
    expect(
      await rows('SELECT id FROM intake_workflows WHERE intake_category_id = ? ORDER BY ordinal', category.id),
    ).toEqual([{ id: category.workflowId }, { id: later }])
  })
})

describe('the versions of a workflow', () => {
  it('versions say who saved them, when, and what each changed, and can be read again', async () => {
    const category = await makeCategory(admin, { levels: [[legal(ada)]] })
    await saveLevels(
      admin,
      category.workflowId,
      [[legal(bob)], [rule('finance', { approverUserIds: [ada.userId] })]],
      2,
    )
    const { body } = await admin.get(`/api/intake-workflow/${category.workflowId}/versions`)
    expect(body.hasMore).toBe(false)
    expect(body.versions.map((each: { version: number; changes: string[] }) => [each.version, each.changes])).toEqual([
      [3, ['Changed the approvers of “legal”', 'Added “finance” to level 2']],
      [2, ['Added “legal” to level 1']],
      [1, ['Created the workflow']],
    ])
    const old = await admin.get(`/api/intake-workflow/${category.workflowId}/versions/2`)
    expect(old.body.definition.levels[0].rules[0].approverUserIds).toEqual([ada.userId])
  })

  it('versions are listed page by page, each compared with the one before it', async () => {
    const category = await makeCategory(admin, { levels: [] })
    for (let version = 2; version <= 12; version++)
      await saveLevels(admin, category.workflowId, [[legal(ada, { label: `Review ${version}` })]], version)
    const url = `/api/intake-workflow/${category.workflowId}/versions`
    const first = (await admin.get(url)).body
    expect(first.hasMore).toBe(true)
    expect(first.versions.map((each: { version: number }) => each.version)).toEqual([13, 12, 11, 10, 9, 8, 7, 6, 5, 4])
    expect(first.versions.at(-1).changes).toEqual(['Renamed “Review 2” to “Review 3”'])
    const rest = (await admin.get(`${url}?before=4`)).body
    expect(rest.versions.map((each: { version: number }) => each.version)).toEqual([3, 2, 1])
    expect(rest.hasMore).toBe(false)
  })
})
