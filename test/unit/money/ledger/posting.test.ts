import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { allocate } from '../../../../schema/money/ledger/allocate.ts'
import {
  type BillFacts,
  billEntry,
  isBalanced,
  loadEntry,
  type PaymentFacts,
  paymentEntry,
  withdrawalEntry,
} from '../../../../schema/money/ledger/posting.ts'
import type { LedgerAccount, Posting } from '../../../../schema/money/ledger/values.ts'
import type { ExchangeRate } from '../../../../schema/shared/exchange.ts'
import type { Currency } from '../../../../schema/shared/money.ts'

const rateOf = (base: Currency, rate: string): ExchangeRate => ({
  ...{ base, quote: 'USD', rate, date: '2026-11-02', source: 'PROVIDER' },
})

const bill = (over: Partial<BillFacts> = {}): BillFacts => ({
  ...{ billId: 'b1', approval: '1', date: '2026-11-03', dueDate: '2026-12-03', erpVendorId: 'v1', erpEntityId: null },
  ...{ memo: 'Bill 7', total: { value: 10_000, currency: 'USD' }, isCredit: false, baseCurrency: 'USD', rate: null },
  lines: [{ id: 'l1', amountMinor: 10_000, erpAccountId: 'rent', spread: null }],
  ...over,
})
const payment = (over: Partial<PaymentFacts> = {}): PaymentFacts => ({
  ...{ paymentId: 'p1', attempt: '1', date: '2026-12-01', memo: 'Payment', billId: 'b1', erpVendorId: 'v1' },
  ...{ dueDate: '2026-12-03', erpEntityId: null, amount: { value: 10_000, currency: 'USD' }, billRate: null },
  ...{ paid: { value: 10_000, currency: 'USD' }, paidRate: null, from: 'CLEARING', bankAccountId: 'ba1' },
  baseCurrency: 'USD',
  ...over,
})

const short = (postings: readonly Posting[]) =>
  postings.map(({ account, date, currency, amountMinor, baseMinor }) => [
    ...[account, date, `${currency} ${amountMinor}`, baseMinor],
  ])
const sumOf = (
  postings: readonly Posting[],
  account: LedgerAccount,
  key: 'amountMinor' | 'baseMinor' = 'amountMinor',
) => postings.filter((one) => one.account === account).reduce((sum, one) => sum + one[key], 0)

/** Each day, and each of its currencies, on which debits and credits differ. */
const imbalances = (postings: readonly Posting[]): string[] => {
  const sums: Record<string, number> = {}
  for (const { date, currency, amountMinor, baseMinor } of postings) {
    sums[`${date} in ${currency}`] = (sums[`${date} in ${currency}`] ?? 0) + amountMinor
    sums[date] = (sums[date] ?? 0) + baseMinor
  }
  return Object.keys(sums).filter((key) => sums[key] !== 0)
}

describe('what is posted', () => {
  it('an approved bill debits its lines and credits accounts payable', () => {
    const { postings, source, type } = billEntry(bill())
    expect({ type, source }).toEqual({ type: 'BILL', source: 'bill:b1:1' })
    expect(short(postings)).toEqual([
      ['EXPENSE', '2026-11-03', 'USD 10000', 10_000],
      ['PAYABLE', '2026-11-03', 'USD -10000', -10_000],
    ])
  })

  it('a credit does the opposite', () => {
    const { postings } = billEntry(bill({ isCredit: true }))
    expect(sumOf(postings, 'PAYABLE')).toBe(10_000)
    expect(sumOf(postings, 'EXPENSE')).toBe(-10_000)
  })

  it('an expense that is spread is prepaid at first, and the last month takes the remainder', () => {
    const spread = { start: '2026-11-01', end: '2027-01-31' }
    const { postings } = billEntry(bill({ lines: [{ id: 'l1', amountMinor: 10_000, erpAccountId: 'rent', spread }] }))
    expect(short(postings)).toEqual([
      ['PREPAID', '2026-11-03', 'USD 10000', 10_000],
      ['EXPENSE', '2026-11-30', 'USD 3333', 3333],
      ['PREPAID', '2026-11-30', 'USD -3333', -3333],
      ['EXPENSE', '2026-12-31', 'USD 3333', 3333],
      ['PREPAID', '2026-12-31', 'USD -3333', -3333],
      ['EXPENSE', '2027-01-31', 'USD 3334', 3334],
      ['PREPAID', '2027-01-31', 'USD -3334', -3334],
      ['PAYABLE', '2026-11-03', 'USD -10000', -10_000],
    ])
  })

  it('months before the bill are expenses of its day', () => {
    const spread = { start: '2026-09-01', end: '2026-10-31' }
    const { postings } = billEntry(bill({ lines: [{ id: 'l1', amountMinor: 10_000, erpAccountId: null, spread }] }))
    expect(new Set(postings.map(({ date }) => date))).toEqual(new Set(['2026-11-03']))
  })

  it('a bill in another currency keeps both amounts and its rate, and its lines add up in both', () => {
    const rate = rateOf('EUR', '1.1')
    const entry = billEntry(
      bill({
        ...{ total: { value: 1001, currency: 'EUR' }, rate },
        lines: ['a', 'b', 'c'].map((id, at) => ({
          id,
          amountMinor: at === 0 ? 335 : 333,
          erpAccountId: null,
          spread: null,
        })),
      }),
    )
    expect(entry.rates).toEqual([rate])
    expect(sumOf(entry.postings, 'PAYABLE', 'baseMinor')).toBe(-1101)
    expect(sumOf(entry.postings, 'EXPENSE', 'baseMinor')).toBe(1101)
  })

  it('a currency without a rate can’t be posted', () => {
    expect(() => billEntry(bill({ total: { value: 10_000, currency: 'EUR' } }))).toThrow(RangeError)
    expect(() => billEntry(bill({ total: { value: 10_000, currency: 'EUR' }, rate: rateOf('GBP', '1.3') }))).toThrow(
      RangeError,
    )
  })

  it('lines that don’t add up to the total can’t be posted', () => {
    expect(() => billEntry(bill({ total: { value: 9999, currency: 'USD' } }))).toThrow(RangeError)
  })

  it('what the rate changes between bill and payment is an exchange difference', () => {
    const euros = { value: 10_000, currency: 'EUR' as const }
    const { postings } = paymentEntry(
      payment({ amount: euros, paid: euros, billRate: rateOf('EUR', '1.1'), paidRate: rateOf('EUR', '1.2') }),
    )
    expect(short(postings)).toEqual([
      ['PAYABLE', '2026-12-01', 'EUR 10000', 11_000],
      ['EXCHANGE', '2026-12-01', 'EUR 0', 1000],
      ['CLEARING', '2026-12-01', 'EUR -10000', -12_000],
    ])
  })

  it('a bill paid in another currency balances in each of them', () => {
    const { postings } = paymentEntry(
      payment({
        ...{ amount: { value: 10_000, currency: 'EUR' }, billRate: rateOf('EUR', '1.1') },
        paid: { value: 11_500, currency: 'USD' },
      }),
    )
    expect(imbalances(postings)).toEqual([])
    expect(sumOf(postings, 'EXCHANGE', 'baseMinor')).toBe(500)
  })

  it('a load moves money from the bank to clearing, and a withdrawal back', () => {
    const facts = {
      ...{ transferId: 't1', date: '2026-11-03', memo: 'Load', amount: { value: 500, currency: 'USD' as const } },
      ...{ baseCurrency: 'USD' as const, rate: null, bankAccountId: 'ba1', erpEntityId: null },
    }
    expect(short(loadEntry(facts).postings)).toEqual([
      ['CLEARING', '2026-11-03', 'USD 500', 500],
      ['BANK', '2026-11-03', 'USD -500', -500],
    ])
    expect(sumOf(withdrawalEntry(facts).postings, 'CLEARING')).toBe(-500)
  })
})

