import { beforeAll, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { question } from '../../../support/worker/intake.ts'
import { rows } from '../../../support/worker/sessions.ts'
import { carriedOut, checkedImport, readImport, rowsOf } from '../../../support/worker/vendor-import-scene.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Custom fields whose answers have parts: amounts, addresses and members, each in one cell. */

let company: TestCompany
let admin: Client
let dana: TestPerson
let lee: TestPerson

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableCurrencies'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  dana = await company.addPerson({ email: `dana-${newId()}@people.test` })
  lee = await company.addPerson({ email: `lee-${newId()}@people.test` })
  const date = new Date().toISOString().slice(0, 10)
  for (const base of ['EUR', 'GBP', 'JPY']) await admin.post('/api/currency-rates', { base, date, rate: '1.1' })
  const saved = await admin.post('/api/custom-form-fields', {
    version: 0,
    vendorFormFields: [
      question('limit', 'MONEY', { label: 'Credit limit' }),
      question('office', 'ADDRESS', { label: 'Head office' }),
      question('buyer', 'MEMBER_SELECT', { label: 'Buyer' }),
      question('team', 'MEMBER_SELECT', { label: 'Team', isMulti: true }),
      question('report', 'DOCUMENTS', { label: 'Report' }),
    ],
    serviceFormFields: [],
    serviceItemFormFields: [],
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
})

const HEADER = 'Name,Credit limit,Head office,Buyer,Team'
const answersOf = async (name: string): Promise<Record<string, unknown>> => {
  const [vendor] = await rows<{ answers: string }>(
    'SELECT answers FROM vendors WHERE company_id = ? AND name = ?',
    company.id,
    name,
  )
  return JSON.parse(vendor?.answers ?? '{}')
}

describe('importing custom fields', () => {
  it('amounts, addresses and members are read as people write them in a cell', async () => {
    const [one, two] = [`One ${newId()}`, `Two ${newId()}`]
    const checked = await checkedImport(
      admin,
      [
        HEADER,
        `${one},"1,250.50 eur",1 Quay Street; Dublin; Leinster; D01 F5P2; Ireland,${dana.email.toUpperCase()},${dana.email}; ${lee.email}`,
        `${two},"$1,000",2 Quay Street; Floor 3; Cork; ; ; Ireland,,`,
      ].join('\n'),
    )
    expect(checked.columns.map(({ field }) => field)).toEqual([
      ...['name', 'field:limit', 'field:office', 'field:buyer', 'field:team'],
    ])
    expect(checked.fields.map(({ label }) => label)).not.toContain('Report')
    expect((await carriedOut(admin, checked)).counts).toEqual({ CREATED: 2 })
    expect(await answersOf(one)).toEqual({
      limit: { value: 125_050, currency: 'EUR' },
      office: {
        ...{ address1: '1 Quay Street', address2: '', city: 'Dublin', state: 'Leinster' },
        ...{ postalCode: 'D01 F5P2', country: 'Ireland' },
      },
      buyer: dana.userId,
      team: [dana.userId, lee.userId],
    })
    expect(await answersOf(two)).toMatchObject({
      limit: { value: 100_000, currency: 'USD' },
      office: { address1: '2 Quay Street', address2: 'Floor 3', city: 'Cork', postalCode: '', country: 'Ireland' },
    })
  })

  it('an invalid cell says what is wrong and how to write it', async () => {
    const bad = [
      ['"1.250,50 EUR"', 'limit', '1.250,50 EUR isn’t an amount. Use the format 1250.00 USD'],
      ['100.5 JPY', 'limit', '100.5 JPY isn’t an amount in JPY'],
      ['100 XYZ', 'limit', 'XYZ isn’t a currency your company uses'],
      ['much', 'limit', 'much isn’t an amount. Use the format 1250.00 USD'],
      [
        ',1 Quay Street; Dublin',
        'office',
        '1 Quay Street; Dublin isn’t an address. Use the format street; city; state; postal code; country',
      ],
      [',,nobody@people.test', 'buyer', 'nobody@people.test is no member of your company'],
      [',,Dana', 'buyer', 'Dana is no member of your company'],
      [`,,${dana.email}; ${lee.email}`, 'buyer', 'At most 1'],
      [`,,,${dana.email}; nobody@people.test`, 'team', 'nobody@people.test is no member of your company'],
    ]
    const lines = bad.map(([cells], index) => `Vendor ${index} ${newId()},${cells}`)
    const checked = await checkedImport(admin, [HEADER, ...lines].join('\n'))
    expect(checked.counts).toEqual({ BAD: bad.length })
    const found = (await rowsOf(admin, checked.id, 'BAD')) as { problems: { field: string; message: string }[] }[]
    expect(found.map(({ problems }) => problems.map(({ field, message }) => [field, message]))).toEqual(
      bad.map(([, field, message]) => [[`field:${field}`, message]]),
    )
  })

  it('each column says how to write its values', async () => {
    const checked = await checkedImport(admin, `${HEADER}\nHelped ${newId()},,,,`)
    const { fields } = await readImport(admin, checked.id)
    expect(fields.find(({ key }) => key === 'field:limit')?.help).toContain('without one it is in USD')
    expect(fields.find(({ key }) => key === 'field:team')?.help).toContain('separated by a semicolon')
  })
})
