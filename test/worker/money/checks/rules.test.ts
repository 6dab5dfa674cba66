import { describe, expect, it } from 'vitest'
import { DEFAULT_CHECK_SETTINGS } from '../../../../schema/money/checks/values.ts'
import { addBillPayment } from '../../../support/worker/bill-payment-rows.ts'
import { addErp, type BillScene, bodyOf, makeBillScene } from '../../../support/worker/bills.ts'
import { addBill, check, findings, markAccount, rulesOf, setChecks as set } from '../../../support/worker/checks.ts'
import { run } from '../../../support/worker/sessions.ts'
import { addDetails } from '../../../support/worker/vendor-bank-details.ts'

/** What each check finds, and what it does not. */

const ALL = '&filter=ALL'
const HOUR = 60 * 60 * 1000
const DAY = 24 * HOUR
/** A Tuesday at noon in UTC. */
const NOON = Date.UTC(2026, 10, 24, 12)

const vendorOf = ({ company }: BillScene, name = 'Other vendor') => addErp(company.id, 'VENDOR', name)
const listed = async (scene: BillScene, rule: string, query = '') =>
  (await findings(scene.clerk, `&rule=${rule}${query}`)).map(({ bill, why, state }) => ({ bill: bill?.id, why, state }))
const addVersion = ({ company }: BillScene, billId: string, version: number, at: number) =>
  run(
    `INSERT INTO bill_versions (bill_id, version, company_id, content, changed_by_name, changed_at)
     VALUES (?, ?, ?, '{}', 'Cleo Clerk', ?)`,
    ...[billId, version, company.id, at],
  )
describe('duplicates', () => {
  it('two bills of a vendor with one number are found, on the later one, and not again', async () => {
    const scene = await makeBillScene()
    const { erpVendorId } = scene
    await addBill(scene, { erpVendorId, number: 'A-1', amount: 100, createdAt: NOON })
    const later = await addBill(scene, { erpVendorId, number: 'A-1', amount: 200, createdAt: NOON + 1 })
    await check(scene, [later])
    await check(scene, [later])
    expect(await listed(scene, 'DUPLICATE', ALL)).toEqual([
      { bill: later, state: 'OPEN', why: 'Two bills of Acme Cloud Inc have the same invoice number, A-1.' },
    ])
  })

  it('the earlier one is found from its side too, and is held once the later one is paid', async () => {
    const scene = await makeBillScene()
    const { erpVendorId } = scene
    const earlier = await addBill(scene, { erpVendorId, number: 'A-1', createdAt: NOON })
    const later = await addBill(scene, { erpVendorId, number: 'A-1', createdAt: NOON + 1 })
    await check(scene, [earlier])
    expect(await listed(scene, 'DUPLICATE')).toMatchObject([{ bill: later }])
    await run('UPDATE bills SET paid_at = ? WHERE id = ?', NOON, later)
    await check(scene, [earlier])
    expect(await listed(scene, 'DUPLICATE')).toMatchObject([{ bill: earlier }])
  })

  it('the same amount within the days of the settings is found, and a day later it is not', async () => {
    const scene = await makeBillScene()
    const { erpVendorId } = scene
    await set(scene, { similarDays: 3 })
    const first = await addBill(scene, { erpVendorId, date: '2026-11-01', createdAt: NOON })
    const within = await addBill(scene, { erpVendorId, date: '2026-11-04', createdAt: NOON + 1 })
    const after = await addBill(scene, { erpVendorId, date: '2026-11-08', createdAt: NOON + 2 })
    await check(scene, [first, within, after])
    expect(await listed(scene, 'SIMILAR')).toMatchObject([{ bill: within }])
  })

  it('another currency, a credit, a rejected or deleted bill, another vendor and another company are no duplicates', async () => {
    const [scene, other] = [await makeBillScene(), await makeBillScene()]
    const { erpVendorId } = scene
    const of = { erpVendorId, number: 'A-1' }
    await addBill(scene, { ...of, number: 'B-1', currency: 'EUR' })
    await addBill(scene, { ...of, isCredit: 1 })
    await addBill(scene, { ...of, status: 'REJECTED' })
    await addBill(scene, { ...of, deletedAt: NOON })
    await addBill(scene, { ...of, erpVendorId: await vendorOf(scene) })
    await addBill(other, { ...of, erpVendorId: other.erpVendorId })
    const bill = await addBill(scene, of)
    await check(scene, [bill])
    expect(await findings(scene.clerk, ALL)).toEqual([])
    expect(await findings(other.clerk, ALL)).toEqual([])
  })

  it('one file on two bills of different vendors is found', async () => {
    const scene = await makeBillScene()
    const bills = [
      await addBill(scene, { erpVendorId: scene.erpVendorId, amount: 1, createdAt: NOON }),
      await addBill(scene, { erpVendorId: await vendorOf(scene), amount: 2, createdAt: NOON + 1 }),
    ]
    for (const [at, bill] of bills.entries()) {
      const id = `${bill.slice(0, 20)}-${at}`
      await run(
        `INSERT INTO documents (id, company_id, name, display_name, storage_key, mime_type, size, sha256,
           uploaded_by_user_id, created_at, updated_at) VALUES (?1, ?2, ?1, 'I.pdf', ?1, 'application/pdf', 1, ?3, 'x', 1, 1)`,
        ...[id, scene.company.id, `hash of ${scene.company.id}`],
      )
      await run(
        `INSERT INTO invoices (id, company_id, document_id, source, created_at) VALUES (?1, ?2, ?1, 'UPLOAD', 1)`,
        ...[id, scene.company.id],
      )
      await run('UPDATE bills SET invoice_id = ? WHERE id = ?', id, bill)
    }
    await check(scene, [bills[0] ?? ''])
    expect(await listed(scene, 'DUPLICATE')).toMatchObject([
      { bill: bills[1], why: expect.stringContaining('has the same file as bill') },
    ])
  })

  it('a finding closes when its cause goes, and a new cause is a new finding', async () => {
    const scene = await makeBillScene()
    const { erpVendorId } = scene
    await addBill(scene, { erpVendorId, number: 'A-1' })
    const bill = await addBill(scene, { erpVendorId, number: 'A-1' })
    await check(scene, [bill])
    await run("UPDATE bills SET invoice_number = 'A-2', invoice_key = 'a-2', total_minor = 9 WHERE id = ?", bill)
    await check(scene, [bill])
    expect(await listed(scene, 'DUPLICATE', ALL)).toMatchObject([{ state: 'CLOSED' }])
    await run("UPDATE bills SET invoice_number = 'A-1', invoice_key = 'a-1' WHERE id = ?", bill)
    await check(scene, [bill])
    expect((await listed(scene, 'DUPLICATE', ALL)).map(({ state }) => state).toSorted()).toEqual(['CLOSED', 'OPEN'])
  })
})

