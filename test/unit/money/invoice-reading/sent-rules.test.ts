import { describe, expect, it } from 'vitest'
import { NOTHING_LEARNED, readInvoiceValues } from '../../../../schema/money/invoice-reading/interpret.ts'
import { dateIn } from '../../../../schema/shared/written/dates.ts'
import { invoiceValues } from '../../../../worker/features/documents/reading/invoice/values.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'
import { textPdf } from '../../../../worker/local/demo/document-files.ts'

/** What people send that is no invoice of these years. */

const read = async (title: string, date: string) => {
  const file = await textPdf('Birch Logistics', [
    [
      { heading: title },
      { row: ['Invoice number:', 'BL-114'] },
      { row: ['Invoice date:', date] },
      { row: ['Total amount due', '$640.00'] },
    ],
  ])
  return readInvoiceValues(invoiceValues(await pagesOf('pdf', file)), {
    ...{ ownNames: ['Brightwater Robotics'], currency: 'USD' as const, lessons: NOTHING_LEARNED },
  })
}
const HIGH = 0.8

describe('years far from today', () => {
  it.each(['1926-11-12', '12.11.1926', 'November 12, 2206'])('%s is a question', (text) => {
    expect(dateIn(text, 'DMY')?.isAmbiguous).toBe(true)
  })

  it('a year that no one can mean is not read', () => {
    expect(dateIn('12.11.0206', 'DMY')).toBeNull()
  })

  it('an invoice’s date of 1926 or 2206 is never sure', async () => {
    for (const date of ['November 12, 1926', 'November 12, 2206']) {
      const { invoiceDate } = await read('Invoice', date)
      expect(invoiceDate?.doubt).toMatch(/^Check the date: /)
      expect(invoiceDate?.sureness).toBeLessThan(HIGH)
    }
    expect((await read('Invoice', 'November 12, 2026')).invoiceDate?.doubt).toBeNull()
  })
})

describe('what only looks like an invoice', () => {
  it.each([
    ['Statement of account', 'statement of account'],
    ['Pro forma invoice', 'pro forma invoice'],
    ['Proforma-Rechnung', 'pro forma invoice'],
  ])('“%s” is named as what it is, and its total is not sure', async (title, said) => {
    const seen = await read(title, 'November 12, 2026')
    expect(seen.looksLike?.value).toBe(said)
    expect(seen.total?.sureness ?? 0).toBeLessThan(HIGH)
  })

  it('an invoice is not', async () => {
    const seen = await read('Invoice', 'November 12, 2026')
    expect(seen.looksLike).toBeUndefined()
    expect(seen.total?.value).toEqual({ value: 64_000, currency: 'USD' })
  })
})
