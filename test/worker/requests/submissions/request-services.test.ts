import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, FORM, file, makeCategory, question, rule, save, step } from '../../../support/worker/intake.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** The services of a request: chosen in its answers, or linked to it later. */

let company: TestCompany
let admin: Client
let requester: Client
let category: Category
let vendorId: string

beforeAll(async () => {
  company = await makeCompany()
  const approver = await company.addPerson({ flags: ['hasAdminAccess'] })
  admin = await signIn(company, approver)
  requester = await signIn(company, await company.addPerson())
  vendorId = await company.add('vendors', 'Acme Cloud')
  category = await makeCategory(admin, {
    form: [...FORM, step('services', [question('renewed', 'SERVICE_SELECT', { label: 'What is renewed?' })], 2)],
    levels: [[rule('agree', { approverUserIds: [approver.userId] })]],
  })
})

const make = async (name: string, client = admin, vendor = vendorId): Promise<string> =>
  (await client.post('/api/services', { name, vendorId: vendor })).body.id
const linkedOf = async (id: string): Promise<string[]> =>
  (await requester.get(`/api/intake-submission/${id}/linked-services`)).body.map((s: { name: string }) => s.name)

describe('a question that asks for a service', () => {
  it('the question takes a service of the company, and the request names it with its question', async () => {
    const renewed = await make('Hosting')
    const id = await file(requester, category.id, { title: 'Renewal', renewed })
    const { body } = await requester.get(`/api/intake-submission/${id}/services-from-answers`)
    expect(body).toMatchObject([
      { id: renewed, name: 'Hosting', vendor: { name: 'Acme Cloud' }, question: 'What is renewed?' },
    ])
    const answers = (await requester.get(`/api/intake-submission/${id}/answers`)).body.answers
    expect(JSON.stringify(answers)).toContain('Hosting')
  })

  it('a service of another company is refused', async () => {
    const elsewhere = await makeCompany()
    const stranger = await signIn(elsewhere, await elsewhere.addPerson({ flags: ['hasAdminAccess'] }))
    const theirs = await make('Theirs', stranger, await elsewhere.add('vendors'))
    const answer = await save(requester, category.id, { title: 'No', renewed: theirs })
    expect(answer.status).toBe(400)
    expect(Object.keys(fieldsOf(answer)).join()).toContain('renewed')
    const linking = await requester.post(
      `/api/intake-submission/${await file(requester, category.id, { title: 'Yes' })}/services`,
      {
        serviceIds: [theirs],
      },
    )
    expect(fieldsOf(linking)).toEqual({ serviceIds: 'One of the services does not exist' })
  })

  it('services are offered by name, without archived ones', async () => {
    const old = await make('Options old')
    await make('Options new')
    await admin.post('/api/services/archive', { serviceIds: [old], archived: true })
    const { body } = await requester.get('/api/service-select-options?search=options')
    expect(body.edges.map((edge: { node: { label: string } }) => edge.node.label)).toEqual(['Options new'])
  })
})

describe('services linked to a request', () => {
  it('linked services appear in the history once and can be removed by the person who linked them', async () => {
    const [mail, backup] = [await make('Mail'), await make('Backup')]
    const id = await file(requester, category.id, { title: 'Linked' })
    const link = (serviceIds: string[]) => requester.post(`/api/intake-submission/${id}/services`, { serviceIds })
    expect((await link([mail])).status).toBe(200)
    expect((await link([mail, backup])).status).toBe(200)
    expect(await linkedOf(id)).toEqual(['Backup', 'Mail'])
    const removed = await requester.call('DELETE', `/api/intake-submission/${id}/services/${mail}`)
    expect(removed.status).toBe(204)
    expect(await linkedOf(id)).toEqual(['Backup'])
    expect((await requester.call('DELETE', `/api/intake-submission/${id}/services/${mail}`)).status).toBe(404)
    const { body } = await requester.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${id}`)
    const actions = body.edges.map((edge: { node: { action: string } }) => edge.node.action)
    expect(actions.filter((action: string) => action.includes('service'))).toEqual([
      'intake-submission.service-removed',
      'intake-submission.services-added',
      'intake-submission.services-added',
    ])
  })

  it('deleting a service removes its links', async () => {
    const service = await make('Short-lived')
    const id = await file(requester, category.id, { title: 'Left behind' })
    await requester.post(`/api/intake-submission/${id}/services`, { serviceIds: [service] })
    expect((await admin.call('DELETE', `/api/services/${service}`)).status).toBe(200)
    expect(await linkedOf(id)).toEqual([])
  })
})
