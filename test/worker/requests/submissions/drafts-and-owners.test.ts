import { beforeAll, describe, expect, it } from 'vitest'
import { FORM, file, makeCategory, question, rule, save, step } from '../../../support/worker/intake.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Who can open a request, what a draft answers, and the order of categories. */

let company: TestCompany
let admin: Client
let requester: Client
let approver: TestPerson

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests'])
  approver = await company.addPerson({ name: 'Abe Approver' })
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  requester = await signIn(company, await company.addPerson({ name: 'Rita Requester' }))
})

const levels = () => [[rule('legal', { approverUserIds: [approver.userId] })]]

describe('the chosen request owner', () => {
  it('the owner can open the request, from filing or from the edit that chose them, and others can’t', async () => {
    const form = [step('what', [question('title', 'REQUEST_TITLE'), question('owner', 'REQUEST_OWNER_SELECT')])]
    const { id: categoryId } = await makeCategory(admin, { form, levels: levels() })
    const people = [await company.addPerson({ name: 'Olga Owner' }), await company.addPerson({ name: 'Nils Next' })]
    const [olga, nils] = await Promise.all(people.map((person) => signIn(company, person)))
    const id = await file(requester, categoryId, { title: 'Laptops', owner: people[0]?.userId })
    const open = async (client: Client | undefined) => (await client?.get(`/api/intake-submission/${id}`))?.status
    expect([await open(olga), await open(nils)]).toEqual([200, 404])
    const edited = await save(requester, categoryId, { title: 'Laptops', owner: people[1]?.userId }, { id, version: 1 })
    expect(edited.status).toBe(200)
    expect(await open(nils)).toBe(200)
  })
})

describe('a draft', () => {
  it('offers no approvals, and says what it can’t have yet instead of not being there', async () => {
    const { id: categoryId } = await makeCategory(admin, { form: FORM, levels: levels() })
    const id = (await save(requester, categoryId, { title: 'Laptops' }, { isDraft: true })).body.id
    const path = `/api/intake-submission/${id}`
    const tabs = (await requester.get(`${path}/tabs`)).body
    expect(tabs.map((tab: { id: string }) => tab.id)).toEqual(['details', 'history'])
    const answers = [
      await requester.call('PUT', `${path}/archived`, { body: { archived: true } }),
      await requester.post(`${path}/watchers`, { watcherIds: [approver.userId] }),
      await requester.post(`${path}/threads`, { commentBody: 'Hello', documentIds: [] }),
      await requester.get(`${path}/approvals`),
    ]
    for (const { status, body } of answers)
      expect({ status, message: body.message, reason: body.reason }).toEqual({
        status: 422,
        message: 'This request is a draft. Submit it first.',
        reason: 'DRAFT',
      })
    expect((await admin.call('PUT', `${path}/archived`, { body: { archived: true } })).status).toBe(404)
  })
})

describe('the order of categories', () => {
  it('categories that are given one place get one after the other', async () => {
    const own = await makeCompany(['enableIntakeRequests'])
    const boss = await signIn(own, await own.addPerson({ flags: ['hasAdminAccess'] }))
    const ids: string[] = []
    for (const name of ['One', 'Two', 'Three']) ids.push((await boss.post('/api/intake-categories', { name })).body.id)
    const order = async () =>
      (await boss.get('/api/intake-categories/for-settings')).body
        .toSorted((a: { ordinal: number }, b: { ordinal: number }) => a.ordinal - b.ordinal)
        .map(({ name, ordinal }: { name: string; ordinal: number }) => [name, ordinal])
    const moved = await boss.call('PUT', '/api/intake-categories', { body: [{ id: ids[2], ordinal: 0 }] })
    expect(moved.status).toBe(200)
    expect(await order()).toEqual([
      ['Three', 0],
      ['One', 1],
      ['Two', 2],
    ])
    const both = [ids[0], ids[1]].map((id) => ({ id, ordinal: 0 }))
    expect((await boss.call('PUT', '/api/intake-categories', { body: both })).status).toBe(200)
    expect((await order()).map(([, ordinal]: [string, number]) => ordinal)).toEqual([0, 1, 2])
  })
})
