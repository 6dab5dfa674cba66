import { strToU8 } from 'fflate'
import { openDeflated, zlibbed } from './compress.ts'
import type { Bomb } from './corpus.ts'

/**
 * PDF files of a few kilobytes that ask for gigabytes or hours. Cross-reference tables are left out, because no reader
 * may rely on them.
 */

type Part = string | { dict: string; data: Uint8Array }

const joined = (parts: (string | Uint8Array)[]): Uint8Array => {
  const bytes = parts.map((part) => (typeof part === 'string' ? strToU8(part, true) : part))
  const whole = new Uint8Array(bytes.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of bytes) {
    whole.set(part, at)
    at += part.length
  }
  return whole
}

const object = (number: number, part: Part): (string | Uint8Array)[] =>
  typeof part === 'string'
    ? [`${number} 0 obj\n${part}\nendobj\n`]
    : [`${number} 0 obj\n<< ${part.dict} /Length ${part.data.length} >>\nstream\n`, part.data, '\nendstream\nendobj\n']

const file = (objects: Record<number, Part>): Uint8Array =>
  joined([
    '%PDF-1.7\n',
    ...Object.entries(objects).flatMap(([number, part]) => object(Number(number), part)),
    'trailer << /Root 1 0 R >>\n',
  ])

const FONT = '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>'
const onePage = (content: Part, more: Record<number, Part> = {}, resources = '/Font << /F1 5 0 R >>') =>
  file({
    1: '<< /Type /Catalog /Pages 2 0 R >>',
    2: '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    3: `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << ${resources} >> >>`,
    4: content,
    5: FONT,
    ...more,
  })

const packed = (text: string | Uint8Array, dict = ''): Part => ({
  dict: `/Filter /FlateDecode ${dict}`,
  data: zlibbed(typeof text === 'string' ? strToU8(text, true) : text),
})
const plain = (text: string): Part => ({ dict: '', data: strToU8(text, true) })

const MB = 1024 * 1024
const HELLO = 'BT /F1 12 Tf 72 700 Td (Hello) Tj ET\n'

/** Zlib bytes for this many megabytes of one byte, without creating them: the same full blocks repeated. */
const megabytesOf = (megabytes: number, byte: number): Uint8Array => {
  const block = openDeflated(new Uint8Array(MB).fill(byte))
  return joined([new Uint8Array([0x78, 0x9c]), ...Array.from({ length: megabytes }, () => block)])
}

const lzwOf = (codes: number): Uint8Array => {
  // Clear, then the same byte: each code stands for one byte more than the one before.
  const bits: number[] = []
  let [size, next] = [9, 258]
  const put = (code: number) => {
    for (let i = size - 1; i >= 0; i--) bits.push((code >> i) & 1)
  }
  put(256)
  put(65)
  for (let i = 0; i < codes; i++) {
    if (next >= 4094) {
      put(256)
      ;[size, next] = [9, 258]
      put(65)
      continue
    }
    put(next)
    next += 1
    if (next + 1 >= 1 << size && size < 12) size += 1
  }
  const out = new Uint8Array(Math.ceil(bits.length / 8))
  for (const [i, bit] of bits.entries()) out[i >> 3] = (out[i >> 3] ?? 0) | (bit << (7 - (i & 7)))
  return out
}

const composite = (toUnicode: Part, widths = '[]'): Record<number, Part> => ({
  5: '<< /Type /Font /Subtype /Type0 /BaseFont /X /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R >>',
  6: `<< /Type /Font /Subtype /CIDFontType2 /BaseFont /X /W ${widths} >>`,
  7: toUnicode,
})
const RANGES = `${'1 beginbfrange <0000> <ffff> <0041> endbfrange\n'.repeat(10_000)}`
const WIDE = 'BT /F1 12 Tf <00410042> Tj ET'

const range = (count: number, of: (i: number) => string): string =>
  Array.from({ length: count }, (_, i) => of(i)).join('')

