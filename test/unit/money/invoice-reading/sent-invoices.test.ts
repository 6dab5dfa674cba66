import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import {
  NOTHING_LEARNED,
  type Reader,
  readInvoiceValues,
  type SeenInvoice,
} from '../../../../schema/money/invoice-reading/interpret.ts'
import { invoiceValues } from '../../../../worker/features/documents/reading/invoice/values.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'

/** Invoices as people sent them, in situations that programs of the field were reported to read wrong. */

const READER: Reader = { ownNames: ['Brightwater Robotics'], currency: 'USD', lessons: NOTHING_LEARNED }
const read = async (name: string): Promise<SeenInvoice> => {
  const file = new URL(`../../../support/sent-files/documents/${name}.pdf`, import.meta.url)
  return readInvoiceValues(invoiceValues(await pagesOf('pdf', new Uint8Array(readFileSync(file)))), READER)
}
const totalOf = ({ total }: SeenInvoice) => total && `${total.value.value} ${total.value.currency}`
const HIGH = 0.8

describe('amounts as vendors write them', () => {
  it.each([
    ['amt-space-thousands-onecell', '1248000 EUR'],
    ['amt-space-thousands-amountdue', '303814 EUR'],
    ['a-space-dot', '1248000 USD'],
    ['amt-de-round', '2500000 EUR'],
    ['amt-jpy-dot', '128000 JPY'],
    ['a-eur-dash', '120000 EUR'],
    ['cur-cny-sign', '4500000 CNY'],
    ['a-label-invoice-amount', '50000 USD'],
    ['x-total-amount-eur', '1240000 EUR'],
    ['x-long-eur', '45000 EUR'],
    ['l-cols-40', '40000 USD'],
    ['x-minus-line', '45000 GBP'],
    ['neg-paren-line', '45000 GBP'],
  ])('%s comes to %s, with high confidence', async (name, total) => {
    const seen = await read(name)
    expect([totalOf(seen), (seen.total?.sureness ?? 0) >= HIGH, seen.total?.doubt]).toEqual([total, true, null])
  })

  it('three digits after one sign say what else they could be, where neither language nor currency tells', async () => {
    const { total } = await read('a-de-round-1000')
    expect(total?.value).toEqual({ value: 100_000, currency: 'EUR' })
    expect(total?.sureness).toBeLessThan(HIGH)
    expect(total?.doubt).toBe('It could also be €1.00.')
  })

  it.each([
    ['cur-nzd', 'NZD'],
    ['cur-mxn', 'MXN'],
    ['cur-sek', 'SEK'],
    ['cur-kr', 'kr (Swedish, Norwegian, Danish or Icelandic)'],
  ])('%s is in %s, which is said in place of an amount', async (name, currency) => {
    const seen = await read(name)
    expect([seen.total, seen.foreign?.value, seen.lines]).toEqual([undefined, currency, []])
  })

  it.each(['credit-uminus', 'x-minus-credit-total'])('%s is a credit of 480 pounds', async (name) => {
    const seen = await read(name)
    expect([totalOf(seen), seen.isCredit?.value]).toEqual(['48000 GBP', true])
  })

  it('discounts stay among the lines', async () => {
    for (const name of ['x-minus-line', 'neg-paren-line']) {
      const { lines, difference } = await read(name)
      expect([lines.map(({ value }) => value.amount), difference]).toEqual([[48_000, -3_000], 0])
    }
  })

  it('an invoice that is paid says that nothing is due', async () => {
    const seen = await read('paid-zero')
    expect([seen.total, seen.nothingDue?.value]).toEqual([undefined, true])
  })

  it('tables over several pages are read to their end', async () => {
    const [english, german] = [await read('l-cols-40'), await read('x-long-eur')]
    expect([english.lines.length, english.difference, german.lines.length, german.difference]).toEqual([40, 0, 45, 0])
    expect(german.dueDate?.value).toBe('2026-12-12')
  })
})

describe('numbers and dates as vendors write them', () => {
  it.each([
    ['no-spaces', 'INV 2026 0042'],
    ['no-spaces2', '2026 0043'],
    ['no-slashspaces', '2026 / 0044'],
    ['y-no-3part', 'RE 2026 1043'],
    ['y-no-paren', '2026(114)'],
  ])('%s has the whole number %s, and one with spaces is never sure', async (name, number) => {
    const { invoiceNumber } = await read(name)
    expect(invoiceNumber?.value).toBe(number)
    expect((invoiceNumber?.sureness ?? 0) >= HIGH).toBe(!number.includes(' '))
  })

  it.each(['date-ddMMMyy', 'd-dMMMyyyy-slash'])('%s is of November 12, 2026', async (name) => {
    const { invoiceDate } = await read(name)
    expect([invoiceDate?.value, (invoiceDate?.sureness ?? 0) >= HIGH]).toEqual(['2026-11-12', true])
  })

  it('a date that may begin or end with the year says so', async () => {
    const { invoiceDate } = await read('date-yymmdd')
    expect(invoiceDate?.sureness).toBeLessThan(HIGH)
    expect(invoiceDate?.doubt).toBe('It could also be Nov 26, 2012.')
  })
})
