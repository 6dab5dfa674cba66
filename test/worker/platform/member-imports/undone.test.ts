import { expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { rowCounts } from '../../../support/worker/contract.ts'
import { makeCategory, rule } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeCompany, signIn } from '../../../support/worker/world.ts'

it('a department that an undone import takes away is forgotten by the views that name it', async () => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const name = `Short-lived ${newId()}`
  const form = new FormData()
  form.set(
    'file',
    new File([`First name,Last name,Email,Department\nAda,Lund,${newId()}@people.test,${name}`], 'a.csv'),
  )
  const { id } = (await admin.call('POST', '/api/member-imports', { body: form })).body
  const step = async (path: string, more: object = {}) => {
    const { version } = (await admin.get(`/api/member-imports/${id}`)).body
    const answer = await admin.post(`/api/member-imports/${id}/${path}`, { version, ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const { columns } = (await admin.get(`/api/member-imports/${id}`)).body
  const mapping = columns.map(({ field }: { field: string | null }) => field)
  await step('check', { mapping, createsDepartments: true })
  await step('start')
  const [department] = await rows<{ id: string }>('SELECT id FROM departments WHERE company_id = ?', company.id)
  const other = await company.add('departments', `Stays ${newId()}`)
  const saved = await admin.post('/api/services/by-filter', {
    label: 'Both',
    filters: { departmentIds: [department?.id, other] },
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  await step('undo', { isRehearsal: true })
  expect(await rows('SELECT id FROM departments WHERE company_id = ?', company.id)).toHaveLength(2)
  await step('undo')
  expect(await rows('SELECT id FROM departments WHERE company_id = ?', company.id)).toEqual([{ id: other }])
  expect((await admin.get('/api/services/views')).body).toMatchObject([{ filters: { departmentIds: [other] } }])
})

it('a rehearsal of undoing an import names who stays and what others built on them, and changes nothing', async () => {
  const company = await makeCompany()
  const admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const people = ['Gone', 'Owner', 'Approver', 'Boss', 'Below'].map((name) => ({
    name,
    email: `${newId()}@people.test`,
  }))
  const boss = people[3]?.email
  const lines = people.map(({ name, email }) => `${name},Person,${email},${name === 'Below' ? boss : ''}`)
  const form = new FormData()
  form.set('file', new File([['First name,Last name,Email,Manager', ...lines].join('\n')], 'people.csv'))
  const { id } = (await admin.call('POST', '/api/member-imports', { body: form })).body
  const read = async () => (await admin.get(`/api/member-imports/${id}`)).body
  const step = async (path: string, more: object = {}) => {
    const answer = await admin.post(`/api/member-imports/${id}/${path}`, { version: (await read()).version, ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    return answer.body
  }
  const { columns } = await read()
  await step('check', { mapping: columns.map(({ field }: { field: string | null }) => field) })
  await step('start')
  const made = (await admin.get(`/api/member-imports/${id}/rows`)).body.edges.map(
    ({ node }: { node: { memberId: string } }) => node.memberId,
  )
  await admin.post('/api/vendors', { name: `Vendor ${newId()}`, owners: [made[1]], paymentMethod: 'ACH' })
  const { workflowId } = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [made[2]] })]] })
  expect(workflowId).toBeTruthy()
  await admin.post(`/api/member/${made[4]}/update`, { title: 'Someone’s' })
  const before = await rowCounts()
  const { rehearsal, status } = await step('undo', { isRehearsal: true })
  expect(rehearsal).toMatchObject({ leaving: 1, stayingCount: 4 })
  expect(new Map(rehearsal.staying.map((one: { name: string; reason: string }) => [one.name, one.reason]))).toEqual(
    new Map([
      ['Owner Person', 'There are vendors they own or sign for'],
      ['Approver Person', expect.stringContaining('workflow')],
      ['Boss Person', 'They manage Below Person'],
      ['Below Person', 'Someone changed them since the import'],
    ]),
  )
  expect({ status, now: (await read()).status, rows: await rowCounts() }).toEqual({
    status: 'DONE',
    now: 'DONE',
    rows: before,
  })
})
