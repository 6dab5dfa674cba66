import { beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Spend categories that delegations are limited to: what deleting and merging them does. */

const OWN = '/api/current-user/delegate-approvers'

describe('a spend category that a delegation is limited to', () => {
  let company: TestCompany
  let admin: Client
  let member: TestPerson
  let client: Client
  beforeAll(async () => {
    company = await makeCompany()
    admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
    member = await company.addPerson({ name: 'Mo Member' })
    client = await signIn(company, member)
  })

  const delegateWith = async (categoryIds: string[]): Promise<TestPerson> => {
    const person = await company.addPerson({ name: 'Deli Delegate' })
    const { status, body } = await client.post(OWN, { userId: person.userId, note: '', categoryIds })
    expect(status, JSON.stringify(body)).toBe(200)
    return person
  }
  const categoriesOf = async ({ userId }: TestPerson): Promise<{ id: string; name: string }[] | null> => {
    const { delegates } = (await client.get(OWN)).body
    return delegates.find((one: { user: { id: string } }) => one.user.id === userId)?.categories
  }

  it('the category can’t be deleted while the delegation lasts, and the refusal names it', async () => {
    const travel = await company.add('spend_categories')
    const person = await delegateWith([travel])
    const refused = await admin.call('DELETE', `/api/spend-categories/${travel}`)
    expect([refused.status, refused.body.reason]).toEqual([422, 'IN_USE'])
    expect(refused.body.details).toEqual([
      {
        kind: 'DELEGATION',
        text: 'Deli Delegate, delegate approver of Mo Member, is limited to it',
        href: `/settings/members/${member.userId}`,
      },
    ])
    await run(
      `UPDATE delegate_approvers SET ends_on = '2020-01-31', handed_back_at = 1 WHERE delegate_user_id = ?`,
      person.userId,
    )
    expect((await admin.call('DELETE', `/api/spend-categories/${travel}`)).status).toBe(200)
  })

  it('the category is replaced by the one it is merged into, once, and the history says why', async () => {
    const from = await company.add('spend_categories', 'Old travel')
    const into = await company.add('spend_categories', 'New travel')
    const other = await company.add('spend_categories', 'Events')
    const one = await delegateWith([from, other])
    const both = await delegateWith([from, into])
    const without = await delegateWith([other])
    expect((await admin.post(`/api/spend-categories/${from}/merge`, { intoId: into })).status).toBe(200)
    const names = async (person: TestPerson) => (await categoriesOf(person))?.map(({ name }) => name).sort()
    expect(await names(one)).toEqual(['Events', 'New travel'])
    expect(await names(both)).toEqual(['New travel'])
    expect(await names(without)).toEqual(['Events'])
    const { edges } = (await admin.get(`/api/audit-logs?targetType=MEMBER&targetId=${member.userId}`)).body
    const told = edges.filter(({ node }: { node: { message: string } }) =>
      node.message.endsWith('merged into New travel'),
    )
    expect(told.map(({ node }: { node: { message: string } }) => node.message)).toEqual([
      'Changed the terms of Deli Delegate, delegate approver of Mo Member: Old travel was merged into New travel',
      'Changed the terms of Deli Delegate, delegate approver of Mo Member: Old travel was merged into New travel',
    ])
  })
})
