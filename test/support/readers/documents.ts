import { strToU8, zipSync, zlibSync } from 'fflate'
import { answerByRules } from '../../../worker/features/documents/reading/answers/by-rules.ts'
import { LIMITS } from '../../../worker/features/documents/reading/budget.ts'
import { invoiceValues } from '../../../worker/features/documents/reading/invoice/values.ts'
import { findByRules } from '../../../worker/features/documents/reading/rules.ts'
import { summaryByRules } from '../../../worker/features/documents/reading/summary.ts'
import { pagesOf } from '../../../worker/features/documents/reading/text.ts'
import { bytesOf, filled, type Reader } from './reader.ts'

/** Documents: their files, and what is looked for in their text. */

const joined = (parts: readonly Uint8Array[]): Uint8Array => {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const object = (number: number, text: string): Uint8Array => bytesOf(`${number} 0 obj\n${text}\nendobj\n`)
const stream = (number: number, dict: string, data: Uint8Array): Uint8Array[] => [
  bytesOf(`${number} 0 obj\n<< ${dict} /Length ${data.length} >>\nstream\n`),
  data,
  bytesOf('\nendstream\nendobj\n'),
]

/** A page for each few megabytes of what it draws. */
const PAGE = 4 * 1024 * 1024
const pdf = (
  contents: readonly string[],
  filter = '/Filter /FlateDecode',
  pack = zlibSync as (b: Uint8Array) => Uint8Array,
) =>
  joined([
    bytesOf('%PDF-1.7\n'),
    object(1, '<< /Type /Catalog /Pages 2 0 R >>'),
    object(
      2,
      `<< /Type /Pages /Kids [${contents.map((_, i) => `${10 + 2 * i} 0 R`).join(' ')}] /Count ${contents.length} >>`,
    ),
    object(3, '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'),
    ...contents.flatMap((content, i) => [
      object(
        10 + 2 * i,
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${11 + 2 * i} 0 R /Resources << /Font << /F1 3 0 R >> >> >>`,
      ),
      ...stream(11 + 2 * i, filter, pack(bytesOf(content))),
    ]),
    bytesOf('trailer << /Root 1 0 R >>\n'),
  ])
const pages = (size: number, part: (i: number) => string, head = '', tail = ''): string[] =>
  Array.from({ length: Math.ceil(size / PAGE) }, (_, i) => filled(Math.min(PAGE, size - i * PAGE), part, head, tail))

const TEXT = 'BT /F1 10 Tf 14 TL 72 700 Td '
const isText = (i: number) => `(Line ${i} of a document) Tj T*\n`
const asciiHex = (bytes: Uint8Array): Uint8Array => bytesOf(`${Buffer.from(bytes).toString('hex')}>`)

const pdfFile: Reader = {
  name: 'a PDF file',
  files: ['worker/features/documents/reading/inflate.ts'],
  // What it holds, unpacked.
  limit: LIMITS.unpacked,
  read: (file, pause) => pagesOf('pdf', file, undefined, pause),
  shapes: {
    'pages of text': (size) => pdf(pages(size, isText, TEXT, ' ET')),
    'pages of single letters': (size) => pdf(pages(size, () => '(a) Tj 0 -1 Td ', TEXT, ' ET')),
    'pages without text': (size) => pdf(pages(size, () => '0 0 m 100 100 l S ')),
    'text in hexadecimal digits': (size) =>
      pdf(pages(size / 4, isText, TEXT, ' ET'), '/Filter /ASCIIHexDecode', asciiHex),
    'many objects': (size) =>
      joined([pdf(['']), bytesOf(filled(size / 4, (i) => `${100 + i} 0 obj\n<< /A ${i} >>\nendobj\n`))]),
  },
}

const zip = (parts: Record<string, string>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
const office = (name: string, kind: 'docx' | 'xlsx' | 'pptx', shapes: Reader['shapes']): Reader => ({
  ...{ name, shapes, files: ['worker/features/documents/reading/inflate.ts'] },
  limit: LIMITS.unpacked,
  read: (file, pause) => pagesOf(kind, file, undefined, pause),
})

const docx = office('a Word file', 'docx', {
  paragraphs: (size) => zip({ 'word/document.xml': filled(size, (i) => `<w:p><w:r><w:t>Line ${i}</w:t></w:r></w:p>`) }),
  'tags without text': (size) => zip({ 'word/document.xml': filled(size, () => '<w:b/>', '<w:t>x</w:t>') }),
})
const xlsx = office('an Excel file', 'xlsx', {
  cells: (size) =>
    zip({ 'xl/worksheets/sheet1.xml': filled(size, (i) => `<row><c><v>${i}</v></c><c><v>7</v></c></row>`) }),
  'shared texts': (size) =>
    zip({
      'xl/sharedStrings.xml': filled(size / 2, (i) => `<si><t>Text ${i}</t></si>`),
      'xl/worksheets/sheet1.xml': filled(size / 2, (i) => `<c t="s"><v>${i % 1000}</v></c>`),
    }),
})
const pptx = office('a PowerPoint file', 'pptx', {
  slides: (size) => zip({ 'ppt/slides/slide1.xml': filled(size, (i) => `<a:p><a:t>Line ${i}</a:t></a:p>`) }),
})

const CONTRACT = (i: number) =>
  `Clause ${i}: this agreement between Acme Inc. and Bolt LLC begins on January ${1 + (i % 28)}, 2026 for a term of 12 months. ` +
  `The fee of $1,250.00 is due net 30. It renews for successive periods of one year unless notice is given 30 days prior.\n`
const text: Reader = {
  name: 'the text of a document',
  files: [],
  limit: LIMITS.characters,
  read: async (words: string) => {
    const read = [{ page: 1, text: words, pieces: [] }]
    findByRules(read)
    summaryByRules(read)
    invoiceValues(read)
    answerByRules('When does it renew, and how long is the notice period?', read)
  },
  shapes: {
    'a contract': (size) => filled(size, CONTRACT),
    'an invoice': (size) =>
      filled(size, (i) => `Item ${i}\t2\t10.00\t20.00\n`, 'Invoice number: A-1\nDescription\tQty\tPrice\tAmount\n'),
    words: (size) => filled(size, (i) => `word${i} `),
    'short lines': (size) => filled(size, () => 'a\n'),
    'blank lines': (size) => filled(size, () => '\n', 'a', 'a'),
    blanks: (size) => filled(size, () => ' ', 'a', 'a'),
    'one word': (size) => filled(size, () => 'a'),
    names: (size) => filled(size, () => 'Acme, '),
    numbers: (size) => filled(size, (i) => `${i} `),
    dates: (size) => filled(size, (i) => `Date: January ${1 + (i % 28)}, 2026\n`),
  },
}

export const DOCUMENT_READERS: Reader[] = [pdfFile, docx, xlsx, pptx, text]
