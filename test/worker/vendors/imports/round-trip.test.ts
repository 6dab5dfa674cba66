import Papa from 'papaparse'
import { beforeAll, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { question } from '../../../support/worker/intake.ts'
import { carriedOut, checkedImport, rowsOf } from '../../../support/worker/vendor-import-scene.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

/** The file of the list of vendors, edited in a spreadsheet and imported again. */

let company: TestCompany
let admin: Client

const contact = (firstName: string, lastName: string, email: string) => ({
  ...{ firstName, lastName, email, phone: '', memo: '' },
})

beforeAll(async () => {
  company = await makeCompany(['enableIntakeRequests', 'enableCurrencies'])
  admin = await signIn(company, await company.addPerson({ flags: ['hasAdminAccess'] }))
  const date = new Date().toISOString().slice(0, 10)
  for (const base of ['EUR', 'JPY']) await admin.post('/api/currency-rates', { base, date, rate: '1.1' })
  const limit = question('limit', 'MONEY', { label: 'Limit' })
  await admin.post('/api/custom-form-fields', {
    ...{ vendorFormFields: [limit], serviceFormFields: [], serviceItemFormFields: [], version: 0 },
  })
  await admin.post('/api/vendor-service-custom-columns', {
    ...{ vendorColumns: [{ questionId: 'limit', columnName: 'Limit' }], serviceColumns: [], version: 0 },
  })
  const dana = await company.addPerson({ name: 'Dana Q.' })
  const lee = await company.addPerson({ name: 'Lee, Jr.' })
  const make = async (name: string, more: object) => {
    const answer = await admin.post('/api/vendors', { name, owners: [dana.userId], paymentMethod: 'ACH', ...more })
    expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  }
  await make('Northwind, Inc.', {
    description: 'Tools:\n- lamps\n- desks; +more',
    owners: [dana.userId, lee.userId],
    signer: lee.userId,
    paymentMethod: 'CREDIT_CARD',
    isSocTwoCompliant: true,
    customForm: [{ questionId: 'limit', value: { value: 125_050, currency: 'EUR' } }],
    externalPointOfContact: contact('Ines', 'Moreau', 'ines@northwind.example'),
    externalSigner: contact('Omar', 'Haddad', ''),
  })
  await make('=Formula Works', { isSocTwoCompliant: null })
  await make('Plain', { externalPointOfContact: contact('', '', 'plain@vendor.example') })
})

const exported = async (): Promise<string> => {
  const { body } = await admin.post('/api/vendors/by-filter', { filters: {}, label: `All ${newId()}` })
  const { status, body: text } = await admin.get(`/api/vendors/by-filter/${body.hash}.csv`)
  expect(status).toBe(200)
  return String(text)
}

it('imported without changes, the file changes nothing and no row is refused', async () => {
  const found = await checkedImport(admin, await exported(), { existing: 'UPDATE' })
  const rows = await rowsOf(admin, found.id)
  expect(
    rows.map(({ outcome, problems }: { outcome: string; problems: { level: string; message: string }[] }) => [
      outcome,
      ...problems.filter(({ level }) => level === 'ERROR').map(({ message }) => message),
    ]),
  ).toEqual([['SKIP'], ['SKIP'], ['SKIP']])
})

it('what was edited is changed, and nothing else', async () => {
  const { data } = Papa.parse<string[]>((await exported()).replace('\uFEFF', ''), { skipEmptyLines: true })
  const [header = [], ...lines] = data
  expect(lines.find(([name]) => name === 'Northwind, Inc.')?.slice(-2)).toEqual(['1250.50', 'EUR'])
  const edited = lines.map((line) =>
    line.map((cell, column) => {
      if (line[0] !== 'Northwind, Inc.') return cell
      if (header[column] === 'Owners') return 'Lee, Jr.'
      if (header[column] === 'Limit') return '128000'
      if (header[column] === 'Limit currency') return 'JPY'
      return header[column] === 'Payment method' ? 'Wire' : cell
    }),
  )
  const found = await checkedImport(admin, Papa.unparse([header, ...edited]), { existing: 'UPDATE' })
  expect(found.counts).toEqual({ UPDATE: 1, SKIP: 2 })
  await carriedOut(admin, found)
  const after = Papa.parse<Record<string, string>>((await exported()).replace('\uFEFF', ''), {
    header: true,
    skipEmptyLines: true,
  })
  expect(after.data.find(({ Name }) => Name === 'Northwind, Inc.')).toMatchObject({
    Owners: 'Lee, Jr.',
    Signer: 'Lee, Jr.',
    'Payment method': 'Wire',
    Limit: '128000',
    'Limit currency': 'JPY',
    'SOC 2 compliant': 'Yes',
    'External contact': 'Ines Moreau, ines@northwind.example',
    Description: 'Tools:\n- lamps\n- desks; +more',
  })
})

it('a name that two members have is refused, and an address is taken', async () => {
  const email = `${newId()}@people.test`
  await company.addPerson({ name: 'Sam P', email })
  await company.addPerson({ name: 'Sam P' })
  const text = `Name,Owners\nFresh One,Sam P\nFresh Two,Sam P <${email}>\nFresh Three,Someone Else`
  const rows = await rowsOf(admin, (await checkedImport(admin, text)).id)
  expect(
    rows.map(({ problems }: { problems: { message: string }[] }) => problems.map(({ message }) => message)),
  ).toEqual([
    ['Several members are called Sam P. Use the email address'],
    [],
    ['Someone Else is no member of your company'],
  ])
})
