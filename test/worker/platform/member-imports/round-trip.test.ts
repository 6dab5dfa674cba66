import Papa from 'papaparse'
import { expect, it } from 'vitest'
import type { MemberImport } from '../../../../schema/platform/member-imports/endpoints.ts'
import { newId } from '../../../../worker/core/clock.ts'
import { type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** The file of the list of members, imported again: by the company that it is of, and by another with the same units. */

const checked = async (client: Client, text: string): Promise<MemberImport> => {
  const form = new FormData()
  form.set('file', new File([text], 'members.csv'))
  const { body } = await client.call('POST', '/api/member-imports', { body: form })
  const found: MemberImport = (await client.get(`/api/member-imports/${body.id}`)).body
  const answer = await client.post(`/api/member-imports/${found.id}/check`, {
    version: found.version,
    mapping: found.columns.map(({ field }) => field),
    createsDepartments: true,
  })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}
interface Row {
  email: string
  outcome: string
  problems: { level: string; message: string }[]
}
const rowsOf = async (client: Client, { id }: { id: string }): Promise<Row[]> =>
  (await client.get(`/api/member-imports/${id}/rows?first=100`)).body.edges.map((edge: { node: Row }) => edge.node)

it('members with roles, departments and managers by name fit into another company', async () => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'], name: 'Ada Root' }))
  const boss = await company.addPerson({ name: 'Omar Boss', flags: ['hasUserAdminAccess'] })
  const finance = await company.add('departments', 'Finance; Tax')
  const lead = await company.addPerson({ name: 'Dana Okafor', managerUserId: boss.userId })
  const legal = await company.add('departments', 'Legal')
  await company.addToDepartment(legal, lead.userId, true)
  expect(finance).toBeTruthy()
  const text = String((await admin.get('/api/members.csv')).body)
  expect(Papa.parse<Record<string, string>>(text.replace('\uFEFF', ''), { header: true }).data).toContainEqual(
    expect.objectContaining({ Email: lead.email, Manager: 'Omar Boss', 'Approves for departments': 'Legal' }),
  )

  const own = await rowsOf(admin, await checked(admin, text))
  expect(own.map(({ outcome }) => outcome)).toEqual(['SKIP', 'SKIP', 'SKIP'])

  const other = await makeCompany()
  const elsewhere = await signIn(other, await other.addPerson({ flags: ['hasAdminAccess'] }))
  const renamed = text.replaceAll('@people.test', `-${newId()}@people.test`)
  const found = await checked(elsewhere, renamed)
  const rows = await rowsOf(elsewhere, found)
  expect(rows.flatMap(({ problems }) => problems.filter(({ level }) => level === 'ERROR'))).toEqual([])
  expect(rows.map(({ outcome }) => outcome)).toEqual(['CREATE', 'CREATE', 'CREATE'])
  const started = await elsewhere.post(`/api/member-imports/${found.id}/start`, { version: found.version })
  expect(started.status, JSON.stringify(started.body)).toBe(200)
  const again = String((await elsewhere.get('/api/members.csv?name=Dana')).body)
  expect(Papa.parse<Record<string, string>>(again.replace('\uFEFF', ''), { header: true }).data[0]).toMatchObject({
    ...{ 'First name': 'Dana', 'Last name': 'Okafor', Manager: 'Omar Boss', Departments: 'Legal' },
    'Approves for departments': 'Legal',
  })
})

it('a manager called by a name that two have is refused', async () => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  for (let i = 0; i < 2; i += 1) await company.addPerson({ name: 'Sam Twice' })
  const text = `Email,First name,Last name,Manager\n${newId()}@people.test,A,B,Sam Twice`
  const [row] = await rowsOf(admin, await checked(admin, text))
  expect(row).toMatchObject({
    outcome: 'BAD',
    problems: [{ message: 'Several members are called Sam Twice. Use the email address' }],
  })
})
