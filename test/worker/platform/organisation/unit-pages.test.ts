import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Units that most people of a large company are in. */

const MANY = 170

let company: TestCompany
let admin: Client

beforeAll(async () => {
  company = await makeCompany(['enableBusinessUnits'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const numbers = `WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < ${MANY - 1})`
  // Several have one name.
  await run(
    `${numbers} INSERT INTO users (id, email, first_name, last_name, created_at)
       SELECT ?1 || '-m' || i, ?1 || '-m' || i || '@people.test', 'Walter', 'Member ' || (i * 7 % 5), 0 FROM n`,
    company.id,
  )
  await run(
    `${numbers} INSERT INTO company_memberships (company_id, user_id, created_at) SELECT ?1, ?1 || '-m' || i, 0 FROM n`,
    company.id,
  )
})

const UNITS = [
  { path: 'groups', table: 'groups', field: 'groupById', id: 'groupId' },
  { path: 'departments', table: 'departments', field: 'departmentById', id: 'departmentId' },
  { path: 'business-units', table: 'business_units', field: 'businessUnitById', id: 'businessUnitId' },
]

describe.each(UNITS)('one of the $path', ({ path, table, field, id: idName }) => {
  const make = async (): Promise<string> => {
    const id = await company.add(table as 'groups', `Large ${newId()}`)
    const [of, column] = [table.replace(/s$/, '_members'), `${table.replace(/s$/, '')}_id`]
    await run(
      `INSERT INTO ${of} (company_id, ${column}, user_id, name_key)
       SELECT ?1, ?2, user_id, name_key FROM company_memberships WHERE company_id = ?1 AND user_id LIKE ?1 || '-m%'`,
      ...[company.id, id],
    )
    return id
  }

  it('its pages have each member once, by name, and each reads few rows', async () => {
    const id = await make()
    const pages: { name: string; id: string }[][] = []
    for (let cursor: string | null = ''; cursor !== null; ) {
      const { body, headers } = await admin.get(`/api/${path}/${id}${cursor && `?cursor=${cursor}`}`)
      expect(body.memberCount).toBe(MANY)
      expect(Number(/read=(\d+)/.exec(headers.get('Server-Timing') ?? '')?.[1])).toBeLessThan(300)
      pages.push(
        body.companyMemberships.map((member: { id: string; lastName: string }) => ({
          name: member.lastName,
          id: member.id,
        })),
      )
      cursor = body.membersCursor
    }
    expect(pages.map((page) => page.length)).toEqual([80, 80, 10])
    const all = pages.flat()
    expect(new Set(all.map((member) => member.id)).size).toBe(MANY)
    expect(all.map(({ name }) => name)).toEqual(all.map(({ name }) => name).toSorted())
  })

  it('GraphQL answers with the same pages', async () => {
    const id = await make()
    const asked = `query ($id: ID!, $after: String) {
      ${field}(${idName}: $id, after: $after) { membersCursor companyMemberships { id } }
    }`
    const first = (await admin.graphql(asked, { id })).body.data[field]
    const second = (await admin.graphql(asked, { id, after: first.membersCursor })).body.data[field]
    const { body } = await admin.get(`/api/${path}/${id}?cursor=${first.membersCursor}`)
    expect(second.companyMemberships.map((member: { id: string }) => member.id)).toEqual(
      body.companyMemberships.map((member: { id: string }) => member.id),
    )
    expect(second.membersCursor).toBe(body.membersCursor)
  })
})
