import { beforeAll, describe, expect, it } from 'vitest'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { question } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Settings › Vendor management: custom fields and columns. */

const FIELDS = '/api/custom-form-fields'
const COLUMNS = '/api/vendor-service-custom-columns'

let company: TestCompany
let vendorAdmin: Client
let admin: Client
let member: Client

beforeAll(async () => {
  company = await makeCompany()
  vendorAdmin = await signIn(company, await company.addPerson({ flags: ['hasVendorAdminAccess'] }))
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  member = await signIn(company, await company.addPerson())
})

const NONE = { vendorFormFields: [], serviceFormFields: [], serviceItemFormFields: [] }
const save = async (client: Client, sections: object, version?: number) =>
  client.post(FIELDS, { ...NONE, ...sections, version: version ?? (await client.get(FIELDS)).body.version })
const saveColumns = async (client: Client, columns: object, version?: number) =>
  client.post(COLUMNS, {
    vendorColumns: [],
    serviceColumns: [],
    ...columns,
    version: version ?? (await client.get(COLUMNS)).body.version,
  })

const RISK = question('risk', 'CUSTOM_SELECT', {
  label: 'Risk',
  options: [
    { id: 'low', label: 'Low', parentId: null, ordinal: 0 },
    { id: 'high', label: 'High', parentId: null, ordinal: 1 },
  ],
})
const REVIEW = question('review', 'DATE', {
  label: 'Reviewed on',
  ordinal: 1,
  conditionAnyOfs: [{ valuesQuestionId: 'risk', values: ['high'] }],
})
const HOSTING = question('hosting', 'TEXT', { label: 'Hosted in' })
const SEATS = question('seats', 'NUMBER', { label: 'Seats' })
const ALL = { vendorFormFields: [REVIEW, RISK], serviceFormFields: [HOSTING], serviceItemFormFields: [SEATS] }

describe('custom fields of vendors, services and service items', () => {
  it('vendor admins manage the fields and their order, and everyone can read them', async () => {
    // Rates of the day are everyone's, and other files may have loaded some.
    const exchange = { currency: 'USD', allowsOthers: false, rates: expect.any(Array) }
    expect((await member.get(FIELDS)).body).toEqual({ ...NONE, version: 0, exchange, unused: [] })
    expect((await save(vendorAdmin, ALL)).body).toEqual({ version: 1 })
    const read = (await member.get(FIELDS)).body
    expect(read.version).toBe(1)
    expect(read.vendorFormFields.map((f: { id: string }) => f.id)).toEqual(['risk', 'review'])
    expect(read.serviceFormFields).toEqual([HOSTING])
    expect(read.serviceItemFormFields).toEqual([SEATS])
    expect((await save(member, NONE)).status).toBe(403)
    expect((await save(admin, ALL)).body).toEqual({ version: 2 })
  })

  it('one of two simultaneous saves succeeds, also for the first save', async () => {
    const fresh = await makeCompany()
    const one = await signIn(fresh, await fresh.addPerson({ flags: ['hasVendorAdminAccess'] }))
    const other = await signIn(fresh, await fresh.addPerson({ flags: ['hasAdminAccess'] }))
    for (const version of [0, 1]) {
      const answers = await Promise.all([
        save(one, { vendorFormFields: [RISK] }, version),
        save(other, { serviceFormFields: [HOSTING] }, version),
      ])
      expect(answers.map((answer) => answer.status).sort()).toEqual([200, 409])
      expect(answers.find((answer) => answer.status === 409)?.body.reason).toBe('STALE_VERSION')
    }
    expect((await save(one, NONE, 7)).status).toBe(409)
    expect((await one.get(FIELDS)).body.version).toBe(2)
  })

  it('invalid fields are refused beside the field, and nothing changes', async () => {
    const before = (await admin.get(FIELDS)).body
    const refused: [object, Record<string, string>][] = [
      [{ vendorFormFields: [question('t', 'REQUEST_TITLE')] }, { t: 'Request title is a question of requests only' }],
      [{ vendorFormFields: [question('o', 'CUSTOM_SELECT')] }, { o: 'Add at least one option' }],
      [
        { vendorFormFields: [question('a', 'TEXT', { label: 'Name' }), question('b', 'TEXT', { label: 'NAME ' })] },
        { b: 'Another field of this section has this name' },
      ],
      [
        { vendorFormFields: [question('a', 'TEXT')], serviceFormFields: [question('a', 'TEXT')] },
        { a: 'The same id is used twice' },
      ],
      [
        { serviceFormFields: [question('s', 'TEXT', { conditionAnyOfs: [{ valuesQuestionId: 'x', values: ['y'] }] })] },
        { s: 'A condition uses a question that isn’t in the form' },
      ],
      [
        {
          vendorFormFields: [
            question('v', 'TEXT', {
              conditionNumerics: [{ valuesQuestionId: 'seats', minimumValue: 1, maximumValue: null }],
            }),
          ],
          serviceItemFormFields: [SEATS],
        },
        { v: 'A condition can only ask about fields of this section or one above' },
      ],
      [
        {
          vendorFormFields: [
            question('m', 'TEXT', { conditionAnyOfs: [{ valuesQuestionId: 'n', values: ['y'] }] }),
            question('n', 'TEXT', { conditionAnyOfs: [{ valuesQuestionId: 'm', values: ['y'] }] }),
          ],
        },
        { m: 'These questions depend on each other: m → n' },
      ],
    ]
    for (const [sections, fields] of refused) {
      const answer = await save(admin, sections)
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)).toEqual(fields)
    }
    expect((await save(admin, { vendorFormFields: [{ id: 'x' }] })).status).toBe(400)
    expect((await admin.get(FIELDS)).body).toEqual(before)
  })

  it('fields offer only the company’s own departments, vendors and people', async () => {
    const foreign = await (await makeCompany()).add('departments')
    const own = await company.add('departments', 'Platform')
    const list = (ids: string[]) => ({
      vendorFormFields: [
        question('team', 'DEPARTMENT_SELECT', {
          options: ids.map((id, ordinal) => ({ id, label: 'Whatever', parentId: null, ordinal })),
        }),
      ],
    })
    expect(fieldsOf(await save(admin, list([own, foreign])))).toEqual({ team: 'One of the options no longer exists' })
    expect((await save(admin, list([own]))).status).toBe(200)
    expect((await admin.get(FIELDS)).body.vendorFormFields[0].options[0].label).toBe('Platform')
  })

  it('the fields of a vendor category need an existing category', async () => {
    expect((await admin.get(`${FIELDS}?vendorCategoryId=it`)).status).toBe(404)
    expect((await save(admin, { vendorCategoryId: 'it' })).status).toBe(404)
  })
})

