import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { Database } from '../../../../worker/core/database.ts'
import { createLogger } from '../../../../worker/core/log.ts'
import { sweepOutbox } from '../../../../worker/core/outbox-sweep.ts'
import { handBackEnded } from '../../../../worker/features/approvals/delegates/hand-back.tsx'
import '../../../../worker/jobs.ts'
import { approvals, decide, type FilingScene, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { file, makeCategory, rule } from '../../../support/worker/intake.ts'
import { sentMails } from '../../../support/worker/outside.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import * as spend from '../../../support/worker/spend.ts'
import { type Client, signIn, type TestPerson } from '../../../support/worker/world.ts'

const OWN = '/api/current-user/delegate-approvers'
const DAY_MS = 86_400_000
const day = (offset: number): string => new Date(Date.now() + offset * DAY_MS).toISOString().slice(0, 10)

const job = (ahead = 0) => ({
  env,
  db: new Database(env.DB, 'first-primary'),
  clock: { now: () => Date.now() + ahead },
  log: createLogger({ job: 'test' }, 'error'),
})
const mailed = async (person: TestPerson): Promise<string[]> => {
  await sweepOutbox(job(DAY_MS))
  return sentMails(person.email).map(({ subject }) => subject)
}

describe('delegations with limits', () => {
  let scene: FilingScene
  let otherCategoryId: string
  beforeAll(async () => {
    scene = await makeFilingScene()
    const levels = [[rule('legal', { approverUserIds: [scene.people.approver.userId] })]]
    otherCategoryId = (await makeCategory(scene.admin, { levels })).id
  })
  const delegateOf = async (terms: Record<string, unknown>, name = 'Deli Delegate') => {
    const person = await scene.company.addPerson({ name })
    const answer = await scene.approver.post(OWN, { userId: person.userId, note: '', ...terms })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return { person, client: await signIn(scene.company, person), delegation: answer.body }
  }
  const asked = (value: number) => ({ title: `For ${value}`, amount: usd(value) })
  const waiting = async (client: Client): Promise<string[]> =>
    (await client.get('/api/intake-submissions/needs-attention?filter=approver')).body.map(
      (item: { id: string }) => item.id,
    )
  const listed = async (client: Client, filter: string): Promise<string[]> =>
    (await client.get(`/api/intake-submissions?filter=${filter}&first=50`)).body.edges.map(
      (edge: { node: { id: string } }) => edge.node.id,
    )

  it('limits are stored, shown with names and kept when a change leaves them out', async () => {
    const spendCategoryId = await scene.company.add('spend_categories', 'Travel')
    const categoryIds = [scene.category.id, spendCategoryId]
    const { person, delegation } = await delegateOf({ categoryIds, maxAmount: usd(1_000_000) })
    expect(delegation.categories.map((one: { id: string }) => one.id).sort()).toEqual([...categoryIds].sort())
    expect(delegation.categories).toContainEqual({ id: spendCategoryId, name: 'Travel' })
    expect(delegation.maxAmount).toEqual(usd(1_000_000))
    const again = await scene.approver.post(OWN, { userId: person.userId, note: 'Leave' })
    expect(again.body).toMatchObject({ ...delegation, note: 'Leave' })
    const widened = await scene.approver.post(OWN, {
      userId: person.userId,
      note: 'Leave',
      categoryIds: [],
      maxAmount: null,
    })
    expect(widened.body).toMatchObject({ categories: null, maxAmount: null })
    const { edges } = (
      await scene.admin.get(`/api/audit-logs?targetType=MEMBER&targetId=${scene.people.approver.userId}`)
    ).body
    const sentences = edges.map((edge: { node: { message: string } }) => edge.node.message).join('\n')
    expect(sentences).toContain('up to $10,000')
  })

  it.each([
    ['a category that doesn’t exist', { categoryIds: ['nowhere'] }, 'categoryIds'],
    ['an amount in another currency', { maxAmount: { value: 100, currency: 'EUR' } }, 'maxAmount'],
    ['an amount of nothing', { maxAmount: usd(0) }, 'maxAmount'],
  ])('%s is refused beside the field', async (_, terms, field) => {
    const person = await scene.company.addPerson({ name: 'Not Yet' })
    const answer = await scene.approver.post(OWN, { userId: person.userId, note: '', ...terms })
    expect(answer.status).toBe(400)
    expect(Object.keys(answer.body.fields).map((key) => key.split('.')[0])).toEqual([field])
    expect(await rows('SELECT 1 FROM delegate_approvers WHERE delegate_user_id = ?', person.userId)).toEqual([])
  })

  it('a delegate sees and decides only what is below the ceiling', async () => {
    const { client } = await delegateOf({ maxAmount: usd(50_000) })
    const [below, above, without] = [
      await file(scene.requester, scene.category.id, asked(50_000)),
      await file(scene.requester, scene.category.id, asked(50_001)),
      await file(scene.requester, scene.category.id, { title: 'No amount' }),
    ]
    const waits = await waiting(client)
    expect(waits).toContain(below)
    expect(waits).not.toContain(above)
    expect(waits).not.toContain(without)
    const inbox = JSON.stringify((await client.get('/api/approvals/inbox')).body)
    expect([inbox.includes(below), inbox.includes(above)]).toEqual([true, false])
    for (const filter of ['ACTION_REQUIRED', 'ALL']) {
      const shown = await listed(client, filter)
      expect(shown).toContain(below)
      expect(shown).not.toContain(above)
    }
    expect((await client.get(`/api/intake-submission/${above}`)).status).toBe(404)
    const blockId = (await approvals(scene.approver, above)).levels[0].blocks[0].id
    const refused = await client.post(`/api/intake-submission/${above}/status`, {
      status: 'APPROVED',
      levelGroupStatusId: blockId,
      seenVersion: 1,
    })
    expect(refused.status).toBe(404)
    expect((await approvals(client, below)).levels[0].blocks[0]).toMatchObject({
      canDecide: true,
      onBehalfOf: { userId: scene.people.approver.userId },
    })
    expect((await decide(client, below, 'APPROVED', 1)).status).toBe(200)
  })

  it('a delegate sees and decides only requests of the categories', async () => {
    const { client } = await delegateOf({ categoryIds: [otherCategoryId] })
    const [within, beyond] = [
      await file(scene.requester, otherCategoryId, asked(10)),
      await file(scene.requester, scene.category.id, asked(10)),
    ]
    const waits = await waiting(client)
    expect([waits.includes(within), waits.includes(beyond)]).toEqual([true, false])
    expect((await client.get(`/api/intake-submission/${beyond}`)).status).toBe(404)
    expect((await decide(client, within, 'APPROVED', 1)).status).toBe(200)
  })

  it('the step names the delegate, until when, and why one can’t decide', async () => {
    const id = await file(scene.requester, scene.category.id, asked(90_000))
    const able = await delegateOf({ endsOn: day(3), maxAmount: usd(100_000) }, 'Abel Able')
    const unable = await delegateOf({ maxAmount: usd(1_000) }, 'Una Unable')
    const { delegates } = (await approvals(scene.requester, id)).levels[0].blocks[0]
    const approverUserId = scene.people.approver.userId
    expect(delegates).toContainEqual({
      ...{ approverUserId, userId: able.person.userId, name: 'Abel Able' },
      ...{ endsOn: day(3), limit: null },
    })
    expect(delegates).toContainEqual({
      ...{ approverUserId, userId: unable.person.userId, name: 'Una Unable' },
      ...{ endsOn: null, limit: 'only up to $10' },
    })
  })

  it('emails ask only the delegates whose limits reach that far', async () => {
    const able = await delegateOf({ maxAmount: usd(100_000) }, 'Mia Mailed')
    const unable = await delegateOf({ maxAmount: usd(100) }, 'Una Mailed')
    await file(scene.requester, scene.category.id, { title: 'Mailed once', amount: usd(70_000) })
    expect(await mailed(able.person)).toContain('Approve: Mailed once ($700.00)')
    expect(await mailed(unable.person)).not.toContain('Approve: Mailed once ($700.00)')
  })

  it('a removed delegation is handed back, and both people are told', async () => {
    const { person, client } = await delegateOf({}, 'Remi Removed')
    const id = await file(scene.requester, scene.category.id, asked(10))
    expect(await waiting(client)).toContain(id)
    expect(await mailed(person)).toContain('You can approve for Abe Approver')
    await scene.approver.call('DELETE', `${OWN}/${person.userId}`)
    expect(await waiting(client)).not.toContain(id)
    expect((await approvals(scene.requester, id)).levels[0].blocks[0].delegates).not.toContainEqual(
      expect.objectContaining({ userId: person.userId }),
    )
    expect(await mailed(person)).toContain('You no longer approve for Abe Approver')
    expect(await mailed(scene.people.approver)).toContain('Remi Removed no longer approves for you')
  })

  it('a delegation whose last day has passed is handed back once', async () => {
    const { person, client } = await delegateOf({ endsOn: day(0) }, 'Enda Ended')
    await handBackEnded(job())
    expect(await mailed(person)).not.toContain('You no longer approve for Abe Approver')
    const ended = 'UPDATE delegate_approvers SET ends_on = ?, ends_at = ? WHERE delegate_user_id = ?'
    await run(ended, day(-1), Date.now() - 1, person.userId)
    expect(await waiting(client)).toEqual([])
    for (let time = 0; time < 2; time++) await handBackEnded(job())
    expect(
      (await mailed(person)).filter((subject) => subject === 'You no longer approve for Abe Approver'),
    ).toHaveLength(1)
    const mail = sentMails(scene.people.approver.email).find(({ subject }) => subject.startsWith('Enda Ended'))
    expect(mail?.text).toMatch(
      /The last day of the delegation has passed\.\n\n\d+ approvals are waiting for you alone\./,
    )
  })
})

describe('spend requests and delegations with limits', () => {
  it('every line has to be in a delegated category, and the total below the ceiling', async () => {
    const scene = await spend.makeSpendScene()
    await spend.addRuleSet(scene.company, { levels: [spend.always('Owner', scene.people.approver.userId)] })
    const travel = await scene.company.add('spend_categories', 'Travel')
    const person = await scene.company.addPerson({ name: 'Deli Delegate', flags: ['hasSpendRequestAccess'] })
    const client = await signIn(scene.company, person)
    const terms = { categoryIds: [scene.categoryId], maxAmount: { value: 10_000, currency: 'USD' } }
    const given = await scene.approver.post(OWN, { userId: person.userId, note: '', ...terms })
    expect(given.status).toBe(200)
    const line = (amount: number, more = {}) => spend.lineOf(scene, amount, more)
    const [within, mixed, above] = [
      await spend.file(scene, { lines: [line(4_000), line(6_000)] }),
      await spend.file(scene, { lines: [line(4_000), line(10, { categoryId: travel })] }),
      await spend.file(scene, { lines: [line(4_000), line(6_001)] }),
    ]
    const list = async (path: string) => JSON.stringify((await client.get(path)).body)
    for (const path of [
      '/api/spend-requests?filter=ACTION_REQUIRED&first=50',
      '/api/spend-requests?filter=ALL&first=50',
      '/api/spend-requests/needs-attention?filter=approver',
    ]) {
      const shown = await list(path)
      expect([shown.includes(within), shown.includes(mixed), shown.includes(above)], path).toEqual([true, false, false])
    }
    for (const id of [mixed, above]) expect((await client.get(`/api/spend-requests/${id}`)).status).toBe(404)
    expect((await spend.decide(client, within)).status).toBe(200)
  })
})
