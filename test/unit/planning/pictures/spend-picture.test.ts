import { describe, expect, it } from 'vitest'
import type { Exchange } from '../../../../schema/shared/exchange.ts'
import { spendSums } from '../../../../worker/features/planning/pictures/spend-picture.ts'
import { picturesOf } from '../../../../worker/features/planning/pictures/units.ts'
import { subject } from '../../../support/policy-subject.ts'

const EXCHANGE: Exchange = {
  currency: 'USD',
  allowsOthers: true,
  rates: [{ base: 'EUR', quote: 'USD', rate: '1.1', date: '2026-11-27', source: 'PROVIDER' }],
}
const sums = (months: Record<string, Record<string, number>>, first = '2026-11') =>
  spendSums(
    Object.entries(months).map(([month, of]) => ({ month, sums: JSON.stringify(of) })),
    first,
    EXCHANGE,
  )

describe('what services will cost', () => {
  it('there are twelve months from the current one, over the end of the year, also those without anything', () => {
    const { months } = sums({ '2026-12': { 's USD a': 100 }, '2027-11': { 's USD a': 9 }, '2026-10': { 's USD a': 7 } })
    expect(months.map(({ month }) => month)).toEqual([
      ...['2026-11', '2026-12', '2027-01', '2027-02', '2027-03', '2027-04', '2027-05', '2027-06', '2027-07', '2027-08'],
      ...['2027-09', '2027-10'],
    ])
    expect(months.map(({ spend }) => spend)).toEqual([0, 100, ...Array(10).fill(0)])
  })

  it('other currencies are added at today’s rate, which is named', () => {
    const found = sums({ '2026-11': { 's USD a': 100, 's EUR a': 1000, 'n EUR': 2, 'r EUR': 3000 } })
    expect(found.months[0]).toMatchObject({ spend: 1200, byCategory: [1200], renewals: 2, renewalCost: 3300 })
    expect(found.rates).toEqual(EXCHANGE.rates)
    expect(found.withoutRate).toEqual([])
  })

  it('a currency without a rate is left out and named, and its services still count as ending', () => {
    const found = sums({ '2026-11': { 's JPY a': 5000, 's USD a': 1, 'n JPY': 1, 'r JPY': 5000, 's GBP b': 3 } })
    expect(found.months[0]).toMatchObject({ spend: 1, renewals: 1, renewalCost: 0 })
    expect(found.withoutRate).toEqual(['JPY', 'GBP'])
    expect(found.rates).toEqual([])
    expect(found.categories).toEqual([{ id: 'a', name: '', spend: 1 }])
  })

  it('the six categories with most spend have their own sums, and services without one have no id', () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, n) => [`s USD c${n}`, 100 - n]))
    const found = sums({ '2026-11': { ...many, 's USD ': 500 }, '2026-12': { 's USD c8': 1000 } })
    expect(found.categories.map(({ id, spend }) => [id, spend])).toEqual([
      ['c8', 1092],
      [null, 500],
      ['c0', 100],
      ['c1', 99],
      ['c2', 98],
      ['c3', 97],
    ])
    expect(found.otherSpend).toBe(96 + 95 + 94 + 93)
    expect(found.months[1]).toMatchObject({ spend: 1000, byCategory: [1000, 0, 0, 0, 0, 0] })
    const all = found.categories.reduce((sum, { spend }) => sum + spend, found.otherSpend)
    expect(all).toBe(found.months.reduce((sum, { spend }) => sum + spend, 0))
  })

  it('a single other category has its own name', () => {
    const seven = Object.fromEntries(Array.from({ length: 7 }, (_, n) => [`s USD c${n}`, 100 - n]))
    const found = sums({ '2026-11': seven })
    expect(found.categories).toHaveLength(7)
    expect(found.otherSpend).toBe(0)
  })
})

describe('whose pictures someone sees', () => {
  const units = {
    departments: [
      { id: 'd1', name: 'Sales', approvesRequests: false },
      { id: 'd2', name: 'Support', approvesRequests: true },
    ],
    businessUnits: [{ id: 'b1', name: 'Europe', approvesRequests: false }],
  }
  it.each([
    ['nobody else’s as a member', [], []],
    ['those of the departments they lead', ['hasDepartmentAccess'], ['d1', 'd2']],
    ['those of the business units they lead', ['hasBusinessUnitAccess'], ['b1']],
    ['the whole company’s first, for people who see or manage all services', ['hasSuperViewerAccess'], ['']],
    ['also as a vendor admin who leads', ['hasVendorAdminAccess', 'hasDepartmentAccess'], ['', 'd1', 'd2']],
    ['none for payments, analysis or people', ['hasPaymentsAccess', 'hasFinancialAnalysisAccess'], []],
  ] as const)('%s', (_, flags, ids) => {
    expect(picturesOf({ policy: subject([...flags]), ...units }).map(({ id }) => id)).toEqual(ids)
  })
})
