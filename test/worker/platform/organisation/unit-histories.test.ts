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

const messagesOf = async (targetType: string, targetId: string) =>
  (await admin.get(`/api/audit-logs?targetType=${targetType}&targetId=${targetId}`)).body.edges.map(
    ({ node }: { node: { message: string } }) => node.message,
  )

it('units say who was placed in them when a member is added', async () => {
  const groupId = await company.add('groups', 'Tour guides')
  const departmentId = await company.add('departments', 'Tours')
  const added = await admin.post('/api/member/new', {
    ...{ email: `${crypto.randomUUID()}@people.test`, firstName: 'Nia', lastName: 'Okoye', sendNewMemberEmail: false },
    ...{ groupIds: [groupId], departmentIds: [departmentId] },
  })
  expect(added.status, JSON.stringify(added.body)).toBe(200)
  expect(await messagesOf('GROUP', groupId)).toEqual(['Added Nia Okoye to the group Tour guides'])
  expect(await messagesOf('DEPARTMENT', departmentId)).toEqual(['Added Nia Okoye to the department Tours'])
})

it('units say once for a file who it placed in them, and who left them when it was undone', async () => {
  const departmentId = await company.add('departments', 'Harbor')
  const file = ['Email,First name,Last name,Departments']
  for (const name of ['Ana', 'Bo']) file.push(`${crypto.randomUUID()}@people.test,${name},File,Harbor`)
  const form = new FormData()
  form.set('file', new File([file.join('\n')], 'people.csv'))
  const { id } = (await admin.call('POST', '/api/member-imports', { body: form })).body
  const found = (await admin.get(`/api/member-imports/${id}`)).body
  const step = async (name: string, version: number, body: object = {}) => {
    const answer = await admin.post(`/api/member-imports/${id}/${name}`, { version, ...body })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const mapping = found.columns.map(({ field }: { field: string | null }) => field)
  const { version } = await step('check', found.version, { mapping, createsDepartments: false })
  const imported = await step('start', version)
  const added = 'Added Ana File and Bo File to the department Harbor'
  expect(await messagesOf('DEPARTMENT', departmentId)).toEqual([added])
  await step('undo', imported.version)
  expect(await messagesOf('DEPARTMENT', departmentId)).toEqual([
    'Removed Ana File and Bo File from the department Harbor',
    added,
  ])
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