describe('splits', () => {
  it('bills of one person below the limit that reach it together are found', async () => {
    const scene = await makeBillScene()
    const { erpVendorId } = scene
    const of = { erpVendorId, amount: 600_000 }
    await addBill(scene, { ...of, createdAt: NOON, date: '2026-01-01' })
    const second = await addBill(scene, { ...of, amount: 400_000, createdAt: NOON + 6 * DAY })
    await check(scene, [second])
    expect(await listed(scene, 'SPLIT')).toEqual([
      {
        ...{ bill: second, state: 'OPEN' },
        why: '2 bills of Acme Cloud Inc by the same person within 7 days come to $10,000.00. Each is below $10,000.',
      },
    ])
  })

  it.each([
    ['one cent less', { amount: 399_999 }],
    ['another person', { createdBy: 'someone-else' }],
    ['a day too late', { createdAt: NOON + 7 * DAY + 1 }],
    ['at the limit itself', { amount: 1_000_000 }],
    ['without a rate', { companyMinor: null }],
    ['a credit', { isCredit: 1 as const }],
    ['rejected', { status: 'REJECTED' }],
  ])('%s is no split', async (_, more) => {
    const scene = await makeBillScene()
    const { erpVendorId } = scene
    await addBill(scene, { erpVendorId, amount: 600_000, createdAt: NOON, date: '2026-01-01' })
    const second = await addBill(scene, { erpVendorId, amount: 400_000, createdAt: NOON + DAY, ...more })
    await check(scene, [second])
    expect(await listed(scene, 'SPLIT', ALL)).toEqual([])
  })
})

