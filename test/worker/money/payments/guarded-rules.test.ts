import { beforeEach, describe, expect, it } from 'vitest'
import { makePaidScene, type PaidScene } from '../../../support/worker/bill-payments.ts'
import { addRuleSet } from '../../../support/worker/bills.ts'
import { compare, importFile } from '../../../support/worker/configuration-scene.ts'
import { confirmGuarded } from '../../../support/worker/payments.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { always } from '../../../support/worker/spend.ts'
import { type Answer, type Client, signIn } from '../../../support/worker/world.ts'

/** Rule sets of bills, and files of configuration, change what is about money with a second person. */

let scene: PaidScene
beforeEach(async () => {
  scene = await makePaidScene()
})

const secondAdmin = async (name = 'Sam Second') => {
  const person = await scene.company.addPerson({ name, flags: ['hasAdminAccess'] })
  return { person, client: await signIn(scene.company, person) }
}
const waiting = async (client: Client) => (await client.get('/api/payments/guarded-changes')).body
const ok = async (sent: Promise<Answer>) => {
  const answer = await sent
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** As a program sends what it adds. */
const withoutIds = (level: { noConditionRules: object[] }) => ({
  ...level,
  id: undefined,
  noConditionRules: level.noConditionRules.map((each) => ({ ...each, id: undefined })),
})

describe('rule sets of bills', () => {
  const makeSet = () => addRuleSet(scene.company, { levels: [always('Controller', scene.people.approver.userId)] })
  const read = (id: string) => ok(scene.admin.get(`/api/bill-rule-sets/${id}`))

  it('a change that leaves out an approval waits, and what adds one holds at once', async () => {
    const { client: second } = await secondAdmin()
    const id = await makeSet()
    const { levels } = await read(id)
    const [first] = levels
    const added = await ok(
      scene.admin.call('PUT', `/api/bill-rule-sets/${id}`, {
        body: { levels: [first, withoutIds({ ...first, number: 2 })] },
      }),
    )
    expect(added.waits).toBeUndefined()
    expect((await read(id)).levels).toHaveLength(2)
    const DOORS: [string, () => Promise<Answer>][] = [
      ['levels', () => scene.admin.post(`/api/bill-rule-sets/${id}/levels`, { levels: [] })],
      ['the whole set', () => scene.admin.call('PUT', `/api/bill-rule-sets/${id}`, { body: { levels: [] } })],
    ]
    for (const [, door] of DOORS) expect((await ok(door())).waits).toEqual({ effectiveAt: null })
    // Both are about one set, so the later one waits.
    const changes = await waiting(second)
    expect(changes).toHaveLength(1)
    expect((await read(id)).levels).toHaveLength(2)
    await ok(second.post(`/api/payments/guarded-changes/${changes[0].id}/decide`, { shouldConfirm: true }))
    expect((await read(id)).levels).toHaveLength(0)
  })

  it('covering less waits, covering more doesn’t, and each set waits on its own', async () => {
    const { client: second } = await secondAdmin()
    const [id, other] = [await makeSet(), await makeSet()]
    const department = await scene.company.add('departments')
    const cover = (setId: string, departmentIds: string[]) =>
      ok(scene.admin.call('PUT', `/api/bill-rule-sets/${setId}`, { body: { departmentIds } }))
    expect((await cover(id, [department])).waits).toEqual({ effectiveAt: null })
    expect((await cover(other, [department])).waits).toEqual({ effectiveAt: null })
    expect(await waiting(second)).toHaveLength(2)
    await confirmGuarded(scene.company)
    expect((await read(id)).departmentIds).toEqual([department])
    expect((await cover(id, [])).waits).toBeUndefined()
  })

  it('deleting one with rules waits, and is confirmed', async () => {
    await secondAdmin()
    const id = await makeSet()
    const answer = await scene.admin.graphql(
      'mutation ($id: ID!) { deleteBillRuleSet(id: $id) { id waits { effectiveAt } } }',
      { id },
    )
    expect(answer.body.data.deleteBillRuleSet).toEqual({ id, waits: { effectiveAt: null } })
    await read(id)
    await confirmGuarded(scene.company)
    expect((await scene.admin.get(`/api/bill-rule-sets/${id}`)).status).toBe(404)
  })

  it('one that was changed meanwhile isn’t overwritten by what waited', async () => {
    const { client: second } = await secondAdmin()
    const id = await makeSet()
    await ok(scene.admin.post(`/api/bill-rule-sets/${id}/levels`, { levels: [] }))
    await ok(scene.admin.call('PATCH', `/api/bill-rule-sets/${id}`, { body: { name: 'Renamed' } }))
    const [change] = await waiting(second)
    const answer = await second.post(`/api/payments/guarded-changes/${change.id}/decide`, { shouldConfirm: true })
    expect(answer.status).toBe(409)
    expect((await read(id)).levels).toHaveLength(1)
  })

  it('a matrix that decides who approves bills changes with a second person, another one at once', async () => {
    await secondAdmin()
    const make = async (name: string) => (await ok(scene.admin.post('/api/approver-matrix', { name }))).id as string
    const save = async (id: string) => {
      const { version, conditionColumns } = await ok(scene.admin.get(`/api/approver-matrix/${id}`))
      return scene.admin.post(`/api/approver-matrix/${id}/logic`, {
        ...{ version, conditionColumns },
        approverColumns: [{ id: `c-${id}`, ordinal: 0, name: 'Approver', cells: [] }],
      })
    }
    const [used, free] = [await make('Used'), await make('Free')]
    await run('UPDATE rule_sets SET principal_ids = json_array(?) WHERE id = ?', ...[used, await makeSet()])
    const plain = await save(free)
    expect([plain.status, plain.body.waits]).toEqual([200, undefined])
    expect((await save(used)).body.waits).toEqual({ effectiveAt: null })
  })
})

describe('a file of configuration', () => {
  it('what it changes about money waits, and isn’t said to be done', async () => {
    await secondAdmin()
    const file = [
      'outlay: 1',
      'currency: USD',
      'payments:',
      '  secondPersonFrom: 90000',
      '  anyoneBelow: 0',
      '  bankDetailsConfirmedBy: []',
    ].join('\n')
    expect((await compare(scene.admin, file)).changes).toBe(1)
    const done = await importFile(scene.admin, file)
    expect(done).toMatchObject({ state: 'DONE', waitingCount: 1 })
    expect(done.steps).toMatchObject([{ isDone: false, isWaiting: true }])
    expect((await ok(scene.admin.get('/api/payments/limits'))).runLimit).toBe(1_000_000)
    const told = await rows<{ message: string }>(
      "SELECT message FROM audit_log WHERE company_id = ? AND full_action = 'configuration.import-finished'",
      scene.company.id,
    )
    expect(told[0]?.message).toContain('1 change about money waits until another admin confirms it')
  })
})
