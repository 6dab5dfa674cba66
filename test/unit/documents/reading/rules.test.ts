import { describe, expect, it } from 'vitest'
import type { Found } from '../../../../worker/features/documents/reading/found.ts'
import { findByRules } from '../../../../worker/features/documents/reading/rules.ts'
import { summaryByRules } from '../../../../worker/features/documents/reading/summary.ts'

const CONTRACT = [
  {
    page: 1,
    text: `MASTER SERVICES AGREEMENT

This Master Services Agreement is entered into between Northwind Cloud, Inc. and Juniper & Vale Ltd. and is effective as of January 1, 2026.

1. Term. The initial term of twelve (12) months ends on December 31, 2026.
2. Renewal. This Agreement renews automatically for successive periods of one (1) year unless either party gives sixty (60) days' prior written notice.`,
  },
  {
    page: 2,
    text: `3. Fees. The annual fee of $48,000.00 is payable net 30. Support costs USD 1,200 a month.
4. Law. It is governed by the laws of the State of Delaware.`,
  },
]

const all = (found: Found[], type: Found['type']) => found.filter((item) => item.type === type)
const textOf = (item: Found | undefined) =>
  item && CONTRACT.find(({ page }) => page === item.page)?.text.slice(item.start, item.end)

describe('terms found in a contract', () => {
  const found = findByRules(CONTRACT)

  it('the rules find its type, parties, start, end and term', () => {
    expect(all(found, 'DOCUMENT_TYPE').map(({ properties }) => properties.documentType)).toEqual(['MSA'])
    expect(all(found, 'PARTY').map(({ properties }) => properties.name)).toEqual([
      'Northwind Cloud, Inc.',
      'Juniper & Vale Ltd.',
    ])
    expect(all(found, 'START_DATE').map(({ properties }) => properties.date)).toEqual(['2026-01-01'])
    expect(all(found, 'END_DATE').map(({ properties }) => properties.date)).toEqual(['2026-12-31'])
    expect(all(found, 'TERM').map(({ properties }) => properties.months)).toEqual(['12'])
  })

  it('the rules find how it renews and the notice period', () => {
    expect(all(found, 'RENEWAL_TERM').map(({ properties }) => properties)).toEqual([
      { autorenews: 'true', months: '12' },
    ])
    expect(all(found, 'NOTICE_PERIOD').map(({ properties }) => properties.days)).toEqual(['60'])
  })

  it('the rules find its cost in minor units and tell the total from other amounts', () => {
    expect(all(found, 'TOTAL_AMOUNT').map(({ properties }) => properties)).toEqual([
      { value: '4800000', currency: 'USD' },
    ])
    expect(all(found, 'AMOUNT').map(({ properties }) => properties)).toEqual([{ value: '120000', currency: 'USD' }])
    expect(all(found, 'PAYMENT_TERM').map(({ properties }) => properties.paymentTerm)).toEqual(['NET_30'])
    expect(all(found, 'GOVERNING_LAW').map(({ properties }) => properties.place)).toEqual(['State of Delaware'])
  })

  it('each term quotes its place word for word and says how certain it is', () => {
    expect(textOf(all(found, 'TOTAL_AMOUNT')[0])).toBe('$48,000.00')
    expect(all(found, 'TOTAL_AMOUNT')[0]?.page).toBe(2)
    expect(textOf(all(found, 'RENEWAL_TERM')[0])).toMatch(/^(2\. Renewal\. )?This Agreement renews automatically/)
    for (const { confidence } of found) expect(confidence).toBeGreaterThan(0.3)
    for (const { confidence } of found) expect(confidence).toBeLessThan(1)
  })

  it('the summary has sentences that a person can check', () => {
    expect(summaryByRules(CONTRACT)).toBe(
      'Master services agreement of Northwind Cloud, Inc. and Juniper & Vale Ltd. It runs from Jan 1, 2026 to Dec 31, 2026. Its term is 1 year. The total is $48,000.00. It renews automatically for 1 year at a time unless notice is given 60 days before. Payment is net 30 days. It is governed by the law of State of Delaware.',
    )
  })
})

const one = (text: string, type: Found['type']) =>
  all(findByRules([{ page: 1, text }]), type).map(({ properties }) => properties)

describe('terms found in a single sentence', () => {
  it.each([
    ['Delivered 2026-02-03.', '2026-02-03'],
    ['Signed 3 February 2026', '2026-02-03'],
    ['Signed February 3rd, 2026', '2026-02-03'],
    ['On 02/03/2026 we met', '2026-02-03'],
  ])('a date is read in the form: %s', (text, date) => {
    expect(one(text, 'DATE')).toEqual([{ date }])
  })

  it('a day that isn’t in the calendar is no date', () => {
    expect(findByRules([{ page: 1, text: 'Due 2026-02-30 or February 31, 2026' }])).toEqual([])
  })

  it('an amount in yen has no decimals, and thousands separators are understood', () => {
    expect(one('Total: ¥1,250,000', 'TOTAL_AMOUNT')).toEqual([{ value: '1250000', currency: 'JPY' }])
    expect(one('It costs €12’500.50', 'AMOUNT')).toEqual([{ value: '1250050', currency: 'EUR' }])
  })

  it('the rules find that a contract doesn’t renew automatically', () => {
    const text = 'This order does not renew automatically and ends with its term.'
    expect(one(text, 'RENEWAL_TERM')).toEqual([{ autorenews: 'false' }])
  })

  it('an invoice has a number and a customer', () => {
    const text =
      'Invoice\nInvoice No: INV-2041\nBill to: Juniper & Vale\nName the invoice number with your payment. Due upon receipt'
    expect(one(text, 'INVOICE_NUMBER')).toEqual([{ number: 'INV-2041' }])
    expect(one(text, 'PARTY')).toEqual([{ name: 'Juniper & Vale', role: 'bill to' }])
    expect(one(text, 'PAYMENT_TERM')).toEqual([{ paymentTerm: 'DUE_UPON_RECEIPT' }])
  })
})

