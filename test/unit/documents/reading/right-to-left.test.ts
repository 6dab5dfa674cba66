import { describe, expect, it } from 'vitest'
import { inReadingOrder } from '../../../../worker/features/documents/reading/pdf/right-to-left.ts'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'

/** Text as PDF programs draw it, from the left, and as people read it. */
const drawn = (text: string): string => [...text].reverse().join('')

describe('text that is written from the right', () => {
  it.each([
    ['one word', drawn('חשבונית'), 'חשבונית'],
    ['words', drawn('חשבונית מס'), 'חשבונית מס'],
    ['a label with a number', `4711 ${drawn('חשבונית מספר')}`, 'חשבונית מספר 4711'],
    ['an amount', `₪1,200.50 ${drawn('סה״כ לתשלום')}`, 'סה״כ לתשלום ₪1,200.50'],
    ['a date', `12/11/2026 :${drawn('תאריך')}`, 'תאריך: 12/11/2026'],
    ['brackets', `(${drawn('כולל מע״מ')}) ${drawn('סכום')}`, 'סכום (כולל מע״מ)'],
    ['a name in Latin letters', `Acme Ltd ${drawn('לכבוד חברת')}`, 'לכבוד חברת Acme Ltd'],
    ['Arabic', drawn('فاتورة ضريبية'), 'فاتورة ضريبية'],
    [
      'Latin with a word from the right',
      `Invoice of ${drawn('חברת חשמל')} for power`,
      'Invoice of חברת חשמל for power',
    ],
    ['Latin only', 'Invoice 4711', 'Invoice 4711'],
  ])('%s is read in its own order', (_, text, read) => {
    expect(inReadingOrder(text)).toBe(read)
  })

  it('a line of several parts is read from the right, and each part keeps its place', async () => {
    // Hebrew letters as the codes of a font, whose names the file tells.
    const codes = new Map([...new Set('חשבוניתמספר')].map((letter, at) => [letter, at + 65]))
    const coded = (text: string) =>
      [...drawn(text)].map((letter) => String.fromCharCode(codes.get(letter) ?? 32)).join('')
    const named = [...codes].map(([letter, code]) => {
      const hex = (value: number, length: number) => value.toString(16).padStart(length, '0')
      return `<${hex(code, 2)}> <${hex(letter.codePointAt(0) ?? 0, 4)}>`
    })
    const at = (x: number, font: string, text: string) => `BT /${font} 10 Tf ${x} 700 Td (${text}) Tj ET`
    const content = [at(100, 'F2', '4711'), at(200, 'F1', coded('מספר')), at(260, 'F1', coded('חשבונית'))].join('\n')
    const map = `1 begincodespacerange <00> <ff> endcodespacerange ${named.length} beginbfchar ${named.join(' ')} endbfchar`
    const object = (number: number, text: string) => `${number} 0 obj\n${text}\nendobj\n`
    const stream = (number: number, text: string) =>
      object(number, `<< /Length ${text.length} >>\nstream\n${text}\nendstream`)
    const file = [
      '%PDF-1.7\n',
      object(1, '<< /Type /Catalog /Pages 2 0 R >>'),
      object(2, '<< /Type /Pages /Kids [3 0 R] /Count 1 >>'),
      object(
        3,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R
           /Resources << /Font << /F1 5 0 R /F2 7 0 R >> >> >>`,
      ),
      stream(4, content),
      object(5, '<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman /ToUnicode 6 0 R >>'),
      stream(6, map),
      object(7, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
      'trailer << /Root 1 0 R >>\n',
    ].join('')
    const [page] = await pagesOf('pdf', new TextEncoder().encode(file))
    expect(page?.text).toBe('חשבונית מספר 4711')
    const placed = page?.pieces.map(({ start, end, left }) => [page.text.slice(start, end), Math.round(left * 612)])
    expect(placed).toEqual([
      ['חשבונית', 260],
      ['מספר', 200],
      ['4711', 100],
    ])
  })
})