const amount = fc.integer({ min: 1, max: 1_000_000_000 })
const day = fc.integer({ min: 1, max: 28 }).map((one) => `2026-11-${String(one).padStart(2, '0')}`)
const line = fc.record({
  id: fc.uuid(),
  amountMinor: amount,
  erpAccountId: fc.option(fc.constantFrom('rent', 'travel')),
  spread: fc.option(
    fc.integer({ min: 0, max: 40 }).map((months) => ({
      ...{
        start: '2026-08-15',
        end: `${2027 + Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-14`,
      },
    })),
  ),
})

it.each([
  ['one side only', [['2026-11-03', 'USD', 100, 100]], false],
  [
    'both sides',
    [
      ['2026-11-03', 'USD', 100, 100],
      ['2026-11-03', 'USD', -100, -100],
    ],
    true,
  ],
  [
    'another day',
    [
      ['2026-11-03', 'USD', 100, 100],
      ['2026-11-04', 'USD', -100, -100],
    ],
    false,
  ],
  [
    'another currency',
    [
      ['2026-11-03', 'USD', 100, 100],
      ['2026-11-03', 'EUR', -100, -100],
    ],
    false,
  ],
  [
    'another amount',
    [
      ['2026-11-03', 'USD', 100, 100],
      ['2026-11-03', 'USD', -99, -100],
    ],
    false,
  ],
  [
    'another amount in the company’s currency',
    [
      ['2026-11-03', 'EUR', 100, 110],
      ['2026-11-03', 'EUR', -100, -109],
    ],
    false,
  ],
] as [string, [string, Currency, number, number][], boolean][])('postings balance or not: %s', (_, rows, balances) => {
  const postings = rows.map(([date, currency, amountMinor, baseMinor]) => ({
    ...{ account: 'EXPENSE' as const, erpAccountId: null, lineId: null },
    ...{ date, currency, amountMinor, baseMinor },
  }))
  expect(isBalanced(postings)).toBe(balances)
})

describe('every entry', () => {
  it('shares add up to the amount and none differs from its exact share by a minor unit', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1_000_000, max: 1_000_000 }),
        fc.array(amount, { minLength: 1 }),
        (total, weights) => {
          const shares = allocate(total, weights)
          const sum = weights.reduce((all, one) => all + one, 0)
          expect(shares.reduce((all, one) => all + one, 0)).toBe(total)
          for (const [at, share] of shares.entries())
            expect(Math.abs(share - (total * (weights[at] ?? 0)) / sum)).toBeLessThanOrEqual(1)
        },
      ),
    )
  })

  it('a bill balances on each date in each currency, and is owed in full', () => {
    fc.assert(
      fc.property(
        ...[fc.array(line, { minLength: 1, maxLength: 6 }), day, fc.boolean()],
        fc.constantFrom(...(['USD', 'EUR', 'JPY'] as const)),
        (lines, date, isCredit, currency) => {
          const total = lines.reduce((sum, { amountMinor }) => sum + amountMinor, 0)
          const rate = currency === 'USD' ? null : rateOf(currency, currency === 'EUR' ? '1.0873' : '0.0064')
          const { postings } = billEntry(bill({ lines, date, isCredit, total: { value: total, currency }, rate }))
          expect(imbalances(postings)).toEqual([])
          expect(sumOf(postings, 'PAYABLE')).toBe(isCredit ? total : -total)
          expect(sumOf(postings, 'PREPAID')).toBe(0)
        },
      ),
    )
  })
})
