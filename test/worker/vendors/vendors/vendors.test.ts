import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { question } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { makeDocument } from '../../../support/worker/uploads.ts'
import { listVendors, namesOfVendors, signAdmin } from '../../../support/worker/vendors.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

let company: TestCompany
let admin: Client
let owner: TestPerson

beforeAll(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  owner = await company.addPerson({ name: 'Olga Owner' })
})

const bodyOf = (more = {}) => ({
  name: `Vendor ${newId()}`,
  owners: [owner.userId],
  paymentMethod: 'ACH',
  ...more,
})
const create = (more = {}, client = admin) => client.post('/api/vendors', bodyOf(more))
const make = async (more = {}, client = admin): Promise<string> => (await create(more, client)).body.id
const read = async (id: string, client = admin) => (await client.get(`/api/vendors/${id}`)).body
const update = (id: string, body: Record<string, unknown>, client = admin) =>
  client.call('PUT', `/api/vendors/${id}`, { body })
const list = (query: string, client = admin) => listVendors(client, query)
const names = (query: string, client = admin) => namesOfVendors(client, query)

describe('one vendor', () => {
  it('every field is kept, and the history says what changed without taxpayer ids', async () => {
    const contact = { firstName: 'Vera', lastName: 'Vendor', email: 'Vera@acme.test ', phone: '+1 555', memo: 'Sales' }
    const address = { country: 'US', address1: '1 Main St', address2: '', city: 'Reno', state: 'NV', postalCode: '1' }
    const id = await make({
      description: 'Clouds',
      website: 'https://acme.test',
      signer: owner.userId,
      externalPointOfContact: contact,
      externalSigner: { firstName: 'Sig' },
      contacts: [contact, {}],
      address,
      taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: ' 12-3456789 ' }],
      isSocTwoCompliant: true,
    })
    expect(await read(id)).toMatchObject({
      description: 'Clouds',
      website: 'https://acme.test',
      owners: [{ id: owner.userId, firstName: 'Olga' }],
      signer: { id: owner.userId },
      externalPointOfContact: { firstName: 'Vera', email: 'vera@acme.test' },
      externalSigner: { firstName: 'Sig', email: '' },
      contacts: [{ lastName: 'Vendor' }],
      address: { city: 'Reno' },
      taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '•••6789' }],
      isSocTwoCompliant: true,
      paymentMethod: 'ACH',
      version: 1,
    })
    expect((await update(id, { isSocTwoCompliant: null, paymentMethod: 'WIRE', version: 1 })).body.version).toBe(2)
    const { body } = await admin.get(`/api/audit-logs?targetType=VENDOR&targetId=${id}`)
    expect(body.edges[0].node.changeData).toEqual({
      before: { paymentMethod: 'ACH', isSocTwoCompliant: 'Yes' },
      after: { paymentMethod: 'WIRE', isSocTwoCompliant: 'Not applicable' },
    })
    expect(JSON.stringify(body)).not.toContain('12-3456789')
    expect(JSON.stringify(body)).toContain('ends in 6789')
  })

  it.each([
    ['no name', { name: '  ' }, { name: 'Vendor name is required' }],
    ['no owner', { owners: [] }, { owners: 'Owner is required' }],
    ['owners left out', { owners: undefined }, { owners: 'Owner is required' }],
    ['no payment method', { paymentMethod: undefined }, { paymentMethod: 'Payment method is required' }],
    [
      'a blank taxpayer id',
      { taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '  ' }] },
      { 'taxPayerIdentificationNumbers.0.taxPayerIdentificationNumber': 'Required' },
    ],
    [
      'a contact without a real address',
      { externalPointOfContact: { email: 'nobody' } },
      { 'externalPointOfContact.email': 'Invalid email' },
    ],
    ['a website that is none', { website: 'javascript:alert(1)' }, { website: expect.stringContaining('web address') }],
  ])('a vendor with %s is refused beside the field, and nothing is created', async (_, more, fields) => {
    const before = (await rows('SELECT 1 FROM vendors WHERE company_id = ?', company.id)).length
    const answer = await create(more)
    expect({ status: answer.status, fields: fieldsOf(answer) }).toEqual({ status: 400, fields })
    expect((await rows('SELECT 1 FROM vendors WHERE company_id = ?', company.id)).length).toBe(before)
  })

  it('the slower of two people is told and loses nothing, and nothing is overwritten', async () => {
    const id = await make({ description: 'First' })
    expect((await update(id, { description: 'Second', version: 1 })).body).toEqual({ id, version: 2 })
    const slow = await update(id, { description: 'Third', version: 1 })
    expect({ status: slow.status, reason: slow.body.reason }).toEqual({ status: 409, reason: 'STALE_VERSION' })
    expect(await read(id)).toMatchObject({ description: 'Second', version: 2 })
  })

  it('objects of another company are refused beside their field', async () => {
    const elsewhere = await makeCompany()
    const stranger = (await elsewhere.addPerson()).userId
    expect(fieldsOf(await create({ owners: [stranger] }))).toEqual({ owners: 'Choose members of your company' })
    expect(fieldsOf(await create({ signer: stranger }))).toEqual({ signer: 'Choose a member of your company' })
    const vendorCategories = [{ vendorCategoryId: newId() }]
    expect(fieldsOf(await create({ vendorCategories }))).toEqual({
      vendorCategories: 'Choose categories of your company',
    })
  })

  it('everyone sees only the last four characters of taxpayer ids', async () => {
    const id = await make({ taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '12-3456789' }] })
    const other = await signIn(company, await company.addPerson())
    for (const client of [other, await signIn(company, owner), admin]) {
      expect(await read(id, client)).toMatchObject({
        taxPayerIdentificationNumbers: [{ taxPayerIdentificationNumber: '•••6789' }],
      })
    }
  })

  it('the same name in any letter case is refused, and similar ones are shown while typing', async () => {
    const word = `Zeppelin${newId()
      .slice(-6)
      .replaceAll(/[^a-z0-9]/gi, 'x')}`
    const id = await make({ name: `${word}, Inc.` })
    expect(fieldsOf(await create({ name: `${word}, INC.` }))).toEqual({
      name: 'A vendor with this name already exists',
    })
    const found = async (name: string) =>
      (await admin.get(`/api/vendors-by-name?name=${encodeURIComponent(name)}`)).body
    expect(await found(`0042 ${word} LLC`)).toEqual([{ id, name: `${word}, Inc.`, archived: false, isSame: true }])
    expect(await found(word.slice(0, 10))).toMatchObject([{ id, isSame: false }])
    expect(await found('z')).toEqual([])
  })

  it('a vendor in use can’t be deleted and says why; an unused one is deleted and keeps its history', async () => {
    const remove = (id: string) =>
      admin.post('/graphql', { query: 'mutation($id: ID!) { deleteVendor(id: $id) { id } }', variables: { id } })
    const used = await make()
    const service = await admin.post('/api/services', { name: 'Hosting', vendorId: used })
    const refused = await remove(used)
    expect(refused.body.errors[0].extensions).toMatchObject({
      code: 'RULE_BROKEN',
      reason: 'IN_USE',
      details: [
        { kind: 'SERVICE', text: 'The service Hosting is bought from it', href: `/services/${service.body.id}` },
      ],
    })
    expect((await read(used)).id).toBe(used)
    const name = `Unused ${newId()}`
    const id = await make({ name })
    expect((await remove(id)).body.data.deleteVendor).toEqual({ id })
    expect((await admin.get(`/api/vendors/${id}`)).status).toBe(404)
    expect(await rows('SELECT 1 FROM vendor_links WHERE vendor_id = ?', id)).toEqual([])
    expect((await admin.get(`/api/search?query=${encodeURIComponent(name)}`)).body).toEqual([])
    const { body } = await admin.get(`/api/audit-logs?targetType=VENDOR&targetId=${id}`)
    expect(body.edges[0].node.message).toBe(`Deleted the vendor ${name}`)
  })
})

