import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { invoiceValues } from '../../../../worker/features/documents/reading/invoice/values.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'

/**
 * Pages that Chromium has printed (with DejaVu Sans as the font "Letters"). Their sources stand beside them. It draws each
 * direction as a stroke of its own, bold letters one by one, and numbers in any place of the line.
 */

const read = async (name: string) => {
  const file = new URL(`../../../support/sent-files/right-to-left/${name}.pdf`, import.meta.url)
  const [page] = await pagesOf('pdf', new Uint8Array(readFileSync(file)))
  if (!page) throw new Error('There is no page')
  return page
}

describe('a printed page in letters from the right', () => {
  it('Hebrew has its words, numbers, brackets and columns in the order of its source', async () => {
    const { text } = await read('hebrew-invoice')
    expect(text.split('\n')).toEqual([
      'חשבונית מס מספר 4711',
      'לכבוד: ברייטווטר מעבדות בע״מ (Brightwater Labs Ltd)',
      'תאריך: 12/11/2026 · לתשלום עד 12/12/2026',
      'תיאור כמות מחיר סה״כ',
      'רישיון CAD לשנה (10 משתמשים) 10 ₪1,200.50 ₪12,005.00',
      'שעות ייעוץ 2.5 ₪400.00 ₪1,000.00',
      'סכום ביניים: ₪13,005.00',
      'מע״מ 18%: ₪2,340.90',
      'סה״כ לתשלום: ₪15,345.90',
      'פרטים נוספים: billing@keshet.example',
    ])
  })

  it('what is read is where it stands on the page', async () => {
    const { text, pieces } = await read('hebrew-invoice')
    const at = (word: string) => {
      const start = text.lastIndexOf(word)
      const piece = pieces.find((each) => each.start <= start && start < each.end)
      return piece && [piece.left, piece.right].map((x) => Math.round(x * 100))
    }
    // From the right: the label, the amount beside it, and the last column at the left edge. By the numbers of the file:
    // 602 to 672 and 120 to 190 of 795.
    expect([at('לתשלום'), at('₪15,345.90'), at('₪12,005.00')]).toEqual([
      [85, 91],
      [76, 85],
      [15, 24],
    ])
  })

  it('Arabic has the letters of its source, not the forms that they take within a word, and its digits in order', async () => {
    const { text } = await read('arabic-invoice')
    expect(text.split('\n')).toEqual([
      'فاتورة ضريبية رقم 4711',
      'التاريخ: 12/11/2026 (نسخة)',
      'المجموع المستحق: 15,345.90 AED',
      'الكمية ١٢٫٥',
    ])
  })
})

it('what stands beside a label on an invoice has its words in order', async () => {
  const found = invoiceValues([await read('hebrew-invoice')])
  const beside = (label: string) => found.find(({ properties }) => properties.label === label)?.mentionText
  expect(beside('לכבוד')).toBe('ברייטווטר מעבדות בע״מ (Brightwater Labs Ltd)')
})
