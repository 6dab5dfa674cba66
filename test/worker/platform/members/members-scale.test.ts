import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { costOf } from '../../../support/worker/contract.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** With ten thousand members a page still costs what its twenty rows cost. */

const MANY = 10_000
/** Twenty rows, each found in an index, and the actor's own. */
const MOST_READ = 120
/** How much the index of parts of names reads depends on what other companies wrote into it before. */
const MOST_READ_BY_PART = 150

let company: TestCompany
let admin: Client
let lead: Client
let groupId: string

const readRows = ({ headers }: Answer): number => Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])

beforeAll(async () => {
  company = await makeCompany()
  const mark = newId().slice(-8)
  for (let from = 0; from < MANY; from += 2500) {
    const people = JSON.stringify(Array.from({ length: 2500 }, (_, i) => `${mark}-${from + i}`))
    await env.DB.batch([
      env.DB.prepare(
        `INSERT INTO users (id, email, first_name, last_name, created_at)
         SELECT value, value || '@people.test', 'P' || abs(random() % 1000), value, 0 FROM json_each(?)`,
      ).bind(people),
      env.DB.prepare(
        'INSERT INTO company_memberships (company_id, user_id, created_at) SELECT ?, value, 0 FROM json_each(?)',
      ).bind(company.id, people),
    ])
  }
  groupId = await company.add('groups')
  const departmentId = await company.add('departments')
  for (let i = 0; i < 5; i++) {
    await company.addToGroup(groupId, `${mark}-${i * 1000}`)
    await company.addToDepartment(departmentId, `${mark}-${i * 1000}`)
  }
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const person = await company.addPerson({ flags: ['hasDepartmentAccess'] })
  await company.addToDepartment(departmentId, person.userId)
  lead = await signIn(company, person)
}, 120_000)

describe('with ten thousand members', () => {
  it.each([
    '',
    '?enabled=true&orderBy[by][]=email&orderBy[dir][]=DESC',
    '?name=p1',
    '?orderBy[by][]=createdAt&orderBy[dir][]=ASC',
  ])('a page of members%s reads rows in proportion to itself, and so does the next one', async (query) => {
    const first = await admin.get(`/api/members${query}`)
    expect(first.body.edges).toHaveLength(20)
    const cursor = `${query ? '&' : '?'}cursor=${first.body.pageInfo.endCursor}`
    const second = await admin.get(`/api/members${query}${cursor}`)
    expect(second.body.edges).toHaveLength(20)
    for (const answer of [first, second]) {
      expect(costOf(answer)).toMatchObject({ written: 0 })
      expect(costOf(answer).trips).toBeLessThanOrEqual(2)
      expect(readRows(answer)).toBeLessThanOrEqual(MOST_READ)
    }
  })

  it.each([
    ['p1', 20],
    ['-12', 20],
    ['9999', 1],
    ['NOBODY', 0],
  ])('members are found by part of a name (%s: a page of %i) without reading the others', async (name, size) => {
    const answer = await admin.get(`/api/members?name=${name}`)
    expect(answer.body.edges).toHaveLength(size)
    expect(readRows(answer)).toBeLessThanOrEqual(MOST_READ_BY_PART)
    const names: string[] = answer.body.edges.map(({ node }: { node: { firstName: string; lastName: string } }) =>
      `${node.firstName} ${node.lastName}`.toLowerCase(),
    )
    for (const each of names) expect(each).toContain(name)
    expect(names).toEqual(names.toSorted())
  })

  it('members of a small group or of a lead are found without reading the others', async () => {
    for (const answer of [await admin.get(`/api/members?inGroupId=${groupId}`), await lead.get('/api/members')]) {
      expect(answer.body.edges.length).toBeLessThan(10)
      expect(readRows(answer)).toBeLessThanOrEqual(MOST_READ)
    }
  })

  it('the member select shows twenty at first and reads no more', async () => {
    const answer = await admin.get('/api/member-select-options')
    expect(answer.body.edges).toHaveLength(20)
    expect(readRows(answer)).toBeLessThanOrEqual(MOST_READ)
  })

  it('the CSV export has every member', async () => {
    const answer = await admin.get('/api/members.csv')
    expect(answer.body.trim().split('\r\n')).toHaveLength(MANY + 3)
  })

  it('a renamed person is found by the new name only', async () => {
    const person = await company.addPerson({ name: 'Xanthippe Quux' })
    const found = async (name: string): Promise<number> =>
      (await admin.get(`/api/members?name=${encodeURIComponent(name)}`)).body.edges.length
    expect([await found('PPE Q'), await found('ux'), await found('Zywiec')]).toEqual([1, 1, 0])
    const renamed = await admin.post(`/api/member/${person.userId}/update`, { lastName: 'Zywiec' })
    expect(renamed.status, JSON.stringify(renamed.body)).toBe(200)
    expect([await found('PPE Q'), await found('ppe z'), await found('Zywiec')]).toEqual([0, 1, 1])
  })
})