const renewals = (text: string) =>
  all(findByRules([{ page: 1, text }]), 'RENEWAL_TERM').map(({ properties, confidence, contradicted }) => ({
    autorenews: properties.autorenews,
    isSure: confidence >= 0.8,
    contradicted,
  }))

describe('renewal terms in a contract', () => {
  it.each([
    'Upon renewal, fees automatically increase by 5% each year.',
    'Fees for a renewal term shall not exceed the then-current list price.',
    'Prices will automatically be adjusted at each renewal of the agreement.',
    'The promotional discount does not renew automatically after the first year.',
  ])('a clause about prices says nothing about renewal: %s', (text) => {
    expect(renewals(text)).toEqual([])
  })

  it.each([
    'This Agreement renews automatically unless either party gives notice that it will not renew.',
    'The subscription will renew for one year unless you cancel 30 days before its end.',
    'The order shall auto-renew for further periods of one year each.',
  ])('the contract renews automatically: %s', (text) => {
    expect(renewals(text)).toEqual([{ autorenews: 'true', isSure: true }])
  })

  it.each([
    'There is no automatic renewal of this order form.',
    'This order will not be renewed automatically at its end.',
  ])('the contract doesn’t renew automatically: %s', (text) => {
    expect(renewals(text)).toEqual([{ autorenews: 'false', isSure: true }])
  })

  it('a clause that also mentions prices or conditions has low confidence', () => {
    expect(renewals('The order automatically renews at the then-current list prices.')[0]).toMatchObject({
      isSure: false,
    })
    expect(renewals('If the agreement automatically renews, nothing else changes.')[0]).toMatchObject({ isSure: false })
    expect(renewals('The term may be renewed by mutual written agreement of the parties.')[0]).toMatchObject({
      autorenews: 'false',
      isSure: false,
    })
  })
})

describe('a document that contradicts itself', () => {
  const doubted = (type: Found['type'], ...texts: string[]) =>
    all(findByRules(texts.map((text, i) => ({ page: i + 1, text }))), type).filter(({ contradicted }) => contradicted)

  it('contradicting renewal clauses both have low confidence and keep their places', () => {
    const both = doubted(
      'RENEWAL_TERM',
      'This Agreement shall automatically renew for successive terms of one year.',
      'Section 9. This Agreement shall not renew automatically.',
    )
    expect(both.map(({ page, properties }) => [page, properties.autorenews])).toEqual([
      [1, 'true'],
      [2, 'false'],
    ])
    for (const { confidence } of both) expect(confidence).toBeLessThan(0.8)
  })

  it.each([
    ['END_DATE', 'It ends on December 31, 2026.', 'It expires on June 30, 2027.'],
    ['START_DATE', 'Effective as of January 1, 2026.', 'It starts on February 1, 2026.'],
    ['TOTAL_AMOUNT', 'Total: $12,000.00', 'The total is $14,000.00'],
    ['PAYMENT_TERM', 'Payable net 30.', 'Invoices are payable net 60.'],
    ['TERM', 'An initial term of 12 months.', 'The term is 24 months.'],
    ['GOVERNING_LAW', 'Under the laws of the State of Delaware.', 'Under the laws of England and Wales.'],
  ] as const)('two different values for %s both have low confidence', (type, one, other) => {
    expect(doubted(type, one, other)).toHaveLength(2)
    for (const { confidence } of doubted(type, one, other)) expect(confidence).toBeLessThan(0.8)
    expect(doubted(type, one, one)).toEqual([])
  })

  it('a start, end and term that don’t fit together are reported', () => {
    const text = 'It starts on January 1, 2026 and ends on December 31, 2026.'
    expect(doubted('TERM', `${text} Its term is 24 months.`)).toHaveLength(1)
    expect(doubted('END_DATE', `${text} Its term is 24 months.`)).toHaveLength(1)
    expect(doubted('END_DATE', `${text} Its term is 12 months.`)).toEqual([])
  })

  it('different notices for renewal and for a breach are no contradiction', () => {
    const text = 'It renews unless 60 days prior notice is given. For a breach it ends with 30 days prior notice.'
    expect(doubted('NOTICE_PERIOD', text)).toEqual([])
  })

  it('the summary reports the contradiction and doesn’t choose', () => {
    const pages = ['Total: $12,000.00 for all.', 'The total is $14,000.00 for all.'].map((text, i) => ({
      page: i + 1,
      text,
    }))
    const summary = summaryByRules(pages)
    expect(summary).toContain('It says different things about the total.')
    expect(summary).not.toContain('The total is $12')
  })

  it('an amendment of an agreement is an amendment first, and the agreement only with low confidence', () => {
    const [first, second] = all(
      findByRules([{ page: 1, text: 'Amendment No. 1 to the Master Services Agreement' }]),
      'DOCUMENT_TYPE',
    )
    expect([first?.properties.documentType, second?.properties.documentType]).toEqual(['AMENDMENT', 'MSA'])
    expect(first?.confidence).toBeLessThan(0.8)
  })
})