describe('custom fields of a vendor', () => {
  it('fields are asked for by category, checked, and dropped when hidden', async () => {
    const { client, person } = await signAdmin()
    const category = (await client.post('/api/vendors/categories', { name: 'Software' })).body.id
    const own = [
      question('dpa', 'YES_NO', { label: 'Processes personal data', isRequired: true }),
      question('where', 'TEXT', {
        label: 'Where',
        isRequired: true,
        chainOperator: 'AND',
        conditionBooleans: [{ valuesQuestionId: 'dpa', value: true }],
      }),
    ]
    const sections = { serviceFormFields: [], serviceItemFormFields: [], version: 0 }
    expect((await client.post('/api/custom-form-fields', { vendorFormFields: own, ...sections })).status).toBe(200)
    const ofCategory = [question('seats', 'NUMBER', { label: 'Seats', isRequired: true })]
    const saved = await client.post('/api/custom-form-fields', {
      ...{ vendorFormFields: ofCategory, ...sections },
      vendorCategoryId: category,
    })
    expect(saved.status).toBe(200)
    const body = { name: 'Acme', owners: [person.userId], paymentMethod: 'ACH' }
    const refused = await client.post('/api/vendors', { ...body, vendorCategories: [{ vendorCategoryId: category }] })
    expect(fieldsOf(refused)).toEqual({ 'answers.dpa': 'Required', 'answers.seats': 'Required' })
    const made = await client.post('/api/vendors', {
      ...body,
      customForm: [
        { questionId: 'dpa', value: false },
        { questionId: 'where', value: 'Mars' },
      ],
      vendorCategories: [{ vendorCategoryId: category, fields: [{ questionId: 'seats', value: 12 }] }],
    })
    expect(made.status).toBe(200)
    expect(await read(made.body.id, client)).toMatchObject({
      answers: { dpa: false, seats: 12 },
      vendorCategories: [{ id: category, name: 'Software' }],
    })
    const { steps } = (await client.get(`/api/vendors/${made.body.id}/custom-fields`)).body
    expect(
      steps.map((s: { stepLabel: string; fields: { label: string }[] }) => [s.stepLabel, s.fields.map((f) => f.label)]),
    ).toEqual([
      ['Vendor fields', ['Processes personal data']],
      ['Software', ['Seats']],
    ])
    // Removing a category removes its answers.
    await update(
      made.body.id,
      { vendorCategories: [], customForm: [{ questionId: 'dpa', value: false }], version: 1 },
      client,
    )
    expect((await read(made.body.id, client)).answers).toEqual({ dpa: false })
  })

  it('the list can be filtered by a field’s label and value, and shows it as a column by name', async () => {
    const { client, person, own } = await signAdmin()
    const options = [
      { id: 'high', label: 'High', parentId: null, ordinal: 0 },
      { id: 'low', label: 'Low', parentId: null, ordinal: 1 },
    ]
    const fields = [
      question('tier', 'CUSTOM_SELECT', { label: 'Tier', options }),
      question('desk', 'DEPARTMENT_SELECT', { label: 'Desk' }),
      question('dpa', 'YES_NO', { label: 'DPA' }),
    ]
    await client.post('/api/custom-form-fields', {
      ...{ vendorFormFields: fields, serviceFormFields: [], serviceItemFormFields: [], version: 0 },
    })
    await client.post('/api/vendor-service-custom-columns', {
      vendorColumns: [
        { questionId: 'tier', columnName: 'Risk tier' },
        { questionId: 'desk', columnName: 'Desk' },
      ],
      serviceColumns: [],
      version: 0,
    })
    const desk = await own.add('departments', 'Legal')
    const add = async (name: string, customForm: { questionId: string; value: unknown }[]) =>
      client.post('/api/vendors', { name, owners: [person.userId], paymentMethod: 'ACH', customForm })
    await add('A', [
      { questionId: 'tier', value: 'high' },
      { questionId: 'desk', value: desk },
      { questionId: 'dpa', value: true },
    ])
    await add('B', [
      { questionId: 'tier', value: 'low' },
      { questionId: 'dpa', value: false },
    ])
    const filtered = (...pairs: string[]) =>
      names(pairs.map((part) => `answerFilters[]=${encodeURIComponent(part)}`).join('&'), client)
    expect(await filtered('tier', 'HIGH')).toEqual(['A'])
    expect(await filtered('Tier', 'high', 'Tier', 'low')).toEqual(['A', 'B'])
    expect(await filtered('DPA', 'false')).toEqual(['B'])
    expect(await filtered('Desk', desk)).toEqual(['A'])
    expect(fieldsOf(await client.get('/api/vendors?answerFilters[]=Tier'))).toEqual({
      answerFilters: 'answerFilters must be a list of question labels and values in sets of 2',
    })
    const [first] = (await client.get('/api/vendors')).body.edges
    expect(first.node.customColumns).toMatchObject([
      { columnName: 'Risk tier', answers: [{ id: 'high', value: 'High' }] },
      { columnName: 'Desk', answers: [{ id: desk, value: 'Legal' }] },
    ])
    const { hash } = (await client.post('/api/vendors/by-filter', { filters: {} })).body
    const csv = await client.get(`/api/vendors/by-filter/${hash}.csv`)
    expect(String(csv.body)).toContain('Risk tier,Desk')
    expect(String(csv.body)).toContain('High,Legal')
  })
})

