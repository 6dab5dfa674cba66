import { describe, expect, it } from 'vitest'
import { meaningOf } from '../../../../schema/documents/reading/labels/labels.ts'
import { minorOf } from '../../../../schema/shared/written/amounts.ts'
import { currencyIn } from '../../../../schema/shared/written/currencies.ts'
import { dateIn } from '../../../../schema/shared/written/dates.ts'
import { invoiceValues } from '../../../../worker/features/documents/reading/invoice/values.ts'

describe('an amount', () => {
  it.each([
    ['$1,250.00', '.', 'USD', 125_000],
    ['1.234,56 €', '.', 'EUR', 123_456],
    ['1 234,56 €', '.', 'EUR', 123_456],
    ["CHF 12'400.00", '.', 'CHF', 1_240_000],
    ['¥300,500', '.', 'JPY', 300_500],
    ['1.428', ',', 'EUR', 142_800],
    ['1,428', '.', 'USD', 142_800],
    ['-$100.00', '.', 'USD', -10_000],
    ['$ -100.00', '.', 'USD', -10_000],
    ['(1,000.50)', '.', 'USD', -100_050],
    ['100,00-', ',', 'EUR', -10_000],
    ['1.234.567,89', '.', 'EUR', 123_456_789],
    ['none', '.', 'USD', null],
    ['0.005', '.', 'USD', null],
  ] as const)('%s is read with %s as the usual decimal sign in %s', (text, sign, currency, value) =>
    expect(minorOf(text, sign, currency)).toBe(value),
  )

  it.each([
    ['A$ 12', 'AUD'],
    ['CA$12', 'CAD'],
    ['US$12', 'USD'],
    ['12 EUR', 'EUR'],
    ['EUROPE 12', null],
    ['12', null],
  ])('%s is in %s', (text, currency) => expect(currencyIn(text)).toBe(currency))
})

describe('a date', () => {
  it.each([
    ['2026-03-04', '2026-03-04', '2026-03-04'],
    ['04.03.2026', '2026-03-04', '2026-03-04'],
    ['4.3.26', '2026-03-04', '2026-03-04'],
    ['03/04/2026', '2026-04-03', '2026-03-04'],
    ['13/04/2026', '2026-04-13', '2026-04-13'],
    ['04/13/2026', '2026-04-13', '2026-04-13'],
    ['4. März 2026', '2026-03-04', '2026-03-04'],
    ['4 mars 2026', '2026-03-04', '2026-03-04'],
    ['Mar 4, 2026', '2026-03-04', '2026-03-04'],
    ['04-Mar-2026', '2026-03-04', '2026-03-04'],
    ['31.02.2026', undefined, undefined],
    ['Invoice 1234', undefined, undefined],
  ])('%s is %s with the day first and %s with the month first', (text, dayFirst, monthFirst) => {
    expect(dateIn(text, 'DMY')?.date).toBe(dayFirst)
    expect(dateIn(text, 'MDY')?.date).toBe(monthFirst)
  })
})

describe('a label', () => {
  it.each([
    ['Invoice No.', 'invoiceNumber'],
    ['Rechnungs-Nr.:', 'invoiceNumber'],
    ['Order number', undefined],
    ['Your reference no.', undefined],
    ['Fällig am', 'dueDate'],
    ['Delivery date', undefined],
    ['Zwischensumme', 'net'],
    ['zzgl. 19% MwSt.', 'tax'],
    ['VAT No', 'taxId'],
    ['Amount due', 'due'],
    ['Total (EUR)', 'totalAmount'],
    ['Total excl. VAT', 'net'],
    ['Total incl. VAT', 'totalAmount'],
  ])('“%s” means %s', (label, meaning) => expect(meaningOf(label)?.meaning).toBe(meaning))
})

describe('documents that are no invoices', () => {
  it('contracts have no values, and long texts without end cost little', () => {
    const page = (text: string) => ({ page: 1, text, pieces: [] })
    expect(invoiceValues([page('Master services agreement\nDate: 2026-01-01')])).toEqual([])
    const long = `Invoice\n${'a '.repeat(50_000)}\n${'1 '.repeat(50_000)}\n${'Invoice no: '.repeat(2_000)}\n`
    expect(invoiceValues([page(long.repeat(3))]).length).toBeLessThan(400)
  })
})
