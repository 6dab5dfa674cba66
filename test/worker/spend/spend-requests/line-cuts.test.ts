import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import {
  addRuleSet,
  always,
  blocksOf,
  bodyOf,
  decide,
  file,
  fromCost,
  lineOf,
  makeSpendScene,
  read,
  type SpendScene,
} from '../../../support/worker/spend.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** What approvers may take from a spend request, and what follows. */

let scene: SpendScene
/** The lines' ids of a new spend request over 9,000 and 3,000 dollars. */
const fileTwo = async (more = {}) => {
  const lines = [lineOf(scene, 900_000, { description: 'Seats' }), lineOf(scene, 300_000, { description: 'Support' })]
  const id = await file(scene, { lines, ...more })
  const { spendRequestLines } = await read(scene.requester, id)
  return { id, seats: spendRequestLines[0].id as string, support: spendRequestLines[1].id as string }
}
const open = async (client: Client, id: string) =>
  (await blocksOf(client, id)).find((block: { canDecide: boolean }) => block.canDecide)
const cut = async (client: Client, id: string, lines: object[], more: Record<string, unknown> = {}) =>
  client.post(`/api/spend-requests/${id}/cut-lines`, {
    ...{ lines, reason: 'Fewer seats will do', levelGroupStatusId: (await open(client, id))?.id ?? 'none' },
    ...more,
  })
const labels = async (id: string): Promise<string[]> =>
  (await blocksOf(scene.requester, id)).map(({ label }: { label: string }) => label)

beforeAll(async () => {
  scene = await makeSpendScene()
  const { approver, finance } = scene.people
  await addRuleSet(scene.company, {
    levels: [always('Manager', approver.userId), fromCost(1_000_000, 'Finance', finance.userId)],
  })
})

