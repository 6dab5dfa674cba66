import { describe, expect, it } from 'vitest'
import { approvals, makeFilingScene } from '../../../support/worker/filing-scene.ts'
import { file, rule, saveLevels } from '../../../support/worker/intake.ts'
import * as spend from '../../../support/worker/spend.ts'
import type { Client } from '../../../support/worker/world.ts'

/** Past requests with a draft of a matrix: who would have been asked, with people and hours gained and lost. */

const COLUMN = 'first'
const logic = (...userIds: string[]) => ({
  rows: [{ id: 'row-1' }],
  conditionColumns: [],
  approverColumns: [
    { id: COLUMN, ordinal: 0, name: 'First', cells: [{ ordinal: 0, users: userIds.map((id) => ({ id })) }] },
  ],
})

const makeMatrix = async (admin: Client, ...userIds: string[]): Promise<string> => {
  const { id } = (await admin.post('/api/approver-matrix', { name: `Who ${crypto.randomUUID()}` })).body
  const saved = await admin.post(`/api/approver-matrix/${id}/logic`, { version: 1, ...logic(...userIds) })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  return id
}

const backtest = async (admin: Client, id: string, body: object) =>
  (await admin.post(`/api/approver-matrix/${id}/backtest`, body)).body

describe('the backtest of a matrix', () => {
  it('a backtest says who would have been asked on past requests, and how many hours that adds', async () => {
    const scene = await makeFilingScene()
    const { approver, second } = scene.people
    const matrix = await makeMatrix(scene.admin, approver.userId)
    const levels = [[rule('owner', { approverMatrixId: matrix, approverMatrixColumnId: COLUMN })]]
    await saveLevels(scene.admin, scene.category.workflowId, levels, 2)
    const ids = [
      await file(scene.requester, scene.category.id, { title: 'One' }),
      await file(scene.requester, scene.category.id, { title: 'Two' }),
    ]
    expect(await backtest(scene.admin, matrix, logic(approver.userId))).toEqual({
      ...{ looked: 2, hoursAdded: null, people: [], requests: [] },
    })
    const { levels: shown, version } = await approvals(scene.approver, ids[0] ?? '')
    await scene.approver.post(`/api/intake-submission/${ids[0]}/status`, {
      ...{ status: 'APPROVED', levelGroupStatusId: shown[0].blocks[0].id, seenVersion: version },
    })
    const result = await backtest(scene.admin, matrix, logic(second.userId))
    expect(result).toMatchObject({
      looked: 2,
      hoursAdded: expect.any(Number),
      people: [
        { userId: approver.userId, gains: 0, loses: 2 },
        { userId: second.userId, gains: 2, loses: 0 },
      ],
    })
    expect(result.requests.map((one: { id: string }) => one.id)).toEqual([...ids].reverse())
    expect(result.requests[1]).toMatchObject({
      title: expect.stringMatching(/^#\d+ One$/),
      href: `/intake-request/${ids[0]}`,
      gains: [{ userId: second.userId, name: second.name, label: 'owner' }],
      loses: [{ userId: approver.userId, label: 'owner' }],
      problem: null,
    })
    // Nothing was saved.
    const [block] = (await approvals(scene.approver, ids[1] ?? '')).levels[0].blocks
    expect(block.approvers).toMatchObject([{ userId: approver.userId }])
  })

  it('a backtest looks at the requests of the chosen period only, and at none of categories without the matrix', async () => {
    const scene = await makeFilingScene()
    const { approver, second } = scene.people
    const matrix = await makeMatrix(scene.admin, approver.userId)
    await file(scene.requester, scene.category.id, { title: 'Without the matrix' })
    expect((await backtest(scene.admin, matrix, logic(second.userId))).looked).toBe(0)
    const levels = [[rule('owner', { approverMatrixId: matrix, approverMatrixColumnId: COLUMN })]]
    await saveLevels(scene.admin, scene.category.workflowId, levels, 2)
    const within = { ...logic(second.userId), period: { from: '2020-01-01', until: '2099-12-31' } }
    expect((await backtest(scene.admin, matrix, within)).requests).toHaveLength(1)
    const before = { ...logic(second.userId), period: { until: '2020-01-01' } }
    expect(await backtest(scene.admin, matrix, before)).toMatchObject({ looked: 0, requests: [] })
    const backwards = { ...logic(second.userId), period: { from: '2026-02-01', until: '2026-01-01' } }
    const refused = await scene.admin.post(`/api/approver-matrix/${matrix}/backtest`, backwards)
    expect([refused.status, refused.body.fields]).toEqual([
      400,
      { 'period.until': 'The last day can’t be before the first day' },
    ])
  })

  it('spend requests are among them while a rule set uses the matrix', async () => {
    const scene = await spend.makeSpendScene()
    const { approver, finance } = scene.people
    const matrix = await makeMatrix(scene.admin, approver.userId)
    await spend.file(scene)
    expect((await backtest(scene.admin, matrix, logic(finance.userId))).looked).toBe(0)
    const setId = await spend.addRuleSet(scene.company, { levels: [] })
    const owner = { label: 'Owner', approverType: 'CUSTOM_APPROVERS' }
    const saved = await scene.admin.call('PUT', `/api/spend-rule-sets/${setId}`, {
      body: {
        version: 1,
        levels: [
          {
            number: 1,
            noConditionRules: [{ ...owner, approverMatrixId: matrix, approverMatrixColumnId: COLUMN }],
          },
        ],
      },
    })
    expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    expect(await backtest(scene.admin, matrix, logic(finance.userId))).toMatchObject({
      looked: 1,
      people: [{ userId: finance.userId }, { userId: approver.userId }],
      requests: [{ href: expect.stringMatching(/^\/spend-requests\//), gains: [{ label: 'Owner' }] }],
    })
  })

  it('a draft that couldn’t be saved is refused with the same message', async () => {
    const scene = await makeFilingScene()
    const matrix = await makeMatrix(scene.admin)
    const bad = logic('no-such-person')
    const saved = await scene.admin.post(`/api/approver-matrix/${matrix}/logic`, bad)
    const tested = await scene.admin.post(`/api/approver-matrix/${matrix}/backtest`, bad)
    expect([tested.status, tested.body.fields]).toEqual([saved.status, saved.body.fields])
    expect(tested.status).toBe(400)
  })
})