describe('first payments', () => {
  it('a first payment at the limit is found, below it or after another one it is not', async () => {
    const scene = await makeBillScene()
    const bills = [
      await addBill(scene, { erpVendorId: await vendorOf(scene, 'One'), amount: 1_000_000 }),
      await addBill(scene, { erpVendorId: await vendorOf(scene, 'Two'), amount: 999_999 }),
      await addBill(scene, { erpVendorId: scene.erpVendorId, amount: 2_000_000 }),
    ]
    await addBillPayment(scene.company.id, {
      ...{ erpVendorId: scene.erpVendorId, createdBy: scene.people.clerk.userId, status: 'PAID' },
    })
    await check(scene, bills)
    expect(await listed(scene, 'FIRST_PAYMENT')).toMatchObject([{ bill: bills[0] }])
    await set(scene, { firstPaymentLimit: 999_999 })
    await check(scene, bills)
    expect((await listed(scene, 'FIRST_PAYMENT')).length).toBe(2)
  })

  it('the limit is in the company’s currency', async () => {
    const scene = await makeBillScene()
    const yen = await addBill(scene, {
      ...{ erpVendorId: scene.erpVendorId, amount: 2_000_000, currency: 'JPY', companyMinor: 999_999 },
    })
    await check(scene, [yen])
    expect(await listed(scene, 'FIRST_PAYMENT', ALL)).toEqual([])
  })
})

describe('invoice numbers', () => {
  it('a number unlike the vendor’s earlier ones is found, if there are enough', async () => {
    const scene = await makeBillScene()
    const { erpVendorId } = scene
    for (let at = 1; at <= 4; at += 1)
      await addBill(scene, { erpVendorId, number: `INV-${at}`, amount: at, createdAt: NOON + at })
    const odd = await addBill(scene, { erpVendorId, number: '99817', amount: 77, createdAt: NOON + 100 })
    await check(scene, [odd])
    expect(await listed(scene, 'NUMBER_PATTERN')).toEqual([])
    await addBill(scene, { erpVendorId, number: 'INV-5', amount: 5, createdAt: NOON + 5 })
    const usual = await addBill(scene, { erpVendorId, number: 'INV-1044', amount: 78, createdAt: NOON + 101 })
    await check(scene, [odd, usual])
    expect(await listed(scene, 'NUMBER_PATTERN')).toMatchObject([{ bill: odd, why: expect.stringContaining('INV-5') }])
  })
})

describe('nights and weekends', () => {
  it('nights and weekends are by the company’s time zone and hours', async () => {
    const scene = await makeBillScene()
    const { erpVendorId } = scene
    // 23:30 in UTC is half past five in Chicago.
    const createdAt = Date.UTC(2026, 10, 24, 23, 30)
    const bill = await addBill(scene, { erpVendorId, createdAt })
    await addVersion(scene, bill, 1, createdAt)
    await set(scene, { timeZone: 'America/Chicago' })
    await check(scene, [bill])
    expect(await listed(scene, 'OFF_HOURS', ALL)).toEqual([])
    await set(scene, { timeZone: 'UTC' })
    await check(scene, [bill])
    expect(await listed(scene, 'OFF_HOURS')).toMatchObject([
      { why: expect.stringContaining('Tuesday, Nov 24, 2026, 23:30') },
    ])
    await set(scene, { timeZone: 'UTC', offHoursFrom: 5_001 })
    await check(scene, [bill])
    expect(await listed(scene, 'OFF_HOURS', ALL)).toMatchObject([{ state: 'CLOSED' }])
  })
})

