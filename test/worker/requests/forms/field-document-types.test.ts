import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { question } from '../../../support/worker/intake.ts'
import { run } from '../../../support/worker/sessions.ts'
import { create, receivedUpload } from '../../../support/worker/uploads.ts'
import { type Client, makeCompany, signIn, type TestPerson } from '../../../support/worker/world.ts'

/** Custom fields of vendors and services that ask for documents of certain types. */

const WRONG = 'Every document must be of a type that this question asks for'
const GONE = 'This choice is no longer available. Choose another one.'

let admin: Client
let owner: TestPerson
let vendorAdmin: Client
let vendorId: string
beforeAll(async () => {
  const company = await makeCompany()
  owner = await company.addPerson({ flags: ['hasAdminAccess'] })
  admin = await signIn(company, owner)
  vendorAdmin = await signIn(company, await company.addPerson({ flags: ['hasVendorAdminAccess'] }))
  vendorId = await company.add('vendors', 'Acme')
  const contract = { documentTypes: ['MSA', 'NDA'], isMulti: true }
  const saved = await admin.post('/api/custom-form-fields', {
    version: 0,
    vendorFormFields: [question('contract', 'DOCUMENTS', { label: 'Contract', ...contract })],
    serviceFormFields: [question('terms', 'DOCUMENTS', { label: 'Terms', ...contract })],
    serviceItemFormFields: [question('order', 'DOCUMENTS', { label: 'Order', ...contract })],
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
})

const ofType = async (...type: string[]): Promise<string> =>
  (await create(admin, { name: await receivedUpload(admin), type })).body.data.createDocument.id
const named = () => ({ name: newId(), owners: [owner.userId], paymentMethod: 'ACH' })
const answered = (questionId: string, value: string[]) => [{ questionId, value }]
const year = { startDate: '2030-01-01', endDate: '2030-12-31', totalServicePeriodCost: 100 }

describe('a field that asks for documents of certain types', () => {
  it('a document of another type is refused beside the field, in a new vendor and a new service', async () => {
    const value = [await ofType('NDA'), await ofType('INVOICE')]
    const vendor = await admin.post('/api/vendors', { ...named(), customForm: answered('contract', value) })
    expect([vendor.status, fieldsOf(vendor)]).toEqual([400, { 'answers.contract': WRONG }])
    const service = await admin.post('/api/services', {
      ...{ name: 'Seats', vendorId, customForm: answered('terms', value) },
      servicePeriods: [{ ...year, customForm: answered('order', value) }],
    })
    expect([service.status, fieldsOf(service)]).toEqual([
      400,
      { 'answers.terms': WRONG, 'servicePeriods.0.answers.order': WRONG },
    ])
  })

  it('a document with one of the types is accepted, whatever its other types', async () => {
    const value = [await ofType('INVOICE', 'MSA'), await ofType('NDA')]
    const vendor = await admin.post('/api/vendors', { ...named(), customForm: answered('contract', value) })
    expect(vendor.status).toBe(200)
    const service = await admin.post('/api/services', { name: 'Seats', vendorId, customForm: answered('terms', value) })
    expect(service.status).toBe(200)
  })

  it('an edit refuses other types, except documents attached before', async () => {
    const before = await ofType('NDA')
    const wrong = await ofType('INVOICE')
    const { body } = await admin.post('/api/vendors', { ...named(), customForm: answered('contract', [before]) })
    const edit = (value: string[]) =>
      admin.call('PUT', `/api/vendors/${body.id}`, {
        body: { description: newId(), customForm: answered('contract', value) },
      })
    expect(fieldsOf(await edit([before, wrong]))).toEqual({ 'answers.contract': WRONG })
    await run("UPDATE documents SET types = '[]' WHERE id = ?", before)
    expect((await edit([before])).status).toBe(200)
  })

  it('a document that the person can’t read is refused', async () => {
    const theirs = await ofType('NDA')
    const vendor = await vendorAdmin.post('/api/vendors', { ...named(), customForm: answered('contract', [theirs]) })
    expect([vendor.status, fieldsOf(vendor)]).toEqual([400, { 'answers.contract': GONE }])
  })
})
