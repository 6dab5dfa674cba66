import { expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
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
  await step('undo')
  expect(await rows('SELECT id FROM departments WHERE company_id = ?', company.id)).toEqual([{ id: other }])
  expect((await admin.get('/api/services/views')).body).toMatchObject([{ filters: { departmentIds: [other] } }])
})
