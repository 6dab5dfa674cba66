import { describe, expect, it } from 'vitest'
import type { AccessFlag } from '../../../../schema/shared/permissions.ts'
import { database } from '../../../support/worker/database.ts'
import { approvals, decide, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file, rule, saveLevels } from '../../../support/worker/intake.ts'
import * as spend from '../../../support/worker/spend.ts'
import { type Client, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Requests in progress when their workflow, rule set or matrix changes. */

const find = async (client: Client, kind: string, id: string, after?: string) =>
  (await client.post('/api/approvals/running', { changed: { kind, id }, ...(after && { after }) })).body
const move = (client: Client, kind: string, id: string, requests: unknown[]) =>
  client.post('/api/approvals/running/move', { changed: { kind, id }, requests })
const asked = (levels: { blocks: { label: string; approvers: { userId: string }[] }[] }[]) =>
  levels.map(({ blocks }) => blocks.map(({ label, approvers }) => `${label} ${approvers.map(({ userId }) => userId)}`))

describe('a new version of a workflow', () => {
  it('lists the requests it would change with the difference of each, and moves those that are picked', async () => {
    const scene = await makeFilingScene()
    const { approver, second, manager } = scene.people
    const ids: string[] = []
    for (const title of ['Decided', 'Open', 'Left alone'])
      ids.push(await file(scene.requester, scene.category.id, { title, amount: { value: 200_000, currency: 'USD' } }))
    const [decided = '', open = '', alone = ''] = ids
    expect((await decide(scene.approver, decided, 'APPROVED', 1)).status).toBe(200)
    const { workflowId } = scene.category
    expect((await find(scene.admin, 'WORKFLOW', workflowId)).requests).toEqual([])
    await saveLevels(
      scene.admin,
      workflowId,
      [
        [rule('security', { approverUserIds: [manager.userId] })],
        [rule('legal', { approverUserIds: [approver.userId] })],
        [rule('large', { approverUserIds: [second.userId] })],
      ],
      2,
    )
    const found = await find(scene.admin, 'WORKFLOW', workflowId)
    expect(found).toMatchObject({ looked: 3, next: null })
    expect(found.requests.map((one: { id: string }) => one.id)).toEqual([alone, open, decided])
    const [, , first] = found.requests
    expect(first.title).toMatch(/^#\d+ Decided$/)
    expect(first).toMatchObject({
      gains: [{ userId: manager.userId, label: 'security' }],
      loses: [],
      restarts: [],
      problem: null,
    })
    const picked = found.requests.filter((one: { id: string }) => one.id !== alone)
    const requests = picked.map(({ targetType, id, sequence }: Record<string, unknown>) => ({
      targetType,
      id,
      sequence,
    }))
    const moved = await move(scene.admin, 'WORKFLOW', workflowId, requests)
    expect(moved.body.results).toEqual([
      { id: open, ok: true, message: null },
      { id: decided, ok: true, message: null },
    ])
    const shown = await approvals(scene.requester, decided)
    expect(asked(shown.levels)).toEqual([
      [`security ${manager.userId}`],
      [`legal ${approver.userId}`],
      [`large ${second.userId}`],
    ])
    expect(shown.levels[1].blocks[0]).toMatchObject({ status: 'APPROVED', decisions: [{ userId: approver.userId }] })
    expect(shown.workflow).toMatchObject({ id: workflowId, version: 3 })
    expect(asked((await approvals(scene.requester, alone)).levels)).toEqual([
      [`legal ${approver.userId}`],
      [`large ${second.userId}`],
    ])
    const log = (await scene.admin.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${open}`)).body
    expect(log.edges[0].node).toMatchObject({ action: 'intake-submission.rerouted' })
    expect(log.edges[0].node.message).toContain('moved the request to version 3 of “Standard”')
    expect((await find(scene.admin, 'WORKFLOW', workflowId)).requests).toHaveLength(1)
  })

  it('one that changed since it was looked at is refused, and the others move', async () => {
    const scene = await makeFilingScene()
    const { workflowId } = scene.category
    const [one, other] = [
      await file(scene.requester, scene.category.id, { title: 'One' }),
      await file(scene.requester, scene.category.id, { title: 'Other' }),
    ]
    const levels = [[rule('legal', { approverUserIds: [scene.people.second.userId] })]]
    await saveLevels(scene.admin, workflowId, levels, 2)
    const found = await find(scene.admin, 'WORKFLOW', workflowId)
    const [{ id: blockId }] = (await approvals(scene.requester, one)).levels[0].blocks
    await scene.requester.post(`/api/intake-submission/${one}/remind`, { levelGroupStatusId: blockId })
    const requests = found.requests.map(({ targetType, id, sequence }: Record<string, unknown>) => ({
      ...{ targetType, id, sequence },
    }))
    const { results } = (await move(scene.admin, 'WORKFLOW', workflowId, requests)).body
    expect(results).toEqual([
      { id: other, ok: true, message: null },
      { id: one, ok: false, message: 'The request was changed since. Look at the difference again.' },
    ])
  })

  it('only admins see and move them', async () => {
    const scene = await makeFilingScene()
    const { workflowId } = scene.category
    const body = { changed: { kind: 'WORKFLOW', id: workflowId } }
    expect((await scene.approver.post('/api/approvals/running', body)).status).toBe(403)
    expect((await scene.admin.post('/api/approvals/running', { changed: { kind: 'WORKFLOW', id: 'no' } })).status).toBe(
      404,
    )
  })
})

describe('a new version of a rule set', () => {
  it('lists and moves spend requests', async () => {
    const scene = await spend.makeSpendScene()
    const { approver, finance } = scene.people
    const setId = await spend.addRuleSet(scene.company, {
      name: 'Every purchase',
      levels: [spend.always('Owner', approver.userId)],
    })
    const id = await spend.file(scene)
    expect((await find(scene.admin, 'RULE_SET', setId)).requests).toEqual([])
    const otherId = await spend.addRuleSet(scene.company, {
      name: 'Controls',
      levels: [spend.always('Finance', finance.userId)],
    })
    const found = await find(scene.admin, 'RULE_SET', otherId)
    expect(found.requests).toMatchObject([
      { id, targetType: 'SPEND_REQUEST', gains: [{ userId: finance.userId, label: 'Finance' }], loses: [] },
    ])
    const { results } = (await move(scene.admin, 'RULE_SET', otherId, [{ targetType: 'SPEND_REQUEST', id }])).body
    expect(results).toEqual([{ id, ok: true, message: null }])
    const blocks = await spend.blocksOf(scene.requester, id)
    expect(blocks.map(({ label }: { label: string }) => label).sort()).toEqual(['Finance', 'Owner'])
  })
})

describe('a new version of a matrix', () => {
  it('changes only the people of requests that use it', async () => {
    const scene = await makeFilingScene()
    const { approver, second } = scene.people
    const matrix = (await scene.admin.post('/api/approver-matrix', { name: 'Who' })).body.id as string
    const save = (userId: string, version: number) =>
      scene.admin.post(`/api/approver-matrix/${matrix}/logic`, {
        version,
        rows: [{ id: 'row-1' }],
        conditionColumns: [],
        approverColumns: [{ id: 'first', ordinal: 0, name: 'First', cells: [{ ordinal: 0, users: [{ id: userId }] }] }],
      })
    const saved = await save(approver.userId, 1)
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    const levels = [[rule('legal', { approverMatrixId: matrix, approverMatrixColumnId: 'first' })]]
    await saveLevels(scene.admin, scene.category.workflowId, levels, 2)
    const id = await file(scene.requester, scene.category.id, { title: 'By matrix' })
    expect(asked((await approvals(scene.requester, id)).levels)).toEqual([[`legal ${approver.userId}`]])
    expect((await save(second.userId, 2)).status).toBe(200)
    const found = await find(scene.admin, 'MATRIX', matrix)
    expect(found.requests).toMatchObject([
      { id, gains: [{ userId: second.userId }], loses: [{ userId: approver.userId }] },
    ])
    const moved = await move(scene.admin, 'MATRIX', matrix, [{ targetType: 'INTAKE_SUBMISSION', id }])
    expect(moved.body.results).toEqual([{ id, ok: true, message: null }])
    expect(asked((await approvals(scene.requester, id)).levels)).toEqual([[`legal ${second.userId}`]])
  })
})

describe('a page of requests in progress', () => {
  const costOf = (answer: { headers: Headers }) => {
    const [, trips, rows] = /trips=(\d+) queries=\d+ read=(\d+)/.exec(answer.headers.get('Server-Timing') ?? '') ?? []
    return { trips: Number(trips), rows: Number(rows) }
  }
  const ask = async (client: Client, kind: string, id: string) => {
    // A session's first call reads it by itself.
    await client.get('/jwt-data')
    return client.post('/api/approvals/running', { changed: { kind, id } })
  }

  /** People of departments of their own, with managers of their own. */
  const spread = async (company: TestCompany, count: number, flags: AccessFlag[] = []) => {
    const people: { client: Client; departmentId: string }[] = []
    for (let n = 0; n < count; n++) {
      const manager = await company.addPerson({ name: `Manager ${n}` })
      const person = await company.addPerson({ name: `Person ${n}`, managerUserId: manager.userId, flags })
      const departmentId = await company.add('departments')
      await company.addToDepartment(departmentId, person.userId)
      await company.addToDepartment(departmentId, manager.userId, true)
      people.push({ client: await signIn(company, person), departmentId })
    }
    return people
  }

  it('a page for a workflow takes at most 300 rows and two round trips', async () => {
    const scene = await makeFilingScene()
    const { workflowId } = scene.category
    for (const { client } of await spread(scene.company, 7))
      await file(client, scene.category.id, { title: 'A request', amount: { value: 200_000, currency: 'USD' } })
    const levels = [[rule('legal', { approverType: 'DEPARTMENT_APPROVERS', approverUserIds: [] })]]
    await saveLevels(scene.admin, workflowId, levels, 2)
    const answer = await ask(scene.admin, 'WORKFLOW', workflowId)
    expect(answer.body).toMatchObject({ looked: 5, next: expect.any(String) })
    expect(answer.body.requests).toHaveLength(5)
    const { rows, trips } = costOf(answer)
    expect(trips).toBeLessThanOrEqual(2)
    expect(rows).toBeLessThanOrEqual(300)
  })

  it('a page for a rule set takes at most 300 rows and two round trips', async () => {
    const scene = await spend.makeSpendScene()
    await spend.addRuleSet(scene.company, { levels: [spend.always('Owner', scene.people.approver.userId)] })
    for (const { client, departmentId } of await spread(scene.company, 7, ['hasSpendRequestAccess']))
      await spend.file({ ...scene, requester: client, departmentId })
    const setId = await spend.addRuleSet(scene.company, { levels: [spend.always('More', scene.people.finance.userId)] })
    const answer = await ask(scene.admin, 'RULE_SET', setId)
    expect(answer.body.requests).toHaveLength(5)
    const { rows, trips } = costOf(answer)
    expect(trips).toBeLessThanOrEqual(2)
    expect(rows).toBeLessThanOrEqual(300)
  })

  it('pages continue past spend requests that are decided', async () => {
    const scene = await spend.makeSpendScene()
    await spend.addRuleSet(scene.company, { levels: [spend.always('Owner', scene.people.approver.userId)] })
    const id = await spend.file(scene)
    const { results: columns } = await database
      .prepare(`SELECT name FROM pragma_table_info('spend_requests')`)
      .all<{ name: string }>()
    const changed: Record<string, string> = {
      id: "s.id || '-' || n.value",
      number: '1000 + n.value',
      status: "'APPROVED'",
      created_at: 's.created_at + n.value',
    }
    await database
      .prepare(
        `INSERT INTO spend_requests (${columns.map(({ name }) => name)})
         SELECT ${columns.map(({ name }) => changed[name] ?? `s.${name}`)}
           FROM spend_requests s CROSS JOIN json_each(?2) n WHERE s.id = ?1`,
      )
      .bind(id, JSON.stringify(Array.from({ length: 60 }, (_, n) => n + 1)))
      .run()
    const setId = await spend.addRuleSet(scene.company, { levels: [spend.always('More', scene.people.finance.userId)] })
    const first = await find(scene.admin, 'RULE_SET', setId)
    expect(first).toMatchObject({ looked: 0, requests: [], next: expect.any(String) })
    const second = await find(scene.admin, 'RULE_SET', setId, first.next)
    expect(second).toMatchObject({ looked: 1, requests: [{ id }], next: null })
  })
})
