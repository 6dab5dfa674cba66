import { beforeAll, describe, expect, it } from 'vitest'
import { NO_CONDITIONS } from '../../../../schema/shared/conditions.ts'
import { type Category, file, makeCategory, question, step } from '../../../support/worker/intake.ts'
import { type Answer, type Client, makeCompany, signIn } from '../../../support/worker/world.ts'

/** Filters by answers name questions by their labels. One that no question has now is named, wherever it is asked. */

let admin: Client
let category: Category

beforeAll(async () => {
  const company = await makeCompany(['enableIntakeRequests', 'enableVendorIntake'])
  admin = await signIn(company, await company.addPerson({ name: 'Ada Admin', flags: ['hasAdminAccess'] }))
  category = await makeCategory(admin, {
    form: [
      step('what', [
        question('title', 'REQUEST_TITLE', { label: 'Title', isRequired: true }),
        question('region', 'TEXT', { label: 'Region' }),
        question('seats', 'NUMBER', { label: 'Seats' }),
      ]),
    ],
    levels: [],
  })
  await file(admin, category.id, { title: 'First', region: 'EU', seats: 5 } as never)
  await admin.post('/api/vendors', { name: 'Acme', owners: [], paymentMethod: 'ACH' })
})

const NO_AREA = 'There is no question “Area”. It may have been renamed or deleted'
const NO_SEATS = 'Answers to “Seats” can’t be filtered by. Choose another question'

const pairs = (name: string, ...parts: string[]): string =>
  parts.map((part) => `${name}[]=${encodeURIComponent(part)}`).join('&')

const expectRefused = ({ status, body }: Answer, fields: Record<string, string>): void => {
  const [first] = Object.values(fields)
  expect({ status, body }).toMatchObject({ status: 400, body: { code: 'INVALID', message: `${first}.`, fields } })
}

const LISTS = [
  ['/api/intake-submissions', 'answerFilters'],
  ['/api/intake-submissions/totals', 'answerFilters'],
  ['/api/download-intake-submissions', 'answerFilters'],
  ['/api/intake-submissions', 'serviceAnswerFilters'],
  ['/api/intake-submissions', 'servicePeriodAnswerFilters'],
  ['/api/vendors', 'answerFilters'],
  ['/api/vendors/totals', 'answerFilters'],
  ['/api/services', 'serviceAnswerFilters'],
  ['/api/services', 'servicePeriodAnswerFilters'],
  ['/api/services/totals', 'serviceAnswerFilters'],
] as const

describe.each(LISTS)('%s with %s', (address, name) => {
  it('names a label that no question has', async () => {
    expectRefused(await admin.get(`${address}?${pairs(name, 'Area', 'EU')}`), { [name]: NO_AREA })
  })
})

it('a known label finds nothing without being refused, and what matches', async () => {
  const found = async (...parts: string[]) =>
    (await admin.get(`/api/intake-submissions?${pairs('answerFilters', ...parts)}`)).body.edges.length
  expect([await found('Region', 'EU'), await found('region', 'Asia'), await found('Region', '2031-01-01,')]).toEqual([
    1, 0, 0,
  ])
})

it('a question whose answers can’t be asked for is named', async () => {
  expectRefused(await admin.get(`/api/intake-submissions?${pairs('answerFilters', 'Seats', '5')}`), {
    answerFilters: NO_SEATS,
  })
})

it('a question of another category is named in a category’s list', async () => {
  const other = await makeCategory(admin, { levels: [] })
  const address = `/api/intake-submissions?intakeCategoryId=${other.id}&${pairs('answerFilters', 'Region', 'EU')}`
  expect((await admin.get(address)).body.message).toBe(
    'There is no question “Region”. It may have been renamed or deleted.',
  )
})

it('GraphQL names it, too', async () => {
  const { body } = await admin.graphql(
    'query ($labels: [String!]) { intakeSubmissions(answerFilters: $labels) { edges { node { id } } } }',
    { labels: ['Area', 'EU'] },
  )
  expect(body.errors[0]).toMatchObject({ message: `${NO_AREA}.`, extensions: { fields: { answerFilters: NO_AREA } } })
})

it('no view is saved with it, and a view whose question was renamed since says so', async () => {
  const save = (name: string, label: string) =>
    admin.post('/api/services/by-filter', { filters: { [name]: [label, 'gold'] }, label: `By ${label}` })
  expectRefused(await save('serviceAnswerFilters', 'Area'), { serviceAnswerFilters: NO_AREA })
  const field = {
    ...{ id: 'plan', type: 'TEXT', description: '', isRequired: false, isMulti: false, showOnVendorDetails: false },
    ...{ documentTypes: [], ordinal: 0, options: [], requireDepartmentApproverAssigneeSelection: false },
    ...NO_CONDITIONS,
  }
  const fields = (label: string, version: number) =>
    admin.post('/api/custom-form-fields', {
      ...{ vendorFormFields: [], serviceItemFormFields: [], serviceFormFields: [{ ...field, label }], version },
    })
  const made = await fields('Plan', 0)
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const { status, body } = await save('serviceAnswerFilters', 'Plan')
  expect(status, JSON.stringify(body)).toBe(200)
  expect((await admin.get(`/api/services/by-filter/${body.hash}`)).status).toBe(200)
  expect((await fields('Level', 1)).status).toBe(200)
  expectRefused(await admin.get(`/api/services/by-filter/${body.hash}`), {
    serviceAnswerFilters: 'There is no question “Plan”. It may have been renamed or deleted',
  })
})
