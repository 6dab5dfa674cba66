import { beforeAll, describe, expect, it } from 'vitest'
import { bookedOf, decide, enter, follow, readBill } from '../../../support/worker/bills.ts'
import { type ForeignScene, makeForeignScene } from '../../../support/worker/foreign-bills.ts'
import { rows } from '../../../support/worker/sessions.ts'

/**
 * A company in dollars with bills in euros, at 1.25, in yen without decimals, at 0.008, and in dollars. Every read has the
 * amount of the bill in its own currency, and that of the books in dollars.
 */

let scene: ForeignScene
let tokyo = ''
const bills: Record<'EUR' | 'JPY' | 'USD', string> = { EUR: '', JPY: '', USD: '' }
beforeAll(async () => {
  scene = await makeForeignScene()
  tokyo = await scene.addVendor('Tokyo Parts')
  await scene.setRate('EUR', '1.25')
  await scene.setRate('JPY', '0.008')
  const dated = { invoiceDate: '2026-10-05', dueDate: '2099-01-31' }
  bills.EUR = await scene.approve({
    ...{ currency: 'EUR', amounts: [60_000, 40_000], more: { ...dated, invoiceNumber: 'E-1' } },
  })
  bills.JPY = await scene.approve({
    ...{ currency: 'JPY', amounts: [30_000], erpVendorId: tokyo, more: { ...dated, invoiceNumber: 'J-1' } },
  })
  bills.USD = await scene.approve({ currency: 'USD', amounts: [70_000], more: { ...dated, invoiceNumber: 'U-1' } })
})

const get = async (path: string) => {
  const { status, body } = await scene.clerk.get(`/api/payments/${path}`)
  expect([path, status]).toEqual([path, 200])
  return body
}
const nodes = async (path: string) => (await get(path)).edges.map(({ node }: { node: object }) => node)
/** The lines of a file, without its header. */
const fileLines = async (path: string): Promise<string[]> => {
  const lines = String(await get(path))
    .trim()
    .split(/\r?\n/)
  return lines.slice(1).toSorted()
}
const money = (value: number, currency = 'USD') => ({ value, currency })

