import { beforeEach, describe, expect, it } from 'vitest'
import { billSource } from '../../../../schema/money/ledger/posting.ts'
import { addDays } from '../../../../schema/shared/calendar.ts'
import { addErpObject } from '../../../support/worker/fixtures/mappings.ts'
import {
  billFacts,
  journalOf,
  paymentFactsOf,
  postBill,
  postLoad,
  postPayment,
} from '../../../support/worker/posted-bills.ts'
import { type Client, makeCompany, signIn, type TestCompany } from '../../../support/worker/world.ts'

let company: TestCompany
let client: Client
const today = new Date().toISOString().slice(0, 10)

beforeEach(async () => {
  company = await makeCompany(['paymentsEnabled', 'enablePaymentAccounting'])
  client = await signIn(company, await company.addPerson({ flags: ['hasPaymentsAccess'] }))
})

const get = async (path: string) => (await client.get(`/api/payments/ledger/${path}`)).body
const usd = (value: number) => ({ value, currency: 'USD' as const })
const balancesOf = (answer: { accounts: { account: string; balance: { value: number } }[] }) =>
  Object.fromEntries(answer.accounts.map(({ account, balance }) => [account, balance.value]))

describe('the trial balance', () => {
  it('it has what accounts had at the end of the month, and sums to zero', async () => {
    const rent = await addErpObject(company.id, 'EXPENSE_ACCOUNT', { name: 'Rent', number: '6100' })
    const bill = billFacts({
      date: '2026-10-03',
      lines: [{ id: 'l1', amountMinor: 10_000, erpAccountId: rent, spread: null }],
    })
    await postBill(company.id, bill)
    await postLoad(company.id, 50_000)
    await postPayment(company.id, paymentFactsOf(bill, { date: '2026-11-20' }))
    expect(balancesOf(await get('trial-balance?month=2026-09'))).toEqual({})
    expect(balancesOf(await get('trial-balance?month=2026-10'))).toEqual({ EXPENSE: 10_000, PAYABLE: -10_000 })
    const november = await get('trial-balance?month=2026-11')
    expect(balancesOf(november)).toEqual({ BANK: -50_000, CLEARING: 40_000, EXPENSE: 10_000, PAYABLE: 0 })
    expect(november.edges[0].node).toMatchObject({
      ...{ account: 'EXPENSE', erpAccount: { id: rent, name: 'Rent', number: '6100' } },
      ...{ debit: usd(10_000), credit: usd(0), companyBalance: usd(10_000) },
    })
  })

  it('accounts are read page by page, also where a month has none of them', async () => {
    const lines = Array.from({ length: 5 }, (_, at) => ({
      ...{ id: `l${at}`, amountMinor: 100, erpAccountId: `account ${at}`, spread: null },
    }))
    await postBill(company.id, { lines, total: usd(500), date: '2026-11-05' })
    const seen: string[] = []
    for (let cursor = ''; ; ) {
      const page = await get(`trial-balance?month=2026-11&first=2&cursor=${cursor}`)
      seen.push(...page.edges.map(({ node }: { node: { erpAccount: { id: string } } }) => node.erpAccount.id))
      if (!page.pageInfo.hasNextPage) break
      cursor = page.pageInfo.endCursor
    }
    expect(seen).toEqual(lines.map(({ erpAccountId }) => erpAccountId))
    expect((await get('trial-balance?month=2026-10')).edges).toEqual([])
  })

  it('a month that is none is refused beside the field', async () => {
    const answer = await client.get('/api/payments/ledger/trial-balance?month=2026-13')
    expect(answer.status).toBe(400)
    expect(answer.body.fields.month).toBe('Enter a month as yyyy-mm')
  })

  it('the file has the accounts, also where nothing is an expense', async () => {
    await postLoad(company.id, 123_456)
    const text = String((await client.get('/api/payments/ledger/trial-balance.csv?month=2026-11')).body)
    expect(text).toContain('Clearing,1234.56,0.00,1234.56,USD')
  })
})

