import { beforeAll, expect, it } from 'vitest'
import { question } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { type Answer, type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** Custom fields that name a vendor, of vendors, services and their periods, follow its merge, and come back with undoing. */

let company: TestCompany
let admin: Client
let owner: string
beforeAll(async () => {
  company = await makeCompany([])
  const person = await company.addPerson({ flags: ['hasAdminAccess', 'hasVendorAdminAccess'] })
  owner = person.userId
  admin = await signIn(company, person)
  const asked = [
    question('one', 'VENDOR_SELECT', { label: 'One' }),
    question('many', 'VENDOR_SELECT', { label: 'Many', isMulti: true, ordinal: 1 }),
  ]
  const named = (of: string) =>
    asked.map((field) => ({ ...field, id: `${of}${field.id}`, label: `${of}${field.label}` }))
  ok(
    await admin.post('/api/custom-form-fields', {
      ...{ version: 0, vendorFormFields: named('v-'), serviceFormFields: named('s-') },
      serviceItemFormFields: named('i-'),
    }),
  )
})

const ok = (answer: Answer): Answer => {
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer
}
interface Named {
  one: string | undefined
  many: string[]
}
const given = (of: string, { one, many }: Named) => [
  { questionId: `${of}one`, value: one ?? null },
  { questionId: `${of}many`, value: many },
]
const period = { startDate: '2030-01-01', endDate: '2030-12-31', totalServicePeriodCost: 100, currency: 'USD' }
const make = async (vendorId: string, named: Named): Promise<string> =>
  ok(
    await admin.post('/api/services', {
      ...{ name: `Hosting ${named.many.length}`, vendorId, customForm: given('s-', named) },
      servicePeriods: [{ ...period, customForm: given('i-', named) }],
    }),
  ).body.id

const answered = async (id: string) => {
  const read = ok(await admin.get(`/api/services/${id}`)).body
  return [read.answers, read.servicePeriods[0].answers]
}
/** What the list shows, whose periods are a copy. */
const listed = async (id: string): Promise<object[]> => {
  const edges: { node: { id: string; answers: object; servicePeriods: { answers: object }[] } }[] = ok(
    await admin.get('/api/services'),
  ).body.edges
  const node = edges.find((edge) => edge.node.id === id)?.node
  return [node?.answers ?? {}, node?.servicePeriods[0]?.answers ?? {}]
}
const found = async (filters: string, label: string, vendor: string): Promise<string[]> =>
  ok(await admin.get(`/api/services?${filters}[]=${label}&${filters}[]=${vendor}`)).body.edges.map(
    ({ node }: { node: { id: string } }) => node.id,
  )
const foundBy = async (vendor: string): Promise<string[][]> => [
  await found('serviceAnswerFilters', 's-One', vendor),
  await found('serviceAnswerFilters', 's-Many', vendor),
  await found('servicePeriodAnswerFilters', 'i-One', vendor),
  await found('servicePeriodAnswerFilters', 'i-Many', vendor),
]
const both = ({ one, many }: Named) => [
  { 's-one': one, 's-many': many },
  { 'i-one': one, 'i-many': many },
]

it.each([
  ['alone', (from: string) => [from], (from: string) => [from]],
  ['beside the other', (from: string, into: string) => [from, into], (from: string, into: string) => [from, into]],
])('named %s', async (_, many, restored) => {
  const [from = '', into = '', buys = ''] = await Promise.all(
    ['Old', 'New', 'Buys'].map((name) => company.add('vendors', `${name} ${_}`)),
  )
  const before = { one: from, many: many(from, into) }
  const service = await make(buys, before)
  const vendor = ok(
    await admin.post('/api/vendors', {
      ...{ name: `Names ${_}`, owners: [owner], paymentMethod: 'ACH', customForm: given('v-', before) },
    }),
  ).body.id
  const versions = async () =>
    (await Promise.all([into, from].map((id) => admin.get(`/api/vendors/${id}`)))).map(({ body }) => body.version)
  const [version, fromVersion] = await versions()
  const merged = ok(
    await admin.post(`/api/vendors/${into}/merge`, { fromVendorId: from, choices: {}, version, fromVersion }),
  ).body
  const after = both({ one: into, many: [into] })
  expect(await answered(service)).toEqual(after)
  expect(await listed(service)).toEqual(after)
  expect(await foundBy(into)).toEqual([[service], [service], [service], [service]])
  const [row] = await rows<{ answers: string }>('SELECT answers FROM vendors WHERE id = ?', vendor)
  expect(JSON.parse(row?.answers ?? '{}')).toEqual({ 'v-one': into, 'v-many': [into] })
  // Nothing says the old id any more.
  const left = `SELECT 1 FROM service_answer_values WHERE company_id = ?1 AND value = lower(?2)`
  expect(await rows(left, company.id, from)).toEqual([])

  ok(await admin.post(`/api/vendor-merges/${merged.mergeId}/undo`, {}))
  const back = both({ one: from, many: restored(from, into) })
  expect(await answered(service)).toEqual(back)
  expect(await listed(service)).toEqual(back)
  expect(await foundBy(from)).toEqual([[service], [service], [service], [service]])
  const beside = restored(from, into).includes(into) ? [service] : []
  expect(await foundBy(into)).toEqual([[], beside, [], beside])
})
