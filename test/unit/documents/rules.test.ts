import { describe, expect, it } from 'vitest'
import { type Found, findByRules } from '../../../worker/features/documents/reading/rules.ts'
import { summaryByRules } from '../../../worker/features/documents/reading/summary.ts'

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

describe('rules over a contract', () => {
  const found = findByRules(CONTRACT)

  it('find what it is, who makes it, and from when to when it runs', () => {
    expect(all(found, 'DOCUMENT_TYPE').map(({ properties }) => properties.documentType)).toEqual(['MSA'])
    expect(all(found, 'PARTY').map(({ properties }) => properties.name)).toEqual([
      'Northwind Cloud, Inc.',
      'Juniper & Vale Ltd.',
    ])
    expect(all(found, 'START_DATE').map(({ properties }) => properties.date)).toEqual(['2026-01-01'])
    expect(all(found, 'END_DATE').map(({ properties }) => properties.date)).toEqual(['2026-12-31'])
    expect(all(found, 'TERM').map(({ properties }) => properties.months)).toEqual(['12'])
  })

  it('find how it renews and by when one has to say so', () => {
    expect(all(found, 'RENEWAL_TERM').map(({ properties }) => properties)).toEqual([
      { autorenews: 'true', months: '12' },
    ])
    expect(all(found, 'NOTICE_PERIOD').map(({ properties }) => properties.days)).toEqual(['60'])
  })

  it('find what it costs in minor units, and tell the total from other amounts', () => {
    expect(all(found, 'TOTAL_AMOUNT').map(({ properties }) => properties)).toEqual([
      { value: '4800000', currency: 'USD' },
    ])
    expect(all(found, 'AMOUNT').map(({ properties }) => properties)).toEqual([{ value: '120000', currency: 'USD' }])
    expect(all(found, 'PAYMENT_TERM').map(({ properties }) => properties.paymentTerm)).toEqual(['NET_30'])
    expect(all(found, 'GOVERNING_LAW').map(({ properties }) => properties.place)).toEqual(['State of Delaware'])
  })

  it('say where each stands, word for word, and how sure they are', () => {
    expect(textOf(all(found, 'TOTAL_AMOUNT')[0])).toBe('$48,000.00')
    expect(all(found, 'TOTAL_AMOUNT')[0]?.page).toBe(2)
    expect(textOf(all(found, 'RENEWAL_TERM')[0])).toMatch(/^(2\. Renewal\. )?This Agreement renews automatically/)
    for (const { confidence } of found) expect(confidence).toBeGreaterThan(0.3)
    for (const { confidence } of found) expect(confidence).toBeLessThan(1)
  })

  it('make sentences that a person can check', () => {
    expect(summaryByRules(CONTRACT)).toBe(
      'Master services agreement of Northwind Cloud, Inc. and Juniper & Vale Ltd. It runs from Jan 1, 2026 to Dec 31, 2026. Its term is 1 year. The total is $48,000.00. It renews automatically for 1 year at a time unless notice is given 60 days before. Payment is net 30 days. It is governed by the law of State of Delaware.',
    )
  })
})

const one = (text: string, type: Found['type']) =>
  all(findByRules([{ page: 1, text }]), type).map(({ properties }) => properties)

describe('rules over single sentences', () => {
  it.each([
    ['Delivered 2026-02-03.', '2026-02-03'],
    ['Signed 3 February 2026', '2026-02-03'],
    ['Signed February 3rd, 2026', '2026-02-03'],
    ['On 02/03/2026 we met', '2026-02-03'],
  ])('a date is read as it is written: %s', (text, date) => {
    expect(one(text, 'DATE')).toEqual([{ date }])
  })

  it('a day that is in no calendar is no date', () => {
    expect(findByRules([{ page: 1, text: 'Due 2026-02-30 or February 31, 2026' }])).toEqual([])
  })

  it('an amount in yen has no decimals, and thousands are set apart as people do', () => {
    expect(one('Total: ¥1,250,000', 'TOTAL_AMOUNT')).toEqual([{ value: '1250000', currency: 'JPY' }])
    expect(one('It costs €12’500.50', 'AMOUNT')).toEqual([{ value: '1250050', currency: 'EUR' }])
  })

  it('what does not renew by itself says so', () => {
    const text = 'This order does not renew automatically and ends with its term.'
    expect(one(text, 'RENEWAL_TERM')).toEqual([{ autorenews: 'false' }])
  })

  it('an invoice has a number and who it is for', () => {
    const text =
      'Invoice\nInvoice No: INV-2041\nBill to: Juniper & Vale\nName the invoice number with your payment. Due upon receipt'
    expect(one(text, 'INVOICE_NUMBER')).toEqual([{ number: 'INV-2041' }])
    expect(one(text, 'PARTY')).toEqual([{ name: 'Juniper & Vale', role: 'bill to' }])
    expect(one(text, 'PAYMENT_TERM')).toEqual([{ paymentTerm: 'DUE_UPON_RECEIPT' }])
  })

  it('a text made to exhaust the rules is read within a second', () => {
    const started = performance.now()
    findByRules([{ page: 1, text: `between ${'Aa, '.repeat(20_000)} renew ${'term of '.repeat(20_000)}` }])
    findByRules([{ page: 1, text: `${'1,'.repeat(50_000)}$${'1'.repeat(20_000)}` }])
    expect(performance.now() - started).toBeLessThan(1000)
  })
})