describe('custom columns of the vendor and service lists', () => {
  const RISK_COLUMN = { questionId: 'risk', columnName: 'Risk class' }
  const SEATS_COLUMN = { questionId: 'seats', columnName: 'Seats' }

  it('columns show fields of their list, in the chosen order', async () => {
    await save(admin, ALL)
    const serviceColumns = [SEATS_COLUMN, { questionId: 'hosting', columnName: 'Hosted in' }]
    const saved = await saveColumns(vendorAdmin, { vendorColumns: [RISK_COLUMN], serviceColumns })
    expect(saved.status).toBe(200)
    expect((await member.get(COLUMNS)).body).toEqual({ vendorColumns: [RISK_COLUMN], serviceColumns, ...saved.body })
    expect((await saveColumns(member, {})).status).toBe(403)
  })

  it('unknown, foreign, repeated and unnamed columns are refused in their place', async () => {
    const before = (await admin.get(COLUMNS)).body
    const refused: [object, Record<string, string>][] = [
      [
        { vendorColumns: [RISK_COLUMN, SEATS_COLUMN] },
        { 'vendorColumns.1.questionId': 'This field cannot be a column of the vendor list' },
      ],
      [
        { vendorColumns: [RISK_COLUMN, { ...RISK_COLUMN, columnName: 'Again' }] },
        { 'vendorColumns.1.questionId': 'This field is already a column' },
      ],
      [
        { serviceColumns: [SEATS_COLUMN, { questionId: 'hosting', columnName: ' seats' }] },
        { 'serviceColumns.1.columnName': 'Another column has this name' },
      ],
      [{ serviceColumns: [{ ...SEATS_COLUMN, columnName: ' ' }] }, { 'serviceColumns.0.columnName': 'Required' }],
    ]
    for (const [columns, fields] of refused) {
      const answer = await saveColumns(admin, columns)
      expect(answer.status).toBe(400)
      expect(fieldsOf(answer)).toEqual(fields)
    }
    expect((await saveColumns(admin, {}, before.version + 1)).status).toBe(409)
    expect((await admin.get(COLUMNS)).body).toEqual(before)
  })

  it('deleting a field deletes its column, which the history records', async () => {
    await saveColumns(admin, { vendorColumns: [RISK_COLUMN], serviceColumns: [SEATS_COLUMN] })
    const { version } = (await admin.get(COLUMNS)).body
    await save(admin, { ...ALL, serviceItemFormFields: [] })
    expect((await admin.get(COLUMNS)).body).toEqual({
      vendorColumns: [RISK_COLUMN],
      serviceColumns: [],
      version: version + 1,
    })
    const history = await vendorAdmin.get(`/api/audit-logs?targetType=VENDOR_SETTINGS&targetId=${company.id}`)
    const entries = history.body.edges.map((edge: { node: { message: string; changeData: unknown } }) => edge.node)
    const removed = entries.find(
      (entry: { message: string }) => entry.message === 'Columns of deleted fields were removed',
    )
    expect(removed.changeData).toEqual({
      before: { vendorColumns: ['Risk class'], serviceColumns: ['Seats'] },
      after: { vendorColumns: ['Risk class'], serviceColumns: [] },
    })
    const fields = entries.find((entry: { message: string }) => entry.message.startsWith('Changed the fields'))
    expect(fields.changeData.before.serviceItemFormFields).toEqual(['Seats (Number)'])
    expect(fields.changeData.after.serviceItemFormFields).toEqual([])
    const stranger = await signIn(company, await company.addPerson())
    expect((await stranger.get(`/api/audit-logs?targetType=VENDOR_SETTINGS&targetId=${company.id}`)).status).toBe(403)
  })

  it('each company has its own columns', async () => {
    const elsewhere = await makeCompany()
    const stranger = await signIn(elsewhere, await elsewhere.addPerson({ flags: ['hasAdminAccess'] }))
    expect((await stranger.get(FIELDS)).body.version).toBe(0)
    expect((await saveColumns(stranger, { vendorColumns: [RISK_COLUMN] })).status).toBe(400)
    const found = await rows('SELECT company_id FROM custom_form_fields WHERE company_id = ?', elsewhere.id)
    expect(found).toEqual([])
  })
})