describe('changing several vendors at once', () => {
  it('an owner changes their own vendors and is told why not the others', async () => {
    const mine = await make()
    const notMine = await make({ owners: [(await company.addPerson()).userId] })
    const asOwner = await signIn(company, owner)
    const unknown = newId()
    const answer = await asOwner.post('/api/vendors/set-payment-methods', {
      vendorIds: [mine, notMine, unknown],
      paymentMethod: 'WIRE',
    })
    expect(answer.body.results).toEqual([
      { id: mine, ok: true, message: null },
      { id: notMine, ok: false, message: 'Only its owners and vendor admins can change it' },
      { id: unknown, ok: false, message: 'The vendor was not found' },
    ])
    expect([(await read(mine)).paymentMethod, (await read(notMine)).paymentMethod]).toEqual(['WIRE', 'ACH'])
  })

  it('new owners replace the previous ones, also in each owner’s list', async () => {
    const [id, next] = [await make(), await company.addPerson({ name: 'Nina Next' })]
    const set = (ownerIds: string[]) => admin.post('/api/vendors/set-owners', { vendorIds: [id], ownerIds })
    expect((await set([next.userId])).status).toBe(200)
    expect((await read(id)).owners.map((person: { id: string }) => person.id)).toEqual([next.userId])
    expect((await list(`ownerId=${next.userId}`)).map((vendor) => vendor.id)).toEqual([id])
    const stranger = await (await makeCompany()).addPerson()
    expect(fieldsOf(await set([stranger.userId]))).toEqual({ ownerIds: 'Choose members of your company' })
    const { body } = await admin.get(`/api/audit-logs?targetType=VENDOR&targetId=${id}`)
    expect(body.edges[0].node.changeData).toEqual({
      before: { owners: ['Olga Owner'] },
      after: { owners: ['Nina Next'] },
    })
  })
})

it('a verification keeps what was checked and its evidence, which becomes the vendor’s document', async () => {
  const id = await make()
  const documentId = await makeDocument(admin, 'Extract')
  const business = { businessName: 'Acme Incorporated', businessCity: 'Reno', businessTaxId: '12-3' }
  const path = `/api/vendors/${id}/verifications`
  expect((await admin.post(path, { ...business, documentId })).status).toBe(200)
  expect((await admin.post(path, { ...business, verified: false, note: 'Dissolved' })).status).toBe(200)
  const { body } = await admin.get(path)
  expect(body).toMatchObject([
    { verifiedAt: null, note: 'Dissolved', document: null },
    { businessCity: 'Reno', verifiedAt: expect.any(String), document: { id: documentId }, createdBy: 'Ada Admin' },
  ])
  expect((await read(id)).documentsCount).toBe(1)
})