describe('what is owed', () => {
  const dueIn = (days: number, value: number, erpVendorId = 'acme', more = {}) =>
    postBill(company.id, { dueDate: addDays(today, days), total: usd(value), erpVendorId, ...more })

  it('it is told by age and by week, and each bill is in one of either', async () => {
    await dueIn(-1, 100)
    await dueIn(-30, 200)
    await dueIn(-31, 400)
    await dueIn(-90, 800)
    await dueIn(-91, 1600)
    await dueIn(0, 3200)
    await dueIn(70, 6400)
    await dueIn(84 + 7, 12_800)
    const { ages, weeks, overdue, later, amount, bills } = await get('payables/summary')
    expect(ages.map((one: { amount: { value: number } }) => one.amount.value)).toEqual([22_400, 300, 400, 800, 1600])
    expect({ overdue: overdue.amount.value, later: later.amount.value }).toEqual({ overdue: 3100, later: 12_800 })
    expect(weeks).toHaveLength(12)
    expect(weeks[0]).toMatchObject({ from: today, amount: usd(3200), bills: 1 })
    const inWeeks = weeks.reduce((sum: number, week: { amount: { value: number } }) => sum + week.amount.value, 0)
    expect(inWeeks + overdue.amount.value + later.amount.value).toBe(amount.value)
    expect(bills).toBe(8)
  })

  it('vendors come by what they are owed, with their bills, and no longer once it is paid', async () => {
    const acme = await addErpObject(company.id, 'VENDOR', { name: 'Acme' })
    const globex = await addErpObject(company.id, 'VENDOR', { name: 'Globex' })
    const first = await dueIn(-5, 700, acme, { memo: 'Bill A-1 of Acme' })
    await dueIn(5, 300, acme)
    await dueIn(5, 5000, globex)
    await dueIn(5, 100, globex, { isCredit: true })
    const vendors = async () =>
      (await get('payables')).edges.map(
        ({ node }: { node: { erpVendor: { name: string }; amount: { value: number } } }) => [
          ...[node.erpVendor.name, node.amount.value],
        ],
      )
    expect(await vendors()).toEqual([
      ['Globex', 4900],
      ['Acme', 1000],
    ])
    const open = await get(`payables/${acme}/bills`)
    expect(open.edges[0].node).toEqual({
      ...{ billId: first.billId, title: 'Bill A-1 of Acme', dueDate: first.dueDate },
      ...{ amount: usd(700), companyAmount: usd(700) },
    })
    await postPayment(company.id, paymentFactsOf(first))
    expect(await vendors()).toEqual([
      ['Globex', 4900],
      ['Acme', 300],
    ])
    expect(String((await client.get('/api/payments/ledger/payables.csv')).body)).toContain('Acme,3.00,3.00,0.00')
  })

  it('a bill in another currency is owed at its own rate, whatever rates are later', async () => {
    const rate = { base: 'EUR' as const, quote: 'USD' as const, rate: '1.1', date: today, source: 'PROVIDER' as const }
    const bill = await dueIn(5, 1000, 'acme', { total: { value: 1000, currency: 'EUR' }, rate })
    expect((await get('payables/summary')).amount).toEqual(usd(1100))
    await postPayment(company.id, paymentFactsOf(bill, { paidRate: { ...rate, rate: '1.3' } }))
    expect((await get('payables/summary')).amount).toEqual(usd(0))
    const { accounts } = await get('trial-balance?month=2027-01')
    // In its own currency, and in the company's. What the rate changed is a loss of $2.00.
    expect(
      accounts.map((one: { account: string; balance: object; companyBalance: object }) => [
        ...[one.account, one.balance, one.companyBalance],
      ]),
    ).toEqual([
      ['CLEARING', { value: -1000, currency: 'EUR' }, usd(-1300)],
      ['EXCHANGE', { value: 0, currency: 'EUR' }, usd(200)],
      ['EXPENSE', { value: 1000, currency: 'EUR' }, usd(1100)],
      ['PAYABLE', { value: 0, currency: 'EUR' }, usd(0)],
    ])
  })

  it('another company’s vendor is not found, and its bills are in no sum', async () => {
    const other = await makeCompany(['paymentsEnabled', 'enablePaymentAccounting'])
    const theirs = await addErpObject(other.id, 'VENDOR')
    await postBill(other.id, { erpVendorId: theirs })
    expect((await client.get(`/api/payments/ledger/payables/${theirs}/bills`)).status).toBe(404)
    expect((await get('payables/summary')).amount).toEqual(usd(0))
    expect((await get('payables')).edges).toEqual([])
  })

  it('a deleted bill is no longer owed', async () => {
    const bill = await dueIn(5, 900)
    await journalOf(company.id).reverse({ source: billSource(bill), date: today, memo: 'Deleted' })
    expect(await get('payables/summary')).toMatchObject({ amount: usd(0), bills: 0 })
  })
})
