import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { ReadBudget } from '../../../../worker/features/documents/reading/budget.ts'
import { rowsOf } from '../../../../worker/features/documents/reading/invoice/layout.ts'
import { docxPages, pptxPages, xlsxPages } from '../../../../worker/features/documents/reading/office.ts'

/** What programs write that a reader of the usual names and elements misses. */

const zip = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = (...all: [id: string, type: string, target: string][]) =>
  `<Relationships>${all.map(([id, type, target]) => `<Relationship Id="${id}" Type='${OFFICE}/${type}' Target="${target}"/>`).join('')}</Relationships>`
const WORD = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main'
const SHEET = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const read = (pages: typeof docxPages, parts: Record<string, string>) => {
  const work = pages(zip(parts), new ReadBudget())
  for (;;) {
    const { done, value } = work.next()
    if (done) return value
  }
}
const word = (body: string) =>
  read(docxPages, { 'word/document.xml': `<w:document xmlns:w="${WORD}"><w:body>${body}</w:body></w:document>` })[0]
    ?.text

describe('Word files', () => {
  it('hyphens that don’t break, tabs and line breaks of every kind are characters', () => {
    const run = '<w:r><w:t>2026</w:t><w:noBreakHyphen/><w:t>114</w:t><w:ptab/><w:t>a</w:t><w:cr/><w:t>b</w:t></w:r>'
    expect(word(`<w:p>${run}</w:p>`)).toBe('2026-114\ta\nb')
  })

  it('what was moved and the text of a text box are read once', () => {
    const moved =
      '<w:p><w:moveFrom><w:r><w:t>Moved</w:t></w:r></w:moveFrom></w:p><w:p><w:moveTo><w:r><w:t>Moved</w:t></w:r></w:moveTo></w:p>'
    const box = (name: string) =>
      `<mc:${name}><w:txbxContent><w:p><w:r><w:t>Box</w:t></w:r></w:p></w:txbxContent></mc:${name}>`
    const boxes = `<w:p><w:r><w:t>Text</w:t><mc:AlternateContent>${box('Choice')}${box('Fallback')}</mc:AlternateContent></w:r></w:p>`
    expect(word(`${moved}${boxes}`)?.split(/\s+/)).toEqual(['Moved', 'Text', 'Box'])
  })

  it('headers, notes and footers are read, and the main part has any name and prefix', () => {
    const part = (text: string) => `<x:p xmlns:x="${WORD}"><x:r><x:t>${text}</x:t></x:r></x:p>`
    const pages = read(docxPages, {
      '_rels/.rels': relations(['r1', 'officeDocument', '/word/document2.xml']),
      'word/document2.xml': part('Body'),
      'word/_rels/document2.xml.rels': relations(
        ['a', 'footer', 'f.xml'],
        ['b', 'header', 'h.xml'],
        ['c', 'footnotes', 'n.xml'],
      ),
      'word/f.xml': part('Bank'),
      'word/h.xml': part('Letterhead'),
      'word/n.xml': part('Note'),
    })
    expect(pages[0]?.text.split(/\s+/)).toEqual(['Letterhead', 'Body', 'Note', 'Bank'])
  })
})

const STYLES = `<styleSheet xmlns="${SHEET}"><numFmts><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="[$€-407] #,##0.00"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="14"/></cellXfs></styleSheet>`
const workbook = (rows: string, { is1904 = false, strings = '' } = {}) =>
  read(xlsxPages, {
    '_rels/.rels': relations(['r', 'officeDocument', 'xl/workbook.xml']),
    'xl/workbook.xml': `<x:workbook xmlns:x="${SHEET}"><x:workbookPr date1904="${is1904 ? 1 : 0}"/><x:sheets><x:sheet name="Secret" state="hidden" r:id="s1"/><x:sheet name="Shown" r:id="s2"/></x:sheets></x:workbook>`,
    'xl/_rels/workbook.xml.rels': relations(
      ['s1', 'worksheet', 'worksheets/sheet1.xml'],
      ['s2', 'worksheet', 'worksheets/sheet2.xml'],
      ['t', 'styles', 'styles.xml'],
      ['u', 'sharedStrings', 'sharedStrings.xml'],
    ),
    'xl/styles.xml': STYLES,
    'xl/sharedStrings.xml': `<x:sst xmlns:x="${SHEET}">${strings}</x:sst>`,
    'xl/worksheets/sheet1.xml': `<worksheet xmlns="${SHEET}"><row><c><v>42</v></c></row></worksheet>`,
    'xl/worksheets/sheet2.xml': `<x:worksheet xmlns:x="${SHEET}"><x:sheetData>${rows}</x:sheetData></x:worksheet>`,
  })

describe('Excel files', () => {
  it('dates are days, in workbooks that begin in 1904 as well, and amounts have their currency', () => {
    const row =
      '<x:row><x:c s="1"><x:v>46338</x:v></x:c><x:c s="3"><x:v>46338</x:v></x:c><x:c s="2"><x:v>1250</x:v></x:c></x:row>'
    expect(workbook(row)[0]?.text).toBe('2026-11-12\t2026-11-12\t€ 1250.00')
    expect(workbook('<x:row><x:c s="1"><x:v>44876</x:v></x:c></x:row>', { is1904: true })[0]?.text).toBe('2026-11-12')
  })

  it('hidden sheets aren’t read, and how a word is pronounced isn’t part of it', () => {
    const strings =
      '<x:si><x:t>東京</x:t><x:rPh sb="0" eb="2"><x:t>トウキョウ</x:t></x:rPh></x:si><x:si><x:t>a_x000D_\nb</x:t></x:si>'
    const pages = workbook('<x:row><x:c t="s"><x:v>0</x:v></x:c><x:c t="s"><x:v>1</x:v></x:c></x:row>', { strings })
    expect(pages.map(({ text }) => text)).toEqual(['東京\ta b'])
  })

  it('a row with empty cells keeps its columns', () => {
    const cell = (reference: string, value: number) => `<x:c r="${reference}"><x:v>${value}</x:v></x:c>`
    const [page] = workbook(
      `<x:row>${cell('A1', 1)}${cell('B1', 2)}${cell('C1', 3)}${cell('D1', 4)}</x:row><x:row>${cell('A2', 7)}${cell('D2', 80)}</x:row>`,
    )
    const rows = rowsOf({
      page: 1,
      text: page?.text ?? '',
      pieces: [],
      ...(page?.columns && { columns: page.columns }),
    })
    expect(rows[1]?.cells.map(({ text, left }) => [text, left])).toEqual([
      ['7', 0],
      ['80', 0.75],
    ])
  })
})

describe('PowerPoint files', () => {
  it('slides come in the order of the presentation', () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
    const pages = read(pptxPages, {
      'ppt/presentation.xml':
        '<p:presentation><p:sldIdLst><p:sldId id="256" r:id="b"/><p:sldId id="257" r:id="a"/></p:sldIdLst></p:presentation>',
      'ppt/_rels/presentation.xml.rels': relations(
        ['a', 'slide', 'slides/slide1.xml'],
        ['b', 'slide', 'slides/slide2.xml'],
      ),
      'ppt/slides/slide1.xml': slide('Second'),
      'ppt/slides/slide2.xml': slide('First'),
    })
    expect(pages.map(({ text }) => text)).toEqual(['First', 'Second'])
  })
})
