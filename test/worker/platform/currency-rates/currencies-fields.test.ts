import { beforeEach, describe, expect, it } from 'vitest'
import { newId } from '../../../../worker/core/clock.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { question } from '../../../support/worker/intake.ts'
import { rows, run } from '../../../support/worker/sessions.ts'
import { carriedOut, checkedImport, rowsOf } from '../../../support/worker/vendor-import-scene.ts'
import { type Client, makeCompany, signIn, type TestCompany, type TestPerson } from '../../../support/worker/world.ts'

/** Conditions of custom fields compare amounts in the company's currency, at a recorded rate. */

const today = () => new Date().toISOString().slice(0, 10)
const gbp = (value: number) => ({ value, currency: 'GBP' })
const jpy = (value: number) => ({ value, currency: 'JPY' })
const NO_RATE = 'There is no exchange rate for GBP. Ask an admin to add one, or enter the amount in USD.'
const from1000 = (of: string) => ({
  conditionNumerics: [{ valuesQuestionId: of, minimumValue: 100_000, maximumValue: null }],
})

let company: TestCompany
let admin: Client
let owner: TestPerson
beforeEach(async () => {
  // Those of other files, which apply to everyone.
  await run("DELETE FROM currency_rates WHERE company_id = ''")
  company = await makeCompany(['enableIntakeRequests', 'enableCurrencies'])
  owner = await company.addPerson({ flags: ['hasAdminAccess'] })
  admin = await signIn(company, owner)
  const saved = await admin.post('/api/custom-form-fields', {
    version: 0,
    vendorFormFields: [
      question('value', 'MONEY', { label: 'Yearly value' }),
      question('why', 'TEXT', { label: 'Why so much', ...from1000('value') }),
    ],
    serviceFormFields: [
      question('fee', 'MONEY', { label: 'Fee' }),
      question('cause', 'TEXT', { label: 'Cause', isRequired: true, ...from1000('fee') }),
      question('of-vendor', 'TEXT', { label: 'About the vendor', ...from1000('value') }),
    ],
    serviceItemFormFields: [
      question('item', 'MONEY', { label: 'Price' }),
      question('item-note', 'TEXT', { label: 'Note', ...from1000('item') }),
    ],
  })
  expect(saved.status, JSON.stringify(saved.body)).toBe(200)
})

const setRate = async (base: string, rate: string): Promise<string> => {
  const { status, body } = await admin.post('/api/currency-rates', { base, date: today(), rate })
  expect(status).toBe(200)
  return body.id
}
const answers = (given: Record<string, unknown>) =>
  Object.entries(given).map(([questionId, value]) => ({ questionId, value }))
const createVendor = (given: Record<string, unknown>) =>
  admin.post('/api/vendors', {
    ...{ name: `Vendor ${newId()}`, owners: [owner.userId], paymentMethod: 'ACH' },
    customForm: answers(given),
  })
const vendor = async (id: string) => (await admin.get(`/api/vendors/${id}`)).body
const updateVendor = (id: string, given: object) => admin.call('PUT', `/api/vendors/${id}`, { body: given })
const shown = async (path: string): Promise<string[]> =>
  (await admin.get(`${path}/custom-fields`)).body.steps.flatMap((step: { fields: { id: string }[] }) =>
    step.fields.map(({ id }) => id),
  )

