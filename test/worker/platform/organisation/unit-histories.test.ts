import { beforeAll, expect, it } from 'vitest'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Who came to a unit and left it is in the unit's history, whatever the door. */

let company: TestCompany
let admin: Client
let person: TestPerson
beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableBusinessUnits'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  person = await company.addPerson({ name: 'Omar Haddad' })
})

const historyOf = async (unitId: string) =>
  (
    await rows<{ action: string }>(
      'SELECT full_action AS action FROM audit_log WHERE company_id = ? AND target_id = ? ORDER BY occurred_at, id',
      ...[company.id, unitId],
    )
  ).map(({ action }) => action)

it.each([
  ['groups', 'groupIds', 'group'],
  ['departments', 'departmentIds', 'department'],
  ['business_units', 'businessUnitIds', 'business-unit'],
] as const)('%s say who was placed in them and taken out on the member’s page', async (table, field, slug) => {
  const [one, other] = [await company.add(table, `One of ${slug}`), await company.add(table, `Other of ${slug}`)]
  const save = async (ids: string[]) => {
    const answer = await admin.post(`/api/member/${person.userId}/update`, { [field]: ids })
    expect(answer.status).toBe(200)
  }
  await save([one])
  await save([other])
  expect(await historyOf(one)).toEqual([`${slug}.members-added`, `${slug}.member-removed`])
  expect(await historyOf(other)).toEqual([`${slug}.members-added`])
})

it.each([
  ['groups', 'groups', 'group'],
  ['departments', 'departments', 'department'],
  ['business_units', 'business-units', 'business unit'],
] as const)('a member’s own history says it too when it is done on the page of their %s', async (table, path, noun) => {
  const someone = await company.addPerson({ name: 'Ines Prado' })
  const unitId = await company.add(table, `Door of ${noun}`)
  expect((await admin.post(`/api/${path}/${unitId}/members`, { userIds: [someone.userId] })).status).toBe(200)
  expect((await admin.call('DELETE', `/api/${path}/${unitId}/members/${someone.userId}`)).status).toBe(200)
  const { body } = await admin.get(`/api/audit-logs?targetType=MEMBER&targetId=${someone.userId}`)
  expect(body.edges.map(({ node }: { node: { message: string } }) => node.message)).toEqual([
    `Removed Ines Prado from the ${noun} Door of ${noun}`,
    `Added Ines Prado to the ${noun} Door of ${noun}`,
  ])
})
