import { beforeEach, expect, it } from 'vitest'
import { question } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { carriedOut, checkedImport } from '../../../support/worker/vendor-import-scene.ts'
import {
  type Answer,
  type Client,
  makeCompany,
  signIn,
  type TestCompany,
  type TestPerson,
} from '../../../support/worker/world.ts'

/**
 * The links and answers of services, and the links of vendors, keep what lists sort them by. Whichever command writes
 * or renames something, the copies are right.
 */

const OF_SERVICE = (table: string) =>
  `SELECT '${table}' AS place, k.service_id AS id FROM ${table} k JOIN services s ON s.id = k.service_id
    WHERE k.company_id = ?1 AND (k.vendor_key, k.name_key, k.end_date) IS NOT (s.vendor_key, lower(s.name), s.last_end_date)`
const WRONG = `
  SELECT 'services' AS place, s.id FROM services s JOIN vendors v ON v.id = s.vendor_id
   WHERE s.company_id = ?1 AND s.vendor_key IS NOT lower(v.name)
  UNION ALL SELECT 'vendor_links', k.vendor_id FROM vendor_links k JOIN vendors v ON v.id = k.vendor_id
   WHERE k.company_id = ?1 AND k.vendor_key IS NOT lower(v.name)
  UNION ALL ${OF_SERVICE('service_links')} UNION ALL ${OF_SERVICE('service_answer_values')}`

let company: TestCompany
let admin: Client
let owner: TestPerson
let other: TestPerson
let vendorId: string
let serviceId: string
let departmentId: string

const ok = async (answer: Promise<Answer>) => {
  const { status, body } = await answer
  expect(status, JSON.stringify(body)).toBeLessThan(300)
  expect(body?.errors).toBeUndefined()
  return body
}
/** How many rows of each kind there are, all of them with the right keys. */
const counted = async (): Promise<Record<string, number>> => {
  expect(await rows(WRONG, company.id)).toEqual([])
  const [counts] = await rows<Record<string, number>>(
    `SELECT (SELECT COUNT(*) FROM vendor_links WHERE company_id = ?1) AS vendorLinks,
            (SELECT COUNT(*) FROM service_links WHERE company_id = ?1) AS serviceLinks,
            (SELECT COUNT(*) FROM service_answer_values WHERE company_id = ?1) AS answers`,
    company.id,
  )
  return counts ?? {}
}
const period = (endDate: string) => ({
  ...{ startDate: '2026-01-01', endDate, totalServicePeriodCost: 1200, currency: 'USD' },
})
const makeVendor = async (name: string): Promise<string> =>
  (await ok(admin.post('/api/vendors', { name, owners: [owner.userId], paymentMethod: 'ACH' }))).id

beforeEach(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  ;[owner, other] = [await company.addPerson({ name: 'Olga Owner' }), await company.addPerson({ name: 'Otto Other' })]
  await ok(
    admin.post('/api/custom-form-fields', {
      ...{ version: 0, vendorFormFields: [], serviceItemFormFields: [] },
      serviceFormFields: [question('region', 'TEXT', { label: 'Region' })],
    }),
  )
  vendorId = await makeVendor('Yellow Tools')
  departmentId = await company.add('departments', 'Sales')
  const service = { name: 'Hosting', vendorId, ownerIds: [owner.userId], departmentIds: [departmentId] }
  const customForm = [{ stepId: 'any', fields: [{ questionId: 'region', value: 'EU' }] }]
  serviceId = (
    await ok(admin.post('/api/services', { ...service, customForm, servicePeriods: [period('2026-12-31')] }))
  ).id
})

const ALL = { vendorLinks: 1, serviceLinks: 2, answers: 1 }

it('a new vendor and a new service keep the keys in their links and answers', async () => {
  expect(await counted()).toEqual(ALL)
})

it('a service that is renamed, ends later or gets another vendor has the new keys everywhere', async () => {
  const change = (body: object) => ok(admin.call('PUT', `/api/services/${serviceId}`, { body }))
  await change({ name: 'Archive' })
  expect(await counted()).toEqual(ALL)
  await change({ servicePeriods: [period('2028-06-30')] })
  expect(await counted()).toEqual(ALL)
  await change({ vendorId: await makeVendor('Amber Tools') })
  expect(await counted()).toEqual({ ...ALL, vendorLinks: 2 })
})

it('owners and departments that come later have the keys', async () => {
  const change = (name: string, key: string, type: string, value: unknown) =>
    ok(
      admin.graphql(
        `mutation Change($ids: [ID!]!, $value: ${type}) { ${name}(serviceIds: $ids, ${key}: $value) { outcome } }`,
        { ids: [serviceId], value },
      ),
    )
  await change('updateServiceOwners', 'ownerId', 'ID!', other.userId)
  expect(await counted()).toEqual(ALL)
  const into = await company.add('departments', 'Finance')
  await ok(admin.post(`/api/departments/${departmentId}/merge`, { intoId: into }))
  expect(await counted()).toEqual(ALL)
  await change('updateServiceDepartments', 'departmentIds', '[ID!]!', [into, await company.add('departments')])
  expect(await counted()).toEqual({ ...ALL, serviceLinks: 3 })
  await ok(admin.call('PUT', `/api/vendors/${vendorId}`, { body: { owners: [owner.userId, other.userId] } }))
  expect(await counted()).toEqual({ ...ALL, vendorLinks: 2, serviceLinks: 3 })
})

it('what a disabled member owned keeps its keys for the next owner', async () => {
  const body = { enabled: false, ownedToUserId: other.userId }
  await ok(admin.post(`/api/members/${owner.userId}/enabled`, body))
  expect(await counted()).toEqual(ALL)
})

it('a renamed vendor’s services are found by its new name, also through an import', async () => {
  await ok(admin.call('PUT', `/api/vendors/${vendorId}`, { body: { name: 'Blue Tools' } }))
  expect(await counted()).toEqual(ALL)
  const { email } = other
  const file = `Name,Owners\nBLUE Tools,${email}\nCyan Tools,${email}\n`
  await carriedOut(admin, await checkedImport(admin, file, { existing: 'UPDATE' }))
  expect((await counted()).vendorLinks).toBeGreaterThan(1)
})

it('a merged vendor’s services have the remaining vendor’s keys, and their own again when the merge is undone', async () => {
  const into = await makeVendor('Green Tools')
  const merge = { fromVendorId: vendorId, version: 1, fromVersion: 1 }
  const { mergeId } = await ok(admin.post(`/api/vendors/${into}/merge`, merge))
  expect(await counted()).toEqual(ALL)
  await ok(admin.post(`/api/vendor-merges/${mergeId}/undo`, {}))
  expect(await counted()).toEqual({ ...ALL, vendorLinks: 2 })
})