describe('cutting lines', () => {
  it('an approver lowers an amount, the total follows, and the requester reads who cut it and why', async () => {
    const { id, seats } = await fileTwo()
    const { status } = await cut(scene.approver, id, [{ id: seats, amount: 800_000 }])
    expect(status).toBe(200)
    const page = await read(scene.requester, id)
    expect(page).toMatchObject({ status: 'PENDING', version: 2, estimatedCost: { value: 1_100_000, currency: 'USD' } })
    expect(page.spendRequestLines[0]).toMatchObject({
      estimatedCost: { value: 800_000 },
      cut: {
        ...{ asked: { value: 900_000, currency: 'USD' }, isRejected: false, reason: 'Fewer seats will do' },
        by: { id: scene.people.approver.userId, name: 'Paul Approver' },
      },
    })
    expect(page.spendRequestLines[1].cut).toBeNull()
    expect(page.lastAuditLogMessage).toBe('Paul Approver reduced the spend request: Fewer seats will do')
    expect((await decide(scene.approver, id)).status).toBe(200)
  })

  it('routing is planned again: below the rule’s amount finance is no longer asked', async () => {
    const { id, support } = await fileTwo()
    expect(await labels(id)).toEqual(['Manager', 'Finance'])
    await cut(scene.approver, id, [{ id: support }])
    expect(await labels(id)).toEqual(['Manager'])
    const page = await read(scene.requester, id)
    expect(page.estimatedCost.value).toBe(900_000)
    expect(page.spendRequestLines[1]).toMatchObject({ estimatedCost: { value: 0 }, cut: { isRejected: true } })
    expect((await decide(scene.approver, id)).body.status).toBe('APPROVED')
  })

  it('the second approver’s cut keeps the first approver’s decision', async () => {
    const { id, support } = await fileTwo()
    await decide(scene.approver, id)
    await cut(scene.finance, id, [{ id: support, amount: 200_000 }])
    const blocks = await blocksOf(scene.requester, id)
    expect(blocks.map(({ status }: { status: string }) => status)).toEqual(['APPROVED', 'PENDING'])
    expect((await decide(scene.finance, id)).body.status).toBe('APPROVED')
    expect((await read(scene.requester, id)).estimatedCost.value).toBe(1_100_000)
  })

  it('a cut that drops the last open step approves what is left', async () => {
    const { id, seats } = await fileTwo()
    await decide(scene.approver, id)
    expect((await cut(scene.finance, id, [{ id: seats, amount: 100_000 }])).body.status).toBe('APPROVED')
  })

  it('someone who opened the page before the cut has to look again', async () => {
    const { id, seats } = await fileTwo()
    await cut(scene.approver, id, [{ id: seats, amount: 850_000 }])
    const late = await decide(scene.approver, id, 'APPROVED', { seenVersion: 1 })
    expect(late).toMatchObject({ status: 409, body: { reason: 'ANSWERS_CHANGED' } })
    const again = await cut(scene.approver, id, [{ id: seats, amount: 1 }], { seenVersion: 1 })
    expect(again).toMatchObject({ status: 409, body: { reason: 'ANSWERS_CHANGED' } })
  })

  it('two cuts of one line keep what was first asked for', async () => {
    const { id, seats } = await fileTwo()
    await cut(scene.approver, id, [{ id: seats, amount: 850_000 }])
    await cut(scene.approver, id, [{ id: seats, amount: 800_000 }], { reason: 'Even fewer' })
    expect((await read(scene.requester, id)).spendRequestLines[0].cut).toMatchObject({
      ...{ asked: { value: 900_000 }, reason: 'Even fewer' },
    })
  })

  it('the requester may ask for the full amount again, which asks the approvers again', async () => {
    const { id, seats, support } = await fileTwo()
    await decide(scene.approver, id)
    await cut(scene.finance, id, [{ id: seats, amount: 800_000 }])
    const lines = [
      { ...lineOf(scene, 900_000, { description: 'Seats' }), id: seats },
      { ...lineOf(scene, 300_000, { description: 'Support' }), id: support },
    ]
    const edit = await scene.requester.call('PUT', `/api/spend-requests/${id}`, { body: bodyOf(scene, { lines }) })
    expect(edit.status).toBe(200)
    expect((await read(scene.requester, id)).spendRequestLines[0].cut).toBeNull()
    expect((await blocksOf(scene.requester, id))[0].status).toBe('PENDING')
  })

  it('an edit that leaves a cut line as it is keeps the cut', async () => {
    const { id, seats, support } = await fileTwo()
    await cut(scene.approver, id, [{ id: seats, amount: 800_000 }, { id: support }])
    const lines = [
      { ...lineOf(scene, 800_000, { description: 'Seats' }), id: seats },
      { ...lineOf(scene, 0, { description: 'Support' }), id: support },
    ]
    await scene.requester.call('PUT', `/api/spend-requests/${id}`, {
      body: bodyOf(scene, { lines, description: 'Team plan, smaller' }),
    })
    const { spendRequestLines } = await read(scene.requester, id)
    expect(spendRequestLines.map(({ cut: kept }: { cut: { isRejected: boolean } | null }) => kept?.isRejected)).toEqual(
      [false, true],
    )
  })

  it('rules don’t read rejected lines', async () => {
    const legal = await scene.company.add('departments', `Legal ${newId()}`)
    await addRuleSet(scene.company, { departments: [legal], levels: [always('Legal', scene.people.finance.userId)] })
    const lines = [lineOf(scene, 100_000), { ...lineOf(scene, 100_000), departmentId: legal }]
    const id = await file(scene, { lines })
    expect(await labels(id)).toContain('Legal')
    const { spendRequestLines } = await read(scene.requester, id)
    expect(await cut(scene.approver, id, [{ id: spendRequestLines[1].id }])).toMatchObject({ status: 200 })
    expect(await labels(id)).not.toContain('Legal')
  })
})

