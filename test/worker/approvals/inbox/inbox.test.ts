import { beforeAll, describe, expect, it } from 'vitest'
import { decide, type FilingScene, makeFilingScene, usd } from '../../../support/worker/filing-scene.ts'
import { file } from '../../../support/worker/intake.ts'
import * as spend from '../../../support/worker/spend.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

interface Item {
  id: string
  targetType: string
  actions: { label: string; onBehalfOf: { id: string } | null }[]
}

const inbox = async (client: Client, cursor?: string) =>
  (await client.get(`/api/approvals/inbox${cursor ? `?cursor=${encodeURIComponent(cursor)}` : ''}`)).body as {
    items: Item[]
    pageInfo: { endCursor: string | null }
  }
const idsIn = async (client: Client) => (await inbox(client)).items.map(({ id }) => id)

describe('the inbox', () => {
  let scene = {} as FilingScene
  beforeAll(async () => {
    scene = await makeFilingScene()
  })
  const filed = (title: string) => file(scene.requester, scene.category.id, { title, amount: usd(500) })

  it('the inbox shows what waits for the person, longest first, until they have decided', async () => {
    const { approver, requester } = scene
    const first = await filed('Desk')
    const second = await filed('Chair')
    expect(await idsIn(approver)).toEqual([first, second])
    const { items } = await inbox(approver)
    expect(items[0]).toMatchObject({
      targetType: 'INTAKE_SUBMISSION',
      title: 'Desk',
      requestorName: 'Rita Requester',
      amount: { value: 500, currency: 'USD' },
      actions: [{ label: 'legal', ruleType: 'APPROVAL', onBehalfOf: null }],
    })
    expect(await idsIn(requester)).toEqual([])
    await decide(approver, first, 'APPROVED', 1)
    expect(await idsIn(approver)).toEqual([second])
    await requester.call('PUT', `/api/intake-submission/${second}/archived`, { body: { archived: true } })
    expect(await idsIn(approver)).toEqual([])
  })

  it('a delegate finds what waits for the people they act for, except what they filed themselves', async () => {
    const { company, people, approver, requester } = scene
    const deputy = await company.addPerson({ name: 'Dee Deputy' })
    const body = { userId: deputy.userId }
    for (const client of [approver, requester])
      expect((await client.post('/api/current-user/delegate-approvers', body)).status).toBe(200)
    const client = await signIn(company, deputy)
    const theirs = await filed('Lamp')
    const own = await file(client, scene.category.id, { title: 'Own lamp', amount: usd(500) })
    const { items } = await inbox(client)
    expect(items.map(({ id }) => id)).toEqual([theirs])
    expect(items[0]?.actions).toMatchObject([{ onBehalfOf: { id: people.approver.userId } }])
    expect(await idsIn(approver)).toEqual(expect.arrayContaining([theirs, own]))
    // What is sent back waits for its requester in person.
    const { levels } = (await approver.get(`/api/intake-submission/${theirs}/approvals`)).body
    await approver.post(`/api/level-group-statuses/${levels[0].blocks[0].id}/send-back`, { message: 'Why?' })
    expect(await idsIn(client)).toEqual([])
    expect((await inbox(requester)).items).toMatchObject([{ id: theirs, actions: [{ sentBack: true }] }])
  })

  it('the second page continues without a gap, and a broken address says so', async () => {
    const made = await makeFilingScene()
    for (let index = 0; index <= 25; index++)
      await file(made.requester, made.category.id, { title: `Chair ${index}`, amount: usd(500) })
    const first = await inbox(made.approver)
    expect(first.items).toHaveLength(25)
    const second = await inbox(made.approver, first.pageInfo.endCursor ?? '')
    expect(second).toMatchObject({ pageInfo: { hasNextPage: false }, items: [{ title: 'Chair 25' }] })
    const urgent = (await made.approver.get('/api/approvals/inbox?order=urgent')).body
    expect(urgent.items).toHaveLength(25)
    expect(urgent.pageInfo).toEqual({ hasNextPage: true, startCursor: null, endCursor: null })
    const both = await made.approver.get(
      `/api/approvals/inbox?order=urgent&cursor=${encodeURIComponent(first.pageInfo.endCursor ?? '')}`,
    )
    expect(both).toMatchObject({ status: 400, body: { fields: { cursor: 'The most urgent ones are a single page' } } })
    const broken = await made.approver.get('/api/approvals/inbox?cursor=yesterday')
    expect(broken).toMatchObject({ status: 400, body: { fields: { cursor: expect.any(String) } } })
  })
})

it('requests and spend requests are in one inbox', async () => {
  const scene = await spend.makeSpendScene()
  await spend.addRuleSet(scene.company, { levels: [spend.always('Finance', scene.people.approver.userId)] })
  const id = await spend.file(scene)
  expect((await inbox(scene.approver)).items).toMatchObject([
    {
      targetType: 'SPEND_REQUEST',
      id,
      reference: 'SR-1',
      title: 'Acme Cloud: Team plan',
      amount: { value: 1_200_000, currency: 'USD' },
      actions: [{ label: 'Finance' }],
    },
  ])
})
