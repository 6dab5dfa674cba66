import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../worker/core/clock.ts'
import { ok } from '../support/worker/answers.ts'
import { makeCategory, question, rule, step } from '../support/worker/intake.ts'
import { makeDocument } from '../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestPerson } from '../support/worker/world.ts'

/** Like contract-fields.test.ts, for configuration, vendors and services, and for what a program is told. */

let admin: Client
let owner: TestPerson
let category: { id: string; workflowId: string }

beforeAll(async () => {
  const company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  owner = await company.addPerson({ name: 'Olga Owner' })
  const approver = await company.addPerson({ name: 'Abe Approver' })
  category = await makeCategory(admin, {
    levels: [[rule('legal', { approverUserIds: [approver.userId] })]],
  })
})

const put = (path: string, body: unknown) => admin.call('PUT', path, { body })

describe('request configuration', () => {
  it('categories and workflows can be created, changed and ordered without versions', async () => {
    const name = `Travel ${newId()}`
    const { id } = await ok(
      admin.post('/api/intake-categories', { name, description: 'Trips', type: 'INTERNAL', enableAssignees: true }),
    )
    expect(await ok(admin.get(`/api/intake-categories/${id}/settings`))).toMatchObject({ enableAssignees: true })
    const path = `/api/intake-categories/${id}`
    await ok(put(path, { name: `${name}!`, description: 'All trips', enableAssignees: false }))
    await ok(put('/api/intake-categories', [{ id, name: `${name}?`, description: 'Far', ordinal: 7 }]))
    const all = await ok(admin.get('/api/intake-categories/for-settings'))
    const found = all.find((one: { id: string }) => one.id === id)
    expect(found).toMatchObject({ name: `${name}?`, description: 'Far', ordinal: 7, enableAssignees: false })
    await ok(admin.post(`${path}/settings`, { dashboardCustomColumns: [] }))
    const { levels } = await ok(admin.get(`/api/intake-workflow/${category.workflowId}`)).then((one) => one.definition)
    await ok(admin.post(`/api/intake-workflow/${category.workflowId}/levels`, { levels }))
    expect((await ok(admin.get(`/api/intake-workflow/${category.workflowId}`))).definition.levels).toEqual(levels)
  })
})

describe('vendors and services', () => {
  const vendorBody = () => ({ name: `Vendor ${newId()}`, owners: [owner.userId], paymentMethod: 'ACH' })

  it('vendors and services can be changed without a version, and the history shows what was replaced', async () => {
    const { id } = await ok(admin.post('/api/vendors', vendorBody()))
    await ok(put(`/api/vendors/${id}`, { ...vendorBody(), name: `First ${id}`, description: 'One' }))
    await ok(put(`/api/vendors/${id}`, { ...vendorBody(), name: `First ${id}`, description: 'Two' }))
    expect(await ok(admin.get(`/api/vendors/${id}`))).toMatchObject({ description: 'Two' })
    const log = await ok(admin.get(`/api/audit-logs?targetType=VENDOR&targetId=${id}`))
    expect(log.edges[0].node.changeData).toMatchObject({
      before: { description: 'One' },
      after: { description: 'Two' },
    })
    const service = await ok(admin.post('/api/services', { name: 'Hosting', vendorId: id }))
    const [first, second] = [await makeDocument(admin, 'Order.pdf'), await makeDocument(admin, 'Terms.pdf')]
    const documentsOf = async () =>
      (await ok(admin.get(`/api/services/${service.id}`))).relatedDocuments.map((one: { id: string }) => one.id).sort()
    await ok(put(`/api/services/${service.id}`, { documentIds: [first] }))
    expect(await documentsOf()).toEqual([first])
    await ok(put(`/api/services/${service.id}`, { name: 'Hosting', documentIds: [second] }))
    expect(await documentsOf()).toEqual([second])
    await ok(put(`/api/services/${service.id}`, { name: 'Hosting, small' }))
    expect(await documentsOf()).toEqual([second])
    const unknown = await put(`/api/services/${service.id}`, { name: 'Not this', documentIds: [newId()] })
    expect(unknown).toMatchObject({ status: 400, body: { fields: { documentIds: /\S/ } } })
    await ok(put(`/api/services/${service.id}`, { documentIds: [] }))
    expect(await documentsOf()).toEqual([])
    await ok(put(`/api/services/${service.id}`, { name: 'Hosting, large' }))
    expect((await ok(admin.get(`/api/services/${service.id}`))).name).toBe('Hosting, large')
  })

  it('accounting vendors are refused while no accounting system is connected, with the reason', async () => {
    const { id } = await ok(admin.post('/api/vendors', { ...vendorBody(), erpVendors: [] }))
    const refused = await put(`/api/vendors/${id}`, { erpVendors: ['1234'] })
    expect(refused).toMatchObject({ status: 400, body: { fields: { erpVendors: /accounting system/ } } })
    const made = await admin.post('/api/vendors', { ...vendorBody(), erpVendors: [{ id: '1' }] })
    expect(made).toMatchObject({ status: 400, body: { fields: { erpVendors: /accounting system/ } } })
  })

  it('vendors can be filtered by the fields of their category', async () => {
    const vendorCategory = await ok(admin.post('/api/vendors/categories', { name: `Cloud ${newId()}` }))
    const field = question('region', 'CUSTOM_SELECT', {
      label: 'Region',
      options: [{ id: 'eu', label: 'Europe', parentId: null, ordinal: 0 }],
    })
    await ok(
      admin.post('/api/custom-form-fields', {
        vendorFormFields: step('x', [field]).questions,
        serviceFormFields: [],
        serviceItemFormFields: [],
        vendorCategoryId: vendorCategory.id,
      }),
    )
    const stored = await ok(admin.get(`/api/custom-form-fields?vendorCategoryId=${vendorCategory.id}`))
    const [{ id: questionId, options }] = stored.vendorFormFields
    const vendorCategories = [{ vendorCategoryId: vendorCategory.id, fields: [{ questionId, value: options[0].id }] }]
    const { id } = await ok(admin.post('/api/vendors', { ...vendorBody(), vendorCategories }))
    const query = new URLSearchParams([
      ['answerFilters[]', 'Region'],
      ['answerFilters[]', 'Europe'],
    ])
    const { edges } = await ok(admin.get(`/api/vendors?${query}`))
    expect(edges.map(({ node }: { node: { id: string } }) => node.id)).toEqual([id])
    const byName = await ok(
      admin.get('/api/vendors?orderBy[by][]=servicesCount&orderBy[by][]=name&orderBy[dir][]=ASC&orderBy[dir][]=DESC'),
    )
    const names = byName.edges
      .filter(({ node }: { node: { servicesCount: number } }) => node.servicesCount === 0)
      .map(({ node }: { node: { name: string } }) => node.name.toLowerCase())
    expect(names).toEqual([...names].sort().reverse())
  })
})

describe('errors', () => {
  it('errors are in plain words, without types or choices from the schema', async () => {
    const { body, status } = await admin.post('/api/intake-categories', { name: 5, type: 'NO_SUCH' })
    expect({ status, fields: body.fields }).toEqual({
      status: 400,
      fields: { name: 'Enter text', type: 'Isn’t a valid option' },
    })
    const posted = await admin.post('/api/vendors/archive')
    expect(posted.body.fields).toMatchObject({ vendorIds: 'Required' })
  })
})