describe('refused cuts', () => {
  it.each([
    ['raise an amount', (ids: string[]) => [{ id: ids[0], amount: 900_001 }], 'lines.0.amount'],
    ['leave it as it is', (ids: string[]) => [{ id: ids[0], amount: 900_000 }], 'lines.0.amount'],
    ['leave nothing without rejecting it', (ids: string[]) => [{ id: ids[0], amount: 0 }], 'lines.0.amount'],
    ['reject every line', (ids: string[]) => ids.map((id) => ({ id })), 'lines'],
    ['cut an unknown line', () => [{ id: newId() }], 'lines.0.id'],
    ['cut nothing', () => [], 'lines'],
  ])('a cut can’t %s', async (_, linesOf, field) => {
    const { id, seats, support } = await fileTwo()
    const { status, body } = await cut(scene.approver, id, linesOf([seats, support]))
    expect(status).toBe(400)
    expect(Object.keys(body.fields)).toEqual([field])
    expect((await read(scene.requester, id)).version).toBe(1)
  })

  it('a cut needs a reason', async () => {
    const { id, seats } = await fileTwo()
    const { status, body } = await cut(scene.approver, id, [{ id: seats }], { reason: ' ' })
    expect(status).toBe(400)
    expect(body.fields).toEqual({ reason: 'Enter a reason' })
  })

  it('only approvers whose turn it is can cut: not the requester, watchers, admins or later approvers', async () => {
    const { id, seats } = await fileTwo({ watcherIds: [scene.people.admin.userId] })
    const blocks = await blocksOf(scene.requester, id)
    const at = (index: number) => ({ levelGroupStatusId: blocks[index].id })
    const lines = [{ id: seats, amount: 1 }]
    expect((await cut(scene.requester, id, lines, at(0))).status).toBe(403)
    expect((await cut(scene.admin, id, lines, at(0))).status).toBe(403)
    expect((await cut(scene.finance, id, lines, at(0))).status).toBe(403)
    expect(await cut(scene.finance, id, lines, at(1))).toMatchObject({
      ...{ status: 422, body: { reason: 'EARLIER_LEVEL_OPEN' } },
    })
  })

  it('no one cuts their own spend request, not even as its approver', async () => {
    const own = await file(scene, {}, await signIn(scene.company, scene.people.admin))
    const other = await makeSpendScene()
    await addRuleSet(other.company, {
      levels: [always('Own', other.people.requester.userId, other.people.admin.userId)],
    })
    const id = await file(other)
    const [line] = (await read(other.requester, id)).spendRequestLines
    const [block] = await blocksOf(other.requester, id)
    const { status } = await cut(other.requester, id, [{ id: line.id, amount: 1 }], { levelGroupStatusId: block.id })
    expect(status).toBe(403)
    expect((await other.admin.get(`/api/spend-requests/${own}`)).status).toBe(404)
  })

  it('after a decision nothing is cut', async () => {
    const { id, seats } = await fileTwo()
    const [block] = await blocksOf(scene.approver, id)
    await decide(scene.approver, id, 'REJECTED', { comment: 'No' })
    const { status } = await cut(scene.approver, id, [{ id: seats }], { levelGroupStatusId: block.id })
    expect(status).toBe(409)
  })
})

describe('many at once', () => {
  it('50 parallel decisions and cuts end in one total that the log explains', async () => {
    const many = await makeSpendScene()
    const people = await Promise.all(
      Array.from({ length: 10 }, (_, index) => many.company.addPerson({ name: `Approver ${index}` })),
    )
    const clients = await Promise.all(people.map((person) => signIn(many.company, person)))
    await addRuleSet(many.company, {
      levels: [
        {
          noConditionRules: [
            {
              ...always('Everyone', ...people.map(({ userId }) => userId)).noConditionRules[0],
              quorum: { kind: 'ALL' },
            },
          ],
        },
      ],
    })
    const lines = Array.from({ length: 5 }, () => lineOf(many, 1_000_000))
    const id = await file(many, { lines })
    const { spendRequestLines } = await read(many.requester, id)
    const [block] = await blocksOf(clients[0] as Client, id)
    const answers = await Promise.all(
      Array.from({ length: 50 }, async (_, turn) => {
        const client = clients[turn % 10] as Client
        const at = { levelGroupStatusId: block.id }
        if (turn % 5 === 4) return client.post(`/api/spend-requests/${id}/status`, { ...at, status: 'APPROVED' })
        const line = spendRequestLines[turn % 5]
        const body = { ...at, reason: `Turn ${turn}`, lines: [{ id: line.id, amount: 1_000_000 - 1000 * (turn + 1) }] }
        return client.post(`/api/spend-requests/${id}/cut-lines`, body)
      }),
    )
    // Each went through or was told that the spend request had changed.
    expect(answers.filter(({ status }) => ![200, 400, 409].includes(status))).toEqual([])
    const page = await read(many.requester, id)
    const sum = page.spendRequestLines.reduce(
      (total: number, { estimatedCost }: { estimatedCost: { value: number } }) => total + estimatedCost.value,
      0,
    )
    expect(page.estimatedCost.value).toBe(sum)
    const history = await many.admin.get(`/api/audit-logs?targetType=SPEND_REQUEST&targetId=${id}&first=100`)
    const cuts = history.body.edges
      .map(({ node }: { node: { action: string; changeData: { changes: object[] } } }) => node)
      .filter(({ action }: { action: string }) => action === 'spend-request.cut')
    expect(cuts.length).toBe(page.version - 1)
    expect(cuts.length).toBeGreaterThan(0)
    const taken = cuts
      .flatMap(({ changeData }: { changeData: { changes: { questionId: string; before: never; after: never }[] } }) =>
        changeData.changes.filter(({ questionId }) => questionId === 'total'),
      )
      .reduce(
        (total: number, { before, after }: { before: { value: number }; after: { value: number } }) =>
          total + before.value - after.value,
        0,
      )
    expect(5_000_000 - taken).toBe(page.estimatedCost.value)
  })
})
