import { beforeAll, describe, expect, it } from 'vitest'
import { addErp, type BillScene, bodyOf, bookedOf, makeBillScene, readBill } from '../../../support/worker/bills.ts'
import { fieldsOf } from '../../../support/worker/doors.ts'
import { run } from '../../../support/worker/sessions.ts'

/** What a bill can’t be booked on: accounts, periods and currencies that its books don’t take, and contradictions. */

let scene: BillScene

beforeAll(async () => {
  scene = await makeBillScene()
})

const add = (kind: string, name: string, more = {}) =>
  addErp(scene.company.id, kind, name, { connection_id: scene.connectionId, ...more })
const enter = async (more: object) => scene.clerk.post('/api/payments/bills', await bodyOf(scene, { ...more }))
const onLine = (more: object) => ({ lines: [{ amount: 120_000, ...bookedOf(scene), ...more }] })

describe('accounts of lines', () => {
  it.each([
    ['a bank account', { account_type: 'OTHER', classification: 'Bank' }, 'Bank'],
    ['payables', { account_type: 'OTHER', classification: 'Accounts Payable' }, 'Accounts Payable'],
    ['receivables', { account_type: 'OTHER', classification: 'Accounts Receivable' }, 'Accounts Receivable'],
    ['revenue', { account_type: 'REVENUE', classification: 'Income' }, 'Revenue'],
    ['other income', { account_type: 'OTHER_INCOME', classification: 'Other Income' }, 'Revenue'],
  ])('%s is refused beside the line', async (_, values, word) => {
    const erpAccountId = await add('ACCOUNT', 'Main', values)
    const refused = await enter(onLine({ erpAccountId }))
    expect(refused.status).toBe(400)
    expect(fieldsOf(refused)).toEqual({
      'lines.0.erpAccountId': `Main isn’t an account for expenses (${word}). Choose another one`,
    })
  })

  it.each([
    ['an expense', { account_type: 'OPEX', classification: 'Expense' }],
    ['a fixed asset', { account_type: 'OTHER', classification: 'Fixed Asset' }],
    ['a prepaid expense', { account_type: 'OTHER', classification: 'Other Current Asset' }],
  ])('%s is taken', async (_, values) => {
    const erpAccountId = await add('ACCOUNT', 'Main', values)
    expect((await enter(onLine({ erpAccountId }))).status).toBe(200)
  })
})

describe('amortization', () => {
  it('a template needs the days it runs', async () => {
    const erpAmortizationTemplateId = await add('AMORTIZATION_TEMPLATE', 'Straight line')
    const message = 'Enter the first and the last day for the amortization template'
    expect(fieldsOf(await enter(onLine({ erpAmortizationTemplateId })))).toEqual({
      'lines.0.amortizationStartDate': message,
    })
    expect(fieldsOf(await enter({ erpAmortizationTemplateId }))).toEqual({ amortizationStartDate: message })
    const days = { amortizationStartDate: '2026-11-01', amortizationEndDate: '2027-10-31' }
    expect((await enter(onLine({ erpAmortizationTemplateId, ...days }))).status).toBe(200)
  })
})

describe('custom fields', () => {
  it('one of a list without known values takes only ids', async () => {
    const details = JSON.stringify({ scriptId: 'custbody_region', type: 'BODY', valueType: 'List/Record' })
    const id = await add('CUSTOM_FIELD', 'Region', { details })
    await run('INSERT INTO erp_bill_fields (object_id, company_id, is_on_bills) VALUES (?, ?, 1)', id, scene.company.id)
    const given = (value: string) => ({
      erpCustomFieldValues: [{ customFieldScriptId: 'custbody_region', value }],
    })
    expect(fieldsOf(await enter(given('anything')))).toEqual({
      'erpCustomFieldValues.0.value': 'This field takes a value of a list. Enter its ID in the accounting system',
    })
    expect((await enter(given('42'))).status).toBe(200)
  })
})

describe('currencies and periods', () => {
  it('two currencies that contradict each other are refused, and both are named', async () => {
    const erpCurrencyId = await add('CURRENCY', 'US Dollar', { number: 'USD' })
    await add('CURRENCY', 'Euro', { number: 'EUR' })
    expect(fieldsOf(await enter({ currency: 'EUR', erpCurrencyId }))).toEqual({
      currency: '“currency” is EUR and “erpCurrencyId” is USD. Give one of them',
    })
    expect((await enter({ currency: 'USD', erpCurrencyId })).status).toBe(200)
  })

  it('a currency that the books lack is refused', async () => {
    expect(fieldsOf(await enter({ currency: 'JPY' }))).toMatchObject({
      currency: 'The accounting system doesn’t have JPY. Add it there, or choose another currency',
    })
  })

  it('without a period the date decides, and a bill that is there can still be changed', async () => {
    const before = await enter({ invoiceDate: '2026-10-05' })
    expect(before.status).toBe(200)
    const days = (startDay: string, endDay: string, isClosed: boolean) => ({
      details: JSON.stringify({ startDay, endDay, isPosting: true, isClosed }),
    })
    await add('ACCOUNTING_PERIOD', 'Oct 2026', days('2026-10-01', '2026-10-31', true))
    const open = await add('ACCOUNTING_PERIOD', 'Nov 2026', days('2026-11-01', '2026-11-30', false))
    expect(fieldsOf(await enter({ invoiceDate: '2026-10-06' }))).toEqual({
      accountingPeriodId: 'No open accounting period has Oct 6, 2026. Choose an open one',
    })
    expect((await enter({ invoiceDate: '2026-10-06', accountingPeriodId: open })).status).toBe(200)
    expect((await enter({ invoiceDate: '2026-11-30' })).status).toBe(200)
    const changed = await scene.clerk.call('PUT', `/api/payments/bills/${before.body.id}`, {
      body: await bodyOf(scene, { invoiceDate: '2026-10-05', description: 'More', invoiceNumber: 'KEPT-1' }),
    })
    expect(changed.status, JSON.stringify(changed.body)).toBe(200)
  })
})

describe('an invoice number that an admin let through twice', () => {
  it('the first bill can still be changed by its author', async () => {
    const body = await bodyOf(scene, { invoiceNumber: 'TWICE-1' })
    const first = (await scene.clerk.post('/api/payments/bills', body)).body.id
    const second = await scene.admin.post('/api/payments/bills', {
      ...(await bodyOf(scene, { invoiceNumber: 'TWICE-1' })),
      duplicateReason: 'The vendor reused the number',
    })
    expect(second.status).toBe(200)
    const change = (invoiceNumber: string, description: string) =>
      scene.clerk.call('PUT', `/api/payments/bills/${first}`, { body: { ...body, invoiceNumber, description } })
    expect((await change('TWICE-1', 'Corrected')).status).toBe(200)
    expect(await readBill(scene.clerk, first)).toMatchObject({ description: 'Corrected' })
    // Another number is free, and that of the second isn't, once it was given up.
    expect((await change('OTHER-1', 'Corrected')).status).toBe(200)
    expect((await change('TWICE-1', 'Corrected')).status).toBe(409)
  })
})