describe('an amount in another currency', () => {
  it('a bill has its own amount, what it is worth in the company’s currency, and the rate', async () => {
    expect(await readBill(scene.clerk, bills.EUR)).toMatchObject({
      ...{ totalAmount: money(100_000, 'EUR'), companyAmount: 125_000, currency: { exchangeRate: 1.25 } },
      lines: [{ amount: money(60_000, 'EUR') }, { amount: money(40_000, 'EUR') }],
    })
    expect(await readBill(scene.clerk, bills.JPY)).toMatchObject({
      ...{ totalAmount: money(30_000, 'JPY'), companyAmount: 24_000, currency: { exchangeRate: 0.008 } },
    })
    expect(await readBill(scene.clerk, bills.USD)).toMatchObject({ totalAmount: money(70_000), companyAmount: 70_000 })
  })

  it('the list, its totals and the list of lines have the bills’ own amounts', async () => {
    const listed = (await nodes('bills')) as { id: string }[]
    expect(Object.fromEntries(listed.map(({ id, ...bill }) => [id, bill]))).toMatchObject({
      [bills.EUR]: { totalAmount: money(100_000, 'EUR'), companyAmount: 125_000 },
      [bills.JPY]: { totalAmount: money(30_000, 'JPY'), companyAmount: 24_000 },
      [bills.USD]: { totalAmount: money(70_000), companyAmount: 70_000 },
    })
    const { amounts } = (await get('bills/totals')) as { amounts: object[] }
    expect(amounts).toHaveLength(3)
    expect(amounts).toEqual(
      expect.arrayContaining(
        [money(100_000, 'EUR'), money(30_000, 'JPY'), money(70_000)].map((sum) => ({ ...sum, count: 1 })),
      ),
    )
    const lines = (await nodes('bills/line-items')) as { bill: { invoiceNumber: string }; amount: object }[]
    expect(
      lines
        .map(({ bill, amount }) => [bill.invoiceNumber, amount])
        .toSorted((a, b) => (String(a) < String(b) ? -1 : 1)),
    ).toEqual(
      expect.arrayContaining([
        ['E-1', money(60_000, 'EUR')],
        ['E-1', money(40_000, 'EUR')],
        ['J-1', money(30_000, 'JPY')],
        ['U-1', money(70_000)],
      ]),
    )
  })

  it('payments have what leaves, in the bill’s currency', async () => {
    const paid = (await nodes('bill-payments')) as { invoiceNumber: string; amount: object }[]
    expect(Object.fromEntries(paid.map(({ invoiceNumber, amount }) => [invoiceNumber, amount]))).toEqual({
      ...{ 'E-1': money(100_000, 'EUR'), 'J-1': money(30_000, 'JPY'), 'U-1': money(70_000) },
    })
    const [euro] = (await nodes('bill-payments?search=E-1')) as { id: string }[]
    expect(await get(`bill-payments/${euro?.id}`)).toMatchObject({
      ...{ amount: money(100_000, 'EUR'), bill: { totalAmount: money(100_000, 'EUR') } },
    })
  })

  it('entries for the accounting system have the bill’s own amount', async () => {
    const entries = (await nodes('general-ledger-entries?filter=UNSYNCED')) as { title: string; amount: object }[]
    expect(Object.fromEntries(entries.map(({ title, amount }) => [title, amount]))).toEqual({
      'Bill E-1 of Acme Cloud Inc': money(100_000, 'EUR'),
      'Bill J-1 of Tokyo Parts': money(30_000, 'JPY'),
      'Bill U-1 of Acme Cloud Inc': money(70_000),
    })
  })

  it('what is owed is in dollars, and each open bill in both', async () => {
    const summary = await get('ledger/payables/summary')
    expect(summary).toMatchObject({ amount: money(219_000), bills: 3, overdue: { amount: money(0) } })
    expect(summary.later).toEqual({ amount: money(219_000), bills: 3 })
    expect(summary.ages[0]).toEqual({ age: 'NOT_DUE', amount: money(219_000), bills: 3 })
    expect(await nodes('ledger/payables')).toMatchObject([
      { erpVendor: { name: 'Acme Cloud Inc' }, amount: money(195_000), bills: 2 },
      { erpVendor: { name: 'Tokyo Parts' }, amount: money(24_000), bills: 1 },
    ])
    // Page by page, each once.
    const first = await get('ledger/payables?first=1')
    const second = await get(`ledger/payables?first=1&cursor=${first.pageInfo.endCursor}`)
    expect([first, second].map(({ edges }) => edges[0].node.erpVendor.name)).toEqual(['Acme Cloud Inc', 'Tokyo Parts'])
    expect(second.pageInfo.hasNextPage).toBe(false)
    expect(await nodes(`ledger/payables/${tokyo}/bills`)).toMatchObject([
      { title: 'Bill J-1 of Tokyo Parts', amount: money(30_000, 'JPY'), companyAmount: money(24_000) },
    ])
    expect(
      ((await nodes(`ledger/payables/${scene.erpVendorId}/bills`)) as { title: string }[]).toSorted((a, b) =>
        a.title.localeCompare(b.title),
      ),
    ).toMatchObject([
      { title: 'Bill E-1 of Acme Cloud Inc', amount: money(100_000, 'EUR'), companyAmount: money(125_000) },
      { title: 'Bill U-1 of Acme Cloud Inc', amount: money(70_000), companyAmount: money(70_000) },
    ])
    expect(await fileLines('ledger/payables.csv')).toEqual([
      'Acme Cloud Inc,1950.00,1950.00,0.00,0.00,0.00,0.00,USD,2',
      'Tokyo Parts,240.00,240.00,0.00,0.00,0.00,0.00,USD,1',
    ])
  })

  it('the trial balance has each currency beside what it is worth in dollars, and its file the same', async () => {
    const { accounts, edges } = await get('ledger/trial-balance?month=2026-10')
    const of = (account: string, debit: number, credit: number, currency: string, company: number) => ({
      ...{ account, currency, debit: money(debit, currency), credit: money(credit, currency) },
      ...{ balance: money(debit - credit, currency), companyBalance: money(company) },
    })
    const all = [
      of('EXPENSE', 100_000, 0, 'EUR', 125_000),
      of('EXPENSE', 30_000, 0, 'JPY', 24_000),
      of('EXPENSE', 70_000, 0, 'USD', 70_000),
      of('PAYABLE', 0, 100_000, 'EUR', -125_000),
      of('PAYABLE', 0, 30_000, 'JPY', -24_000),
      of('PAYABLE', 0, 70_000, 'USD', -70_000),
    ]
    expect(accounts).toHaveLength(6)
    expect(accounts).toEqual(expect.arrayContaining(all))
    const software = { erpAccount: { id: scene.accountId, name: 'Software', number: '6100' } }
    expect(edges.map(({ node }: { node: object }) => node)).toEqual(
      expect.arrayContaining(all.slice(0, 3).map((each) => ({ ...each, ...software }))),
    )
    const lines = await fileLines('ledger/trial-balance.csv?month=2026-10')
    expect(lines).toEqual(
      expect.arrayContaining([
        'Expenses: 6100 Software,1000.00,0.00,1000.00,EUR,1250.00,USD',
        'Expenses: 6100 Software,30000,0,30000,JPY,240.00,USD',
      ]),
    )
    expect(lines.filter((line) => line.includes('JPY,-240.00,USD'))).toHaveLength(1)
  })

  it('a search for an amount compares amounts of that currency only', async () => {
    const found = async (amount: string) =>
      ((await nodes(`bills?amount=${amount}`)) as { invoiceNumber: string }[]).map(({ invoiceNumber }) => invoiceNumber)
    expect(await found('EUR,100000,100000')).toEqual(['E-1'])
    expect(await found('USD,100000,100000')).toEqual([])
    expect(await found('USD,125000,125000')).toEqual([])
    expect(await found('JPY,30000,30000')).toEqual(['J-1'])
  })
})

