import { beforeAll, describe, expect, it } from 'vitest'
import type { QuestionType } from '../../../../schema/requests/forms/form.ts'
import { question } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Custom fields of vendors and services name units. What they name follows a merge, and what their conditions name stays. */

const KINDS = {
  departments: 'DEPARTMENT_SELECT',
  'business-units': 'BUSINESS_UNIT_SELECT',
  locations: 'LOCATION_SELECT',
  entities: 'ENTITY_SELECT',
  'spend-categories': 'SPEND_CATEGORY_SELECT',
} as const satisfies Record<string, QuestionType>
const kinds = Object.keys(KINDS) as (keyof typeof KINDS)[]
const tableOf = (kind: keyof typeof KINDS) => kind.replace('-', '_') as 'departments'

let company: TestCompany
let admin: Client
let owner: string
beforeAll(async () => {
  company = await makeCompany(['enableSpendRequests', 'enableBusinessUnits', 'enableEntities'])
  const person = await company.addPerson({ flags: ['hasAdminAccess', 'hasVendorAdminAccess'] })
  owner = person.userId
  admin = await signIn(company, person)
})

const ok = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}
const saveFields = async (...fields: ReturnType<typeof question>[]) => {
  const { version } = (await admin.get('/api/custom-form-fields')).body
  const numbered = fields.map((field, ordinal) => ({ ...field, ordinal }))
  ok(
    await admin.post('/api/custom-form-fields', {
      ...{ version, vendorFormFields: numbered },
      serviceFormFields: numbered.map((field) => ({ ...field, id: `s-${field.id}`, ...NOTHING })),
      serviceItemFormFields: numbered.map((field) => ({ ...field, id: `i-${field.id}`, ...NOTHING })),
    }),
  )
}
const NOTHING = { conditionAnyOfs: [] }
const merged = (kind: keyof typeof KINDS, from: string, intoId: string) =>
  admin.post(`/api/${kind}/${from}/merge`, { intoId })

describe.each(kinds)('%s', (kind) => {
  it('answers follow a merge, and lists find them by the remaining one', async () => {
    const [from, into] = [await company.add(tableOf(kind)), await company.add(tableOf(kind))]
    const field = (isMulti: boolean) => question(isMulti ? 'many' : 'one', KINDS[kind], { isMulti })
    await saveFields(field(false), field(true))
    const given = (prefix: string) => [
      { questionId: `${prefix}one`, value: from },
      { questionId: `${prefix}many`, value: [from, into] },
    ]
    const vendor = ok(
      await admin.post('/api/vendors', {
        ...{ name: `Vendor ${kind}`, owners: [owner], paymentMethod: 'ACH', customForm: given('') },
      }),
    ).body.id
    const period = { startDate: '2030-01-01', endDate: '2030-12-31', totalServicePeriodCost: 100, currency: 'USD' }
    const service = ok(
      await admin.post('/api/services', {
        ...{ name: `Service ${kind}`, vendorId: vendor, customForm: given('s-') },
        servicePeriods: [{ ...period, customForm: given('i-') }],
      }),
    ).body.id
    ok(await merged(kind, from, into))
    const answers = { one: into, many: [into] }
    const named = (prefix: string) => Object.fromEntries(Object.entries(answers).map(([k, v]) => [`${prefix}${k}`, v]))
    const read = ok(await admin.get(`/api/services/${service}`)).body
    expect(read.answers).toEqual(named('s-'))
    expect(read.servicePeriods[0].answers).toEqual(named('i-'))
    const [row] = await rows<{ answers: string }>('SELECT answers FROM vendors WHERE id = ?', vendor)
    expect(JSON.parse(row?.answers ?? '{}')).toEqual(answers)
    const listed = (await admin.get(`/api/vendors?answerFilters[]=one&answerFilters[]=${into}`)).body.edges
    expect(listed.map(({ node }: { node: { id: string } }) => node.id)).toEqual([vendor])
    const values = 'SELECT DISTINCT value FROM service_answer_values WHERE service_id = ?'
    expect(await rows(values, service)).toEqual([{ value: into }])
  })

  it('one that a condition of a field names can’t be deleted, and the condition follows a merge', async () => {
    const [from, into] = [await company.add(tableOf(kind)), await company.add(tableOf(kind))]
    const asks = question('asked', KINDS[kind])
    const shown = { ...question('more', 'TEXT'), conditionAnyOfs: [{ valuesQuestionId: 'asked', values: [from] }] }
    await saveFields(asks, shown)
    const refused = await admin.call('DELETE', `/api/${kind}/${from}`)
    expect(refused.body.details).toEqual([
      {
        kind: 'FORM',
        text: 'A custom field of vendors or services is asked for it',
        href: '/settings/vendor-management/fields',
      },
    ])
    ok(await merged(kind, from, into))
    const [, more] = (await admin.get('/api/custom-form-fields')).body.vendorFormFields
    expect(more.conditionAnyOfs).toEqual([{ valuesQuestionId: 'asked', values: [into] }])
  })
})
