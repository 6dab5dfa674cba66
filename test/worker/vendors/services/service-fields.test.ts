import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Custom fields of services and their periods: answered, filtered by, and shown in the list. */

let company: TestCompany
let admin: Client
let vendorId: string
let locationId: string

const field = (id: string, type: string, label: string, more = {}) => ({
  ...{
    id,
    ordinal: 0,
    type,
    label,
    description: '',
    isRequired: false,
    isMulti: false,
    options: [],
    showOnVendorDetails: false,
    documentTypes: [],
  },
  requireDepartmentApproverAssigneeSelection: false,
  ...{ chainOperator: 'AND', conditionAnyOfs: [], conditionNumerics: [], conditionBooleans: [] },
  ...more,
})

beforeEach(async () => {
  company = await makeCompany()
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  vendorId = await company.add('vendors', 'Acme')
  locationId = await company.add('locations', 'Osaka')
  const saved = await admin.post('/api/custom-form-fields', {
    version: 0,
    vendorFormFields: [],
    serviceFormFields: [
      field('holds-data', 'YES_NO', 'Holds data'),
      field('region', 'TEXT', 'Region', {
        ordinal: 1,
        isRequired: true,
        conditionBooleans: [{ valuesQuestionId: 'holds-data', value: true }],
      }),
      field('where', 'LOCATION_SELECT', 'Where', { ordinal: 2 }),
    ],
    serviceItemFormFields: [field('seats', 'NUMBER', 'Seats', { isRequired: true })],
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
  await admin.post('/api/vendor-service-custom-columns', {
    version: 0,
    vendorColumns: [],
    serviceColumns: [
      { questionId: 'where', columnName: 'Place' },
      { questionId: 'seats', columnName: 'Seats' },
    ],
  })
})

const answers = (given: Record<string, unknown>) =>
  Object.entries(given).map(([questionId, value]) => ({ questionId, value }))
const year = (y: number, given: Record<string, unknown> | null = { seats: y }) => ({
  ...{ startDate: `${y}-01-01`, endDate: `${y}-12-31`, totalServicePeriodCost: 100, currency: 'USD' },
  ...(given && { customForm: answers(given) }),
})
const create = (given: Record<string, unknown> | null, periods = [year(2030)]) =>
  admin.post('/api/services', {
    name: `Service ${newId()}`,
    vendorId,
    servicePeriods: periods,
    ...(given && { customForm: answers(given) }),
  })
const read = async (id: string) => (await admin.get(`/api/services/${id}`)).body

describe('answers to custom fields of services', () => {
  it('answers are kept for a service and each of its periods, without those of hidden fields', async () => {
    const { body } = await create({ 'holds-data': false, region: 'EU', where: locationId }, [year(2031), year(2030)])
    const service = await read(body.id)
    expect(service.answers).toEqual({ 'holds-data': false, where: locationId })
    expect(service.servicePeriods.map((p: { answers: unknown }) => p.answers)).toEqual([
      { seats: 2030 },
      { seats: 2031 },
    ])
    const { steps } = (await admin.get(`/api/services/${body.id}/custom-fields`)).body
    expect(steps.map((step: { stepLabel: string }) => step.stepLabel)).toEqual([
      'Service fields',
      '2030-01-01 to 2030-12-31',
      '2031-01-01 to 2031-12-31',
    ])
    const shown = steps[0].fields.map(({ id, labels }: { id: string; labels: string[] }) => [id, labels])
    expect(shown).toEqual([
      ['holds-data', []],
      ['where', ['Osaka']],
    ])
    const history = await admin.get(`/api/audit-logs?targetType=SERVICE&targetId=${body.id}`)
    expect(history.body.edges[0].node.changeData.after).toMatchObject({ 'Holds data': false, Where: ['Osaka'] })
    expect(history.body.edges[0].node.changeData.after.servicePeriods[0]).toMatch(/, Seats: 2030$/)
  })

  it('missing, invalid and other companies’ answers are refused beside their fields', async () => {
    const theirs = await (await makeCompany()).add('locations')
    const answer = await create({ 'holds-data': true, where: theirs }, [year(2030, { seats: 'many' }), year(2031, {})])
    expect(answer.status).toBe(400)
    expect(fieldsOf(answer)).toEqual({
      'answers.region': 'Required',
      'answers.where': 'This choice is no longer available. Choose another one.',
      'servicePeriods.0.answers.seats': 'Must be a number',
      'servicePeriods.1.answers.seats': 'Required',
    })
  })

  it('answers that aren’t sent stay, and sent ones are merged', async () => {
    const { id } = (await create({ 'holds-data': true, region: 'EU' })).body
    const [period] = (await read(id)).servicePeriods
    const renamed = await admin.call('PUT', `/api/services/${id}`, { body: { name: 'Renamed', version: 1 } })
    expect(renamed.status).toBe(200)
    const servicePeriods = [{ ...year(2030, null), id: period.id }, year(2031)]
    const body = { servicePeriods, customForm: answers({ region: 'US' }), version: 2 }
    expect((await admin.call('PUT', `/api/services/${id}`, { body })).status).toBe(200)
    const service = await read(id)
    expect(service.answers).toEqual({ 'holds-data': true, region: 'US' })
    expect(service.servicePeriods.map((p: { answers: unknown }) => p.answers)).toEqual([
      { seats: 2030 },
      { seats: 2031 },
    ])
    // Clients that don't know the fields create a service without them.
    expect((await create(null, [year(2030, null)])).status).toBe(200)
  })
})

describe('custom fields in the list of services', () => {
  const find = async (query: string): Promise<string[]> =>
    (await admin.get(`/api/services?${query}`)).body.edges.map((edge: { node: { id: string } }) => edge.node.id)
  const asked = (key: string, ...pairs: string[]) =>
    pairs.map((part) => `${key}[]=${encodeURIComponent(part)}`).join('&')

  it('services are filtered by answers of services and periods, and half a pair gets the contract’s message', async () => {
    const eu = (await create({ 'holds-data': true, region: 'EU', where: locationId })).body.id
    const us = (await create({ 'holds-data': true, region: 'US' }, [year(2031)])).body.id
    const none = (await create({ 'holds-data': false })).body.id
    expect(await find(asked('serviceAnswerFilters', 'Region', 'eu'))).toEqual([eu])
    expect((await find(asked('serviceAnswerFilters', 'region', 'EU', 'region', 'US'))).sort()).toEqual([eu, us].sort())
    expect(await find(asked('serviceAnswerFilters', 'Where', locationId))).toEqual([eu])
    expect(await find(asked('serviceAnswerFilters', 'Holds data', 'false'))).toEqual([none])
    expect(await find(asked('servicePeriodAnswerFilters', 'Seats', '2031'))).toEqual([us])
    expect(fieldsOf(await admin.get(`/api/services?${asked('servicePeriodAnswerFilters', 'Region', 'EU')}`))).toEqual({
      servicePeriodAnswerFilters: 'There is no question “Region”. It may have been renamed or deleted',
    })
    for (const key of ['serviceAnswerFilters', 'servicePeriodAnswerFilters']) {
      const odd = await admin.get(`/api/services?${asked(key, 'Region')}`)
      expect(fieldsOf(odd)).toEqual({ [key]: `${key} must be a list of question labels and values in sets of 2` })
    }
    expect((await admin.call('DELETE', `/api/services/${eu}`)).status).toBe(200)
    expect(await find(asked('serviceAnswerFilters', 'Region', 'EU'))).toEqual([])
  })

  it('custom columns show current names, cost one round trip, and are in the file too', async () => {
    const { id } = (await create({ where: locationId }, [year(2030), year(2031)])).body
    const { body, headers } = await admin.get('/api/services')
    expect(headers.get('Server-Timing')).toMatch(/trips=[12] /)
    expect(body.edges[0].node.customColumns).toEqual([
      {
        ...{ questionId: 'where', columnName: 'Place', ordinal: 0, type: 'LOCATION_SELECT' },
        answers: [{ id: locationId, value: 'Osaka', currency: null }],
      },
      {
        ...{ questionId: 'seats', columnName: 'Seats', ordinal: 1, type: 'NUMBER' },
        answers: [{ id: null, value: 2030, currency: null }],
      },
    ])
    expect(body.edges[0].node.id).toBe(id)
    const { hash } = (await admin.post('/api/services/by-filter', { filters: {} })).body
    const file = await admin.get(`/api/services/by-filter/${hash}.csv`)
    const [header, ...lines] = String(file.body).trim().split('\r\n')
    expect(header).toMatch(/Reminders,Note,Renewal of the period,Place,Seats$/)
    expect(lines).toHaveLength(2)
    expect(lines[1]).toMatch(/,2031-01-01,2031-12-31,USD,.*,Osaka,2030$/)
  })

  it('the attention list has services without a period and those ending soon, most urgent first', async () => {
    const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)
    const ending = async (offset: number) =>
      (await create(null, [{ ...year(2030, null), startDate: day(offset - 100), endDate: day(offset) }])).body.id
    const soon = await ending(60)
    await ending(120)
    const over = await ending(-5)
    const bare = (await create(null, [])).body.id
    expect(await find('filter=ACTION_REQUIRED')).toEqual([bare, over, soon])
  })
})
