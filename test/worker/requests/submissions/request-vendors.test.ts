import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { codeOf, fieldsOf } from '../../../support/worker/doors.ts'
import { type Category, file, makeCategory, rule, save } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Vendors that people link to a request, besides those in its answers, and the Ironclad part of a request. */

let company: TestCompany
let requester: Client
let approver: Client
let outsider: Client
let admin: Client
let category: Category
let named: string
let second: string
let gone: string

beforeAll(async () => {
  company = await makeCompany()
  const approving = await company.addPerson({ name: 'Abe Approver' })
  requester = await signIn(company, await company.addPerson({ name: 'Rita Requester' }))
  approver = await signIn(company, approving)
  outsider = await signIn(company, await company.addPerson())
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  category = await makeCategory(admin, { levels: [[rule('legal', { approverUserIds: [approving.userId] })]] })
  ;[named, second, gone] = [
    await company.add('vendors', 'Northwind'),
    await company.add('vendors', 'Acme'),
    await company.add('vendors', 'Bygone'),
  ]
  await run('UPDATE vendors SET archived_at = 1 WHERE id = ?', gone)
})

const make = () => file(requester, category.id, { title: 'Laptops', vendor: named })
const path = (id: string) => `/api/intake-submission/${id}/vendors`
const vendorsOf = async (client: Client, id: string) => {
  const { answerVendors, associatedVendors } = (await client.get(`/api/intake-submission/${id}`)).body
  return { answerVendors, associatedVendors }
}
const logOf = async (id: string) =>
  (await admin.get(`/api/audit-logs?targetType=INTAKE_SUBMISSION&targetId=${id}`)).body.edges.map(
    (edge: { node: { message: string } }) => edge.node.message,
  )

describe('the vendors of a request', () => {
  it('a request’s vendors are those in its answers and those linked to it', async () => {
    const id = await make()
    expect((await approver.post(path(id), { vendorIds: [second, second] })).body).toEqual({ id })
    expect(await vendorsOf(requester, id)).toEqual({
      answerVendors: [{ id: named, name: 'Northwind' }],
      associatedVendors: [{ id: second, name: 'Acme', canRemove: true }],
    })
    expect(await logOf(id)).toContain('Abe Approver linked Acme')
  })

  it('linking a vendor again, or by two at once, links it once', async () => {
    const id = await make()
    const answers = await Promise.all([1, 2].map(() => approver.post(path(id), { vendorIds: [second] })))
    await approver.post(path(id), { vendorIds: [second] })
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await vendorsOf(approver, id)).associatedVendors).toHaveLength(1)
    await approver.post(path(id), { vendorIds: [named] })
    expect((await vendorsOf(approver, id)).associatedVendors).toHaveLength(1)
  })

  it('only the company’s unarchived vendors can be linked', async () => {
    const id = await make()
    const elsewhere = await makeCompany()
    for (const vendorId of [newId(), await elsewhere.add('vendors', 'Foreign')]) {
      const answer = await requester.post(path(id), { vendorIds: [second, vendorId] })
      expect(fieldsOf(answer)).toEqual({ vendorIds: 'One of the vendors does not exist' })
    }
    expect(fieldsOf(await requester.post(path(id), { vendorIds: [gone] }))).toEqual({
      vendorIds: 'Bygone is archived. Unarchive it first, or choose another one.',
    })
    expect(fieldsOf(await requester.post(path(id), { vendorIds: [] }))).toEqual({
      vendorIds: 'Choose at least one vendor',
    })
    expect((await vendorsOf(requester, id)).associatedVendors).toEqual([])
  })

  it('only people who see the request can link vendors, and not to drafts', async () => {
    const id = await make()
    expect(codeOf(await outsider.post(path(id), { vendorIds: [second] }))).toBe('NOT_FOUND')
    const draft = await save(requester, category.id, { title: 'Later' }, { isDraft: true })
    expect(codeOf(await requester.post(path(draft.body.id), { vendorIds: [second] }))).toBe('RULE_BROKEN')
  })

  it('the person who linked a vendor, the requester and admins can remove it unless an answer names it', async () => {
    const id = await make()
    await admin.post(path(id), { vendorIds: [second] })
    expect((await vendorsOf(approver, id)).associatedVendors[0].canRemove).toBe(false)
    expect(codeOf(await approver.call('DELETE', `${path(id)}/${second}`))).toBe('FORBIDDEN')
    expect(codeOf(await requester.call('DELETE', `${path(id)}/${named}`))).toBe('NOT_FOUND')
    expect((await requester.call('DELETE', `${path(id)}/${second}`)).status).toBe(204)
    expect(codeOf(await requester.call('DELETE', `${path(id)}/${second}`))).toBe('NOT_FOUND')
    expect(await logOf(id)).toContain('Rita Requester removed Acme')
    expect((await vendorsOf(approver, id)).associatedVendors).toEqual([])
  })
})

describe('while Ironclad is not connected', () => {
  it('requests have no Ironclad values, and categories no Ironclad workflows', async () => {
    const id = await make()
    expect((await requester.get(`/api/intake-submission/${id}/ironclad-values`)).body).toEqual([])
    expect(codeOf(await outsider.get(`/api/intake-submission/${id}/ironclad-values`))).toBe('NOT_FOUND')
    const workflows = `/api/intake-categories/${category.id}/ironclad-workflows`
    expect((await admin.get(workflows)).body).toEqual({ connected: false, workflows: [] })
    const refused = await admin.post(workflows, { templateIds: ['contract'] })
    const none = await admin.post(workflows, { templateIds: [] })
    expect([none.status, none.body]).toEqual([200, { connected: false, workflows: [] }])
    expect([refused.status, refused.body.message]).toEqual([422, 'Ironclad is not connected'])
    expect((await requester.get(workflows)).status).toBe(403)
  })
})
