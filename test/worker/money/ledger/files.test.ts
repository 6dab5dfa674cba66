import { beforeAll, expect, it } from 'vitest'
import { type BillScene, bookedOf, enter, makeBillScene } from '../../../support/worker/bills.ts'
import { addErpObject } from '../../../support/worker/fixtures/mappings.ts'
import { billFacts, postBill, postLoad } from '../../../support/worker/posted-bills.ts'
import { run } from '../../../support/worker/sessions.ts'
import { storeLines } from '../../../support/worker/transactions.ts'
import { type Client, signIn } from '../../../support/worker/world.ts'

/** A file's numbers, added as a spreadsheet adds them, are the totals on its screen. */

let scene: BillScene
let client: Client
beforeAll(async () => {
  scene = await makeBillScene()
  await run(
    "UPDATE companies SET flags = json_set(flags, '$.enablePaymentAccounting', json('true')) WHERE id = ?",
    scene.company.id,
  )
  client = await signIn(
    scene.company,
    await scene.company.addPerson({ flags: ['hasAdminAccess', 'hasPaymentsAccess', 'hasFinancialAnalysisAccess'] }),
  )
  await enter(scene, {
    totalAmount: 1_234_567,
    lines: [
      { amount: 1_200_000, memo: '-Servers', ...bookedOf(scene) },
      { amount: 34_567, memo: '=Support', erpAccountId: scene.accountId },
    ],
  })
  await enter(scene, { isCredit: true, dueDate: null })
  const { company } = scene
  const rent = await addErpObject(company.id, 'EXPENSE_ACCOUNT', { name: 'Rent', number: '6100' })
  const lines = [{ id: 'l1', amountMinor: 5_000_000, erpAccountId: rent, spread: null }]
  await postBill(company.id, billFacts({ total: { value: 5_000_000, currency: 'USD' }, lines }))
  await postBill(company.id, { isCredit: true, total: { value: 26_287, currency: 'USD' }, erpVendorId: 'credited' })
  await postLoad(company.id, 123_456)
  await storeLines(company.id, [
    { amountMinor: 200_000_00, memo: '-1+1' },
    { amountMinor: -262_87, memo: '=1+1' },
  ])
})

/** As a spreadsheet reads a cell: a number if the whole cell is one, also with separators, and text otherwise. */
const numberIn = (cell: string): number | null =>
  /^-?(\d+|\d{1,3}(,\d{3})+)(\.\d+)?$/.test(cell) ? Number(cell.replaceAll(',', '')) : null

const cellsOf = (line: string): string[] =>
  [...line.matchAll(/("(?:[^"]|"")*"|[^,]*)(?:,|$)/g)].map(([, cell = '']) =>
    cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell,
  )

/** The sums of a file's columns, in cents. */
const sumsIn = async (path: string): Promise<Record<string, number>> => {
  const answer = await client.get(path)
  expect(answer.status, path).toBe(200)
  const [header = '', ...lines] = String(answer.body).replace('\uFEFF', '').trim().split('\r\n')
  const sums: Record<string, number> = {}
  for (const line of lines)
    for (const [at, cell] of cellsOf(line).entries()) {
      const name = cellsOf(header)[at]
      const value = numberIn(cell)
      if (name && value !== null) sums[name] = (sums[name] ?? 0) + Math.round(value * 100)
      else expect(cell, `${path}: ${name}`).not.toMatch(/^'-?[\d.,]+$/)
    }
  return sums
}
const body = async (path: string) => (await client.get(path)).body

it('bills and their lines add up to what the screen says is owed', async () => {
  const { amounts } = await body('/api/payments/bills/totals')
  expect(amounts).toHaveLength(1)
  const { value } = amounts[0]
  const saved = await client.post('/api/payments/bills/by-filter', { filters: {}, label: 'All' })
  expect((await sumsIn(`/api/payments/bills/by-filter/${saved.body.hash}.csv`)).Total).toBe(value)
  expect((await sumsIn('/api/payments/bills/line-items.csv')).Amount).toBe(value)
})

it('the trial balance adds up to the debits, the credits and nothing', async () => {
  const { accounts } = await body('/api/payments/ledger/trial-balance?month=2026-12')
  const sum = (of: 'debit' | 'credit' | 'companyBalance'): number =>
    accounts.reduce((all: number, one: Record<typeof of, { value: number }>) => all + one[of].value, 0)
  const sums = await sumsIn('/api/payments/ledger/trial-balance.csv?month=2026-12')
  expect(sum('debit')).toBeGreaterThan(0)
  expect(sums).toMatchObject({ Debit: sum('debit'), Credit: sum('credit'), Balance: 0 })
  expect(sums['Balance in company currency']).toBe(0)
})

it('payables add up to what is owed, in each age', async () => {
  const { amount, ages } = await body('/api/payments/ledger/payables/summary')
  const { Owed, Bills: _, ...byAge } = await sumsIn('/api/payments/ledger/payables.csv')
  expect(Owed).toBe(amount.value)
  expect(Object.values(byAge)).toEqual(ages.map((one: { amount: { value: number } }) => one.amount.value))
})

it('transactions add up with what was credited', async () => {
  const period = 'type=expense&startYearMonth=2026-01&endYearMonth=2026-12'
  const sums = await sumsIn(`/api/transactions.csv?${period}`)
  expect(sums.Amount).toBe(200_000_00 - 262_87)
  expect(sums['Amount in company currency']).toBe(sums.Amount)
})