describe('amounts in a vendor’s custom fields', () => {
  it('an amount without a rate is refused beside the field, in a new vendor and in an edit', async () => {
    const refused = await createVendor({ value: gbp(100) })
    expect([refused.status, fieldsOf(refused)]).toEqual([400, { 'answers.value': NO_RATE }])
    const { body } = await createVendor({ value: { value: 100, currency: 'USD' } })
    const edited = await updateVendor(body.id, { customForm: answers({ value: gbp(100) }) })
    expect([edited.status, fieldsOf(edited)]).toEqual([400, { 'answers.value': NO_RATE }])
  })

  it('conditions compare in the company’s currency, and the history names the rate', async () => {
    await setRate('GBP', '1.35')
    await setRate('JPY', '0.0066')
    // £740.00 are $999.00, £741.00 are $1,000.35, ¥149,000 are $983.40.
    const below = (await createVendor({ value: gbp(74_000), why: 'Much' })).body.id
    const above = (await createVendor({ value: gbp(74_100), why: 'Much' })).body.id
    const yen = (await createVendor({ value: jpy(149_000), why: 'Much' })).body.id
    expect([(await vendor(below)).answers.why, (await vendor(above)).answers.why]).toEqual([undefined, 'Much'])
    expect((await vendor(yen)).answers.why).toBeUndefined()
    expect(await shown(`/api/vendors/${above}`)).toEqual(['value', 'why'])
    expect(await shown(`/api/vendors/${below}`)).toEqual(['value'])
    const history = await admin.get(`/api/audit-logs?targetType=VENDOR&targetId=${above}`)
    const on = new Date(`${today()}T00:00:00Z`).toLocaleDateString('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
    expect(history.body.edges[0].node.changeData.after.amountsCompared).toEqual([
      `Yearly value is $1,000.35: £741.00 at 1.35 on ${on}, set by your company`,
    ])
  })

  it('an unchanged amount keeps its rate, and a changed one gets the current rate', async () => {
    const id = await setRate('GBP', '1.35')
    const vendorId = (await createVendor({ value: gbp(74_100), why: 'Much' })).body.id
    await admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '1.2' } })
    expect(await shown(`/api/vendors/${vendorId}`)).toEqual(['value', 'why'])
    const same = { value: gbp(74_100), why: 'Much' }
    expect((await updateVendor(vendorId, { description: 'Seen', customForm: answers(same) })).status).toBe(200)
    expect((await vendor(vendorId)).answers).toEqual(same)
    await updateVendor(vendorId, { customForm: answers({ value: gbp(74_200), why: 'Much' }) })
    expect((await vendor(vendorId)).answers).toEqual({ value: gbp(74_200) })
    // The rate is deleted: existing values can stay, and no new ones in its currency are accepted.
    await admin.call('DELETE', `/api/currency-rates/${id}`)
    expect((await updateVendor(vendorId, { customForm: answers({ value: gbp(74_200) }) })).status).toBe(200)
    expect(fieldsOf(await updateVendor(vendorId, { customForm: answers({ value: gbp(1) }) }))).toEqual({
      'answers.value': NO_RATE,
    })
  })

  it('conditions compare again after the company’s own currency changes', async () => {
    await setRate('GBP', '1.35')
    const vendorId = (await createVendor({ value: gbp(74_100), why: 'Much' })).body.id
    await run("UPDATE companies SET currency = 'JPY' WHERE id = ?", company.id)
    await admin.post('/api/currency-rates', { base: 'GBP', date: today(), rate: '100' })
    // £741.00 are ¥74,100, which is less than ¥100,000.
    expect(await shown(`/api/vendors/${vendorId}`)).toEqual(['value'])
  })

  it('an import converts amounts the same way', async () => {
    const name = `Imported ${newId()}`
    const csv = `Name,Yearly value\n${name},250 GBP`
    const bad = await checkedImport(admin, csv)
    expect((await rowsOf(admin, bad.id))[0].problems).toEqual([
      { level: 'ERROR', field: 'field:value', message: NO_RATE },
    ])
    const id = await setRate('GBP', '5')
    expect((await carriedOut(admin, await checkedImport(admin, csv))).counts).toEqual({ CREATED: 1 })
    await admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '1' } })
    const [stored] = await rows<{ id: string }>(
      'SELECT id FROM vendors WHERE company_id = ? AND name = ?',
      company.id,
      name,
    )
    // £250.00 at the rate of the import are $1,250.00.
    expect(await shown(`/api/vendors/${stored?.id}`)).toEqual(['value', 'why'])
  })
})

describe('amounts in a service’s custom fields', () => {
  const year = { startDate: '2030-01-01', endDate: '2030-12-31', totalServicePeriodCost: 100 }
  const createService = (vendorId: string, given: Record<string, unknown>, ofItem: Record<string, unknown> = {}) =>
    admin.post('/api/services', {
      name: 'Seats',
      vendorId,
      customForm: answers(given),
      servicePeriods: [{ ...year, customForm: answers(ofItem) }],
    })

  it('an amount without a rate is refused beside the field', async () => {
    const vendorId = await company.add('vendors', 'Acme')
    const refused = await createService(vendorId, { fee: gbp(1) }, { item: gbp(1) })
    expect([refused.status, fieldsOf(refused)]).toEqual([
      400,
      { 'answers.fee': NO_RATE, 'servicePeriods.0.answers.item': NO_RATE },
    ])
  })

  it('conditions compare amounts of the service, its vendor and its periods, and keep the rate', async () => {
    const id = await setRate('GBP', '1.35')
    const vendorId = (await createVendor({ value: gbp(74_100), why: 'Much' })).body.id
    const missing = await createService(vendorId, { fee: gbp(74_100) })
    expect([missing.status, fieldsOf(missing)]).toEqual([400, { 'answers.cause': 'Required' }])
    const given = { fee: gbp(74_100), cause: 'Growth', 'of-vendor': 'Large' }
    const made = await createService(vendorId, given, { item: gbp(74_000), 'item-note': 'Dear' })
    expect(made.status).toBe(200)
    const path = `/api/services/${made.body.id}`
    const service = (await admin.get(path)).body
    expect(service.answers).toEqual(given)
    expect(service.servicePeriods[0].answers).toEqual({ item: gbp(74_000) })
    await admin.call('PUT', `/api/currency-rates/${id}`, { body: { rate: '1' } })
    expect(await shown(path)).toEqual(['fee', 'cause', 'of-vendor', 'item'])
    const history = await admin.get(`/api/audit-logs?targetType=SERVICE&targetId=${made.body.id}`)
    expect(history.body.edges[0].node.changeData.after.amountsCompared[0]).toMatch(
      /^Fee is \$1,000\.35: £741\.00 at 1\.35 on .*, set by your company$/,
    )
  })
})
