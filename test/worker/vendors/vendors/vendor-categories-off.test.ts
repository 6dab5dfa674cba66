import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { question } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** A company that had vendor categories and turned them off. */

let company: TestCompany
let person: TestPerson
let admin: Client
let categoryId: string
let vendorId: string
let hash: string

const ok = async (answer: Promise<{ status: number; body: unknown }>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers freely
  return body as any
}

beforeAll(async () => {
  company = await makeCompany([])
  person = await company.addPerson({ flags: ['hasAdminAccess'] })
  admin = await signIn(company, person)
  // They exist unless turned off.
  categoryId = (await ok(admin.post('/api/vendors/categories', { name: 'Software' }))).id
  await ok(
    admin.post('/api/custom-form-fields', {
      vendorFormFields: [question('seats', 'NUMBER', { label: 'Seats' })],
      serviceFormFields: [],
      serviceItemFormFields: [],
      vendorCategoryId: categoryId,
      version: 0,
    }),
  )
  const vendorCategories = [{ vendorCategoryId: categoryId, fields: [{ questionId: 'seats', value: 12 }] }]
  const body = { name: `Acme ${newId()}`, owners: [person.userId], paymentMethod: 'ACH', vendorCategories }
  vendorId = (await ok(admin.post('/api/vendors', body))).id
  hash = (await ok(admin.post('/api/vendors/by-filter', { filters: { vendorCategoryId: categoryId } }))).hash
  await run('UPDATE companies SET flags = ? WHERE id = ?', '{"enableVendorCategories":false}', company.id)
})

const put = (body: object) => admin.call('PUT', `/api/vendors/${vendorId}`, { body })
const stored = async () =>
  (await rows<{ ids: string }>('SELECT category_ids AS ids FROM vendors WHERE id = ?', vendorId))[0]?.ids

describe('without vendor categories', () => {
  it('no answer shows a category', async () => {
    expect((await ok(admin.get(`/api/vendors/${vendorId}`))).vendorCategories).toEqual([])
    const { edges } = await ok(admin.get('/api/vendors'))
    expect(edges).toMatchObject([{ node: { id: vendorId, vendorCategories: [] } }])
    const { steps } = await ok(admin.get(`/api/vendors/${vendorId}/custom-fields`))
    expect(steps.flatMap(({ fields }: { fields: { label: string }[] }) => fields)).toEqual([])
    expect(await ok(admin.get('/api/vendors/filter-options'))).toEqual([])
    expect(await ok(admin.get('/api/vendors/categories'))).toEqual([])
    expect((await ok(admin.get('/api/vendors/categories/select-options'))).edges).toEqual([])
    expect((await admin.get(`/api/vendors/categories/${categoryId}`)).status).toBe(404)
    expect((await admin.get(`/api/custom-form-fields?vendorCategoryId=${categoryId}`)).status).toBe(404)
    const read = '{ vendors(first: 5) { edges { node { vendorCategories { name } } } } }'
    const { data } = (await admin.graphql(read)).body
    expect(data.vendors.edges).toEqual([{ node: { vendorCategories: [] } }])
  })

  it('the CSV file of vendors has no category column', async () => {
    const csv = String((await admin.get(`/api/vendors/by-filter/${hash}.csv`)).body)
    expect(csv).toContain('Acme')
    expect(csv).not.toMatch(/Vendor categories|Software/)
  })

  it('filtering by category is refused, and a saved category filter is ignored', async () => {
    const refused = await admin.get(`/api/vendors?vendorCategoryId=${categoryId}`)
    expect(refused).toMatchObject({ status: 400, body: { fields: { vendorCategoryId: /\S/ } } })
    expect((await admin.post('/api/vendors/by-filter', { filters: { vendorCategoryId: newId() } })).status).toBe(400)
    expect((await ok(admin.get(`/api/vendors/by-filter/${hash}`))).edges).toHaveLength(1)
  })

  it('no category can be written, and a vendor’s existing one stays through every change', async () => {
    const vendorCategories = [{ vendorCategoryId: categoryId }]
    expect(await put({ vendorCategories })).toMatchObject({ status: 400, body: { fields: { vendorCategories: /\S/ } } })
    await ok(put({ description: 'Boxes', vendorCategories: [] }))
    expect(await stored()).toBe(JSON.stringify([categoryId]))
    expect((await admin.post('/api/vendors/categories', { name: 'Hardware' })).status).toBe(422)
    await run('UPDATE companies SET flags = ? WHERE id = ?', '{}', company.id)
    const { steps } = await ok(admin.get(`/api/vendors/${vendorId}/custom-fields`))
    expect(steps.flatMap(({ fields }: { fields: { value: unknown }[] }) => fields)).toMatchObject([{ value: 12 }])
  })
})