describe('an approval', () => {
  it('a bill is booked at the rate with which it was approved, whatever the rate is when it is booked', async () => {
    const own = await makeForeignScene()
    await own.setRate('EUR', '1.25')
    const id = await enter(own, {
      currency: 'EUR',
      totalAmount: 100_000,
      lines: [{ amount: 100_000, ...bookedOf(own) }],
    })
    await decide(own.approver, id)
    await own.setRate('EUR', '1.40')
    await follow(own)
    const { body } = await own.clerk.get('/api/payments/ledger/payables/summary')
    expect(body.amount).toEqual(money(125_000))
  })

  it('the same number of another currency, and a credit, are not the same amount again', async () => {
    const own = await makeForeignScene()
    await own.setRate('EUR', '1')
    const bill = (more: object) => own.approve({ currency: 'USD', amounts: [50_000], ...more })
    const first = await bill({})
    await bill({ currency: 'EUR' })
    await bill({ more: { isCredit: true } })
    await bill({ erpVendorId: await own.addVendor('Other vendor') })
    const again = await bill({})
    const similar = async (id: string) =>
      (await readBill(own.clerk, id)).similarBills.map(({ id: other }: { id: string }) => other)
    expect(await similar(again)).toEqual([first])
    expect(await similar(first)).toEqual([again])
  })
})

describe('paying at another rate', () => {
  it('what the rate changed since the approval is an exchange difference, and undone with the payment', async () => {
    const outside = (isPaidOutside: boolean) =>
      scene.clerk.graphql(
        'mutation ($id: ID!, $is: Boolean!) { updateBillPaymentPaidOutside(id: $id, isPaidOutside: $is) { id } }',
        { id: bills.EUR, is: isPaidOutside },
      )
    const balances = async () => {
      const { accounts } = (await get('ledger/trial-balance')) as {
        accounts: { account: string; balance: { value: number; currency: string }; companyBalance: { value: number } }[]
      }
      return Object.fromEntries(
        accounts
          .filter(({ balance }) => balance.currency === 'EUR')
          .map(({ account, balance, companyBalance }) => [account, [balance.value, companyBalance.value]]),
      )
    }
    await scene.setRate('EUR', '1.30')
    expect((await outside(true)).body.errors).toBeUndefined()
    // 1,000 euros that were owed as $1,250 cost $1,300.
    expect(await balances()).toEqual({
      ...{ BANK: [-100_000, -130_000], EXCHANGE: [0, 5_000], EXPENSE: [100_000, 125_000], PAYABLE: [0, 0] },
    })
    expect(await get('ledger/payables/summary')).toMatchObject({ amount: money(94_000), bills: 2 })
    await scene.setRate('EUR', '1.10')
    expect((await outside(false)).body.errors).toBeUndefined()
    expect(await balances()).toEqual({
      ...{ BANK: [0, 0], EXCHANGE: [0, 0], EXPENSE: [100_000, 125_000], PAYABLE: [-100_000, -125_000] },
    })
    // Cheaper now: the difference is a gain.
    expect((await outside(true)).body.errors).toBeUndefined()
    expect(await balances()).toMatchObject({ BANK: [-100_000, -110_000], EXCHANGE: [0, -15_000] })
    expect((await readBill(scene.clerk, bills.EUR)).companyAmount).toBe(125_000)
  })
})

describe('a reversal', () => {
  it('an entry of a later day is reversed on that day', async () => {
    const own = await makeForeignScene()
    const id = await own.approve({
      ...{ currency: 'USD', amounts: [1_000], more: { invoiceDate: '2099-01-15', dueDate: '2099-02-15' } },
    })
    expect((await own.clerk.call('DELETE', `/api/payments/bills/${id}`)).status).toBeLessThan(300)
    await follow(own, 'bill.reopened')
    const entries = await rows<{ date: string; reverses: string | null }>(
      'SELECT date, reverses_id AS reverses FROM ledger_entries WHERE bill_id = ? ORDER BY created_at, reverses_id',
      id,
    )
    expect(entries.map(({ date, reverses }) => [date, reverses !== null])).toEqual([
      ['2099-01-15', false],
      ['2099-01-15', true],
    ])
  })
})