describe('changes at night', () => {
  it('a bill that was changed at night is found in the time zone of who changed it, and a change by day doesn’t cover it', async () => {
    const scene = await makeBillScene()
    const { people } = scene
    const { body } = await scene.clerk.post('/api/payments/bills', await bodyOf(scene))
    await scene.admin.call('PUT', `/api/payments/bills/${body.id}`, {
      body: { ...(await bodyOf(scene)), description: 'Changed' },
    })
    await run('UPDATE bill_versions SET changed_at = ? WHERE bill_id = ? AND version = 1', NOON, body.id)
    // Where it is three in the morning now.
    const hours = 3 - new Date().getUTCHours()
    const zone = `Etc/GMT${hours < -12 ? `-${hours + 24}` : hours > 0 ? `-${hours}` : `+${-hours}`}`
    await run('UPDATE users SET timezone = ? WHERE id = ?', zone, people.admin.userId)
    await check(scene, [body.id])
    expect(await listed(scene, 'OFF_HOURS')).toMatchObject([
      { why: expect.stringMatching(/^Ada Admin changed the bill on .*, 03:\d\d \(Etc/) },
    ])
    await addVersion(scene, body.id, 3, NOON + DAY)
    await check(scene, [body.id])
    expect(await listed(scene, 'OFF_HOURS', ALL)).toMatchObject([{ state: 'OPEN' }])
  })
})

describe('bank details', () => {
  it('a rule that is off finds nothing', async () => {
    const scene = await makeBillScene()
    const bill = await addBill(scene, { erpVendorId: scene.erpVendorId, amount: 5_000_000 })
    await set(scene, { modes: { ...DEFAULT_CHECK_SETTINGS.modes, FIRST_PAYMENT: 'OFF' } })
    await check(scene, [bill])
    expect(await listed(scene, 'FIRST_PAYMENT', ALL)).toEqual([])
  })

  it('first details are listed while payments wait, changed ones hold them, and old ones do neither', async () => {
    const scene = await makeBillScene()
    const { company, people, erpVendorId } = scene
    const createdBy = people.clerk.userId
    const details = await addDetails(company.id, erpVendorId, { createdBy, state: 'CONFIRMED' })
    await check(scene, [], [erpVendorId])
    expect(rulesOf(await findings(scene.clerk))).not.toContain('NEW_DETAILS')
    await addBillPayment(company.id, { erpVendorId, createdBy, detailsId: details })
    await check(scene, [], [erpVendorId])
    expect(await findings(scene.clerk, '&rule=NEW_DETAILS')).toMatchObject([{ isBlocking: false }])
    await run('UPDATE vendor_bank_details SET is_change = 1 WHERE id = ?', details)
    await check(scene, [], [erpVendorId])
    expect(await findings(scene.clerk, '&rule=CHANGED_DETAILS')).toMatchObject([{ isBlocking: true }])
    expect(await listed(scene, 'NEW_DETAILS')).toEqual([])
    await run('UPDATE vendor_bank_details SET created_at = ? WHERE id = ?', Date.now() - 31 * DAY, details)
    await check(scene, [], [erpVendorId])
    expect(await listed(scene, 'CHANGED_DETAILS')).toEqual([])
  })

  it('one account of two vendors is found on the later one, unless they are one vendor of the company', async () => {
    const scene = await makeBillScene()
    const { company, people, vendorId } = scene
    const createdBy = people.clerk.userId
    const [first, second] = [await vendorOf(scene, 'First'), await vendorOf(scene, 'Second')]
    const details: string[] = []
    for (const vendor of [first, second]) {
      details.push(await addDetails(company.id, vendor, { createdBy }))
      await markAccount(company.id, details.at(-1) ?? '', '000123456789')
    }
    await run('UPDATE vendor_bank_details SET created_at = created_at + 5 WHERE id = ?', details[1])
    await check(scene, [], [first])
    expect(await listed(scene, 'SHARED_ACCOUNT')).toMatchObject([
      { why: 'Second and First are paid to the same bank account, ••••6789.' },
    ])
    await run(`UPDATE erp_objects SET vendor_id = ? WHERE id IN ('${first}', '${second}')`, vendorId)
    await check(scene, [], [first])
    expect(await listed(scene, 'SHARED_ACCOUNT', ALL)).toMatchObject([{ state: 'CLOSED' }])
  })

  it('the same account in another company is none of its business', async () => {
    const [scene, other] = [await makeBillScene(), await makeBillScene()]
    for (const { company, people, erpVendorId } of [scene, other])
      await markAccount(
        company.id,
        await addDetails(company.id, erpVendorId, { createdBy: people.clerk.userId }),
        '000123456789',
      )
    await check(scene, [], [scene.erpVendorId])
    expect(await listed(scene, 'SHARED_ACCOUNT', ALL)).toEqual([])
  })

  it('an employee’s account is found, its number is not kept, and removing it closes the finding', async () => {
    const scene = await makeBillScene()
    const { company, people, erpVendorId, admin } = scene
    const details = await addDetails(company.id, erpVendorId, { createdBy: people.clerk.userId })
    await markAccount(company.id, details, '000123456789')
    const account = { employeeName: 'Mia Member', routingNumber: '110000000', accountNumber: '000123456789' }
    const { body } = await admin.post('/api/payments/employee-accounts', account)
    expect((await admin.post('/api/payments/employee-accounts', account)).status).toBe(409)
    await check(scene, [], [erpVendorId])
    expect(await listed(scene, 'EMPLOYEE_ACCOUNT')).toMatchObject([
      { why: 'Acme Cloud Inc is paid to the bank account of Mia Member, ••••6789.' },
    ])
    expect((await admin.call('DELETE', `/api/payments/employee-accounts/${body.id}`)).status).toBe(204)
    await check(scene, [], [erpVendorId])
    expect(await listed(scene, 'EMPLOYEE_ACCOUNT')).toEqual([])
  })
})