export const PDF_BOMBS: Bomb[] = [
  {
    name: 'a page whose content unpacks to 300 MB of spaces',
    kind: 'pdf',
    make: () => onePage({ dict: '/Filter /FlateDecode', data: megabytesOf(300, 32) }),
  },
  {
    name: 'a page that shows millions of words',
    kind: 'pdf',
    make: () => onePage(packed(`BT /F1 12 Tf ${'(word ) Tj '.repeat(1_500_000)} ET`)),
  },
  {
    name: 'a page packed three times over',
    kind: 'pdf',
    make: () =>
      onePage({
        dict: '/Filter [/FlateDecode /FlateDecode /FlateDecode]',
        data: zlibbed(zlibbed(megabytesOf(300, 32))),
      }),
  },
  {
    name: '100,000 pages',
    kind: 'pdf',
    make: () =>
      file({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: `<< /Type /Pages /Kids [${'3 0 R '.repeat(100_000)}] >>`,
        3: '<< /Type /Page /Contents 4 0 R >>',
        4: plain(HELLO),
      }),
  },
  {
    name: '60,000 pages of their own',
    kind: 'pdf',
    make: () =>
      joined([
        '%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Kids [',
        range(60_000, (i) => `${i + 10} 0 R `),
        '] >> endobj\n',
        range(
          60_000,
          (i) => `${i + 10} 0 obj << /Type /Page /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >> endobj\n`,
        ),
        '4 0 obj << /Length 40 >>\nstream\n',
        HELLO,
        '\nendstream endobj\n5 0 obj ',
        FONT,
        ' endobj\ntrailer << /Root 1 0 R >>',
      ]),
  },
  {
    name: 'a tree of pages without pages',
    kind: 'pdf',
    make: () =>
      joined([
        '%PDF-1.7\n1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj\n2 0 obj << /Kids [',
        range(80_000, (i) => `${i + 10} 0 R `),
        '] >> endobj\n',
        range(80_000, (i) => `${i + 10} 0 obj << /Kids [] >> endobj\n`),
      ]),
  },
  {
    name: 'a tree of pages that is its own branch',
    kind: 'pdf',
    make: () =>
      file({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: `<< /Kids [${'2 0 R 3 0 R '.repeat(1000)}] >>`,
        3: `<< /Kids [${'2 0 R 3 0 R '.repeat(1000)}] >>`,
      }),
  },
  {
    name: 'a tree of pages within itself by value',
    kind: 'pdf',
    make: () => file({ 1: `<< /Type /Catalog /Pages ${'<< /Kids [ '.repeat(50_000)} >>` }),
  },
  {
    name: 'drawings of drawings of drawings',
    kind: 'pdf',
    make: () =>
      onePage(
        plain('/X0 Do'),
        Object.fromEntries(
          Array.from({ length: 8 }, (_, i) => [
            10 + i,
            {
              dict: `/Type /XObject /Subtype /Form /Resources << /Font << /F1 5 0 R >> /XObject << /X${i + 1} ${11 + i} 0 R >> >>`,
              data: strToU8(i === 7 ? HELLO : `/X${i + 1} Do `.repeat(100)),
            },
          ]),
        ),
        '/Font << /F1 5 0 R >> /XObject << /X0 10 0 R >>',
      ),
  },
  {
    name: 'empty drawings of drawings',
    kind: 'pdf',
    make: () =>
      onePage(
        plain('/X Do '.repeat(1000)),
        {
          10: {
            dict: '/Subtype /Form /Resources << /XObject << /X 10 0 R >> >>',
            data: strToU8('/X Do '.repeat(1000)),
          },
        },
        '/XObject << /X 10 0 R >>',
      ),
  },
  { name: 'lists within lists within lists', kind: 'pdf', make: () => onePage(packed('['.repeat(8_000_000))) },
  {
    name: 'dictionaries within dictionaries',
    kind: 'pdf',
    make: () => file({ 1: `<< /Type /Catalog /Pages 2 0 R >>`, 2: '<< /A '.repeat(500_000) }),
  },
  { name: 'brackets within brackets of a text', kind: 'pdf', make: () => onePage(packed('('.repeat(8_000_000))) },
  {
    name: 'a list of millions of empty lists',
    kind: 'pdf',
    make: () => onePage(packed(`[${'[]'.repeat(3_900_000)}] TJ`)),
  },
  {
    name: 'a list of millions of numbers',
    kind: 'pdf',
    make: () => onePage(packed(`BT /F1 1 Tf [${'1 '.repeat(3_900_000)}] TJ`)),
  },
  {
    name: 'objects that never end',
    kind: 'pdf',
    make: () => joined(['%PDF-1.7\n', range(150_000, (i) => `${i + 1} 0 obj << /Kids [ `)]),
  },
  {
    name: 'millions of objects of one number',
    kind: 'pdf',
    make: () => joined(['%PDF-1.7\n', '1 0 obj '.repeat(1_000_000)]),
  },
  {
    name: 'streams that never end',
    kind: 'pdf',
    make: () => joined(['%PDF-1.7\n', range(150_000, (i) => `${i + 1} 0 obj << >> stream\n`)]),
  },
  {
    name: 'a hundred thousand trailers',
    kind: 'pdf',
    make: () => joined(['%PDF-1.7\n', 'trailer << /Root 1 0 R /A [ '.repeat(100_000)]),
  },
  {
    name: 'a pack of objects that unpacks to 300 MB',
    kind: 'pdf',
    make: () =>
      file({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        9: { dict: '/Type /ObjStm /N 1000000000 /First 100 /Filter /FlateDecode', data: megabytesOf(300, 48) },
      }),
  },
  {
    name: 'many packs of objects',
    kind: 'pdf',
    make: () =>
      file({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        ...Object.fromEntries(
          Array.from({ length: 60 }, (_, i) => [
            10 + i,
            { dict: '/Type /ObjStm /N 1000 /First 10 /Filter /FlateDecode', data: megabytesOf(7, 48) },
          ]),
        ),
      }),
  },
  {
    name: 'a table of characters that says everything ten thousand times',
    kind: 'pdf',
    make: () => onePage(plain(WIDE), composite(packed(RANGES))),
  },
  {
    name: 'hundreds of fonts with whole tables of characters',
    kind: 'pdf',
    make: () =>
      onePage(
        plain(range(400, (i) => `BT /F${i} 12 Tf <00410042> Tj ET `)),
        {
          ...composite(packed(RANGES.slice(0, 500))),
          ...Object.fromEntries(
            Array.from({ length: 400 }, (_, i) => [
              100 + i,
              `<< /Subtype /Type0 /Encoding /Identity-H /DescendantFonts [6 0 R] /ToUnicode 7 0 R /N ${i} >>`,
            ]),
          ),
        },
        `/Font << ${range(400, (i) => `/F${i} ${100 + i} 0 R `)} >>`,
      ),
  },
  {
    name: 'widths of a billion characters',
    kind: 'pdf',
    make: () => onePage(plain(WIDE), composite(plain(''), `[${'0 1000000000 500 '.repeat(20_000)}]`)),
  },
  {
    name: 'a million differences of an encoding',
    kind: 'pdf',
    make: () =>
      onePage(plain(HELLO), {
        5: `<< /Type /Font /Subtype /Type1 /Encoding << /Differences [${'0 /A '.repeat(1_000_000)}] >> >>`,
      }),
  },
  {
    name: 'a page of LZW that unpacks without end',
    kind: 'pdf',
    make: () => onePage({ dict: '/Filter /LZWDecode', data: lzwOf(400_000) }),
  },
  {
    name: 'a page of run lengths within a packed stream',
    kind: 'pdf',
    make: () => onePage({ dict: '/Filter [/FlateDecode /RunLengthDecode]', data: megabytesOf(7, 129) }),
  },
  {
    name: 'a page of zeros in base 85',
    kind: 'pdf',
    make: () => onePage({ dict: '/Filter [/FlateDecode /ASCII85Decode]', data: megabytesOf(7, 122) }),
  },
  {
    name: 'rows of a billion columns',
    kind: 'pdf',
    make: () => onePage(packed(HELLO, '/DecodeParms << /Predictor 12 /Columns 1000000000 >>')),
  },
  {
    name: 'references that go round',
    kind: 'pdf',
    make: () => file({ 1: '2 0 R', 2: '1 0 R', 3: '<< /Type /Catalog /Pages 1 0 R >>' }),
  },
  {
    name: 'one content a hundred thousand times',
    kind: 'pdf',
    make: () =>
      file({
        1: '<< /Type /Catalog /Pages 2 0 R >>',
        2: '<< /Kids [3 0 R] >>',
        3: `<< /Type /Page /Contents [${'4 0 R '.repeat(100_000)}] >>`,
        4: packed(HELLO.repeat(20_000)),
      }),
  },
  { name: 'millions of saved states', kind: 'pdf', make: () => onePage(packed('q '.repeat(4_000_000))) },
  {
    name: 'pictures within the page that never end',
    kind: 'pdf',
    make: () => onePage(packed(`${'BI ID E '.repeat(500_000)}`)),
  },
  {
    name: 'a word of eight million letters',
    kind: 'pdf',
    make: () => onePage(packed(`BT /F1 12 Tf (${'A'.repeat(8_000_000)}) Tj ET`)),
  },
  {
    name: 'a name of eight million letters',
    kind: 'pdf',
    make: () => onePage(packed(`/${'#41'.repeat(2_700_000)} Tf`)),
  },
  { name: 'a number of eight million digits', kind: 'pdf', make: () => onePage(packed('1'.repeat(8_000_000))) },
  { name: 'a comment of eight million letters', kind: 'pdf', make: () => onePage(packed('%\n'.repeat(4_000_000))) },
]
