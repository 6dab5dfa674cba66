import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { ReadBudget } from '../../../../worker/features/documents/reading/budget.ts'
import * as office from '../../../../worker/features/documents/reading/office.ts'

const docxPages = (bytes: Uint8Array) => office.docxPages(bytes, new ReadBudget())
const xlsxPages = (bytes: Uint8Array) => office.xlsxPages(bytes, new ReadBudget())
const pptxPages = (bytes: Uint8Array) => office.pptxPages(bytes, new ReadBudget())

const zip = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))

describe('the text of office files', () => {
  it('text from Word has lines and pages, with tables and special characters as they are read', () => {
    const bytes = zip({
      'word/document.xml': `<?xml version="1.0"?><w:document><w:body>
        <w:p><w:pPr><w:t-fake/></w:pPr><w:r><w:t>Smith &amp; Sons</w:t></w:r><w:r><w:t xml:space="preserve"> agree</w:t></w:r></w:p>
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Fee</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>&#36;100</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
        <w:p><w:r><w:br w:type="page"/><w:t>Second page</w:t></w:r></w:p></w:body></w:document>`,
    })
    const pages = docxPages(bytes)
    expect(pages.map(({ page }) => page)).toEqual([1, 2])
    expect(pages[0]?.text).toContain('Smith & Sons agree\n')
    expect(pages[0]?.text).toMatch(/Fee\s+\$100/)
    expect(pages[1]?.text).toBe('Second page')
  })

  it('text from Excel has a page for each sheet, including shared strings', () => {
    const bytes = zip({
      'xl/sharedStrings.xml': '<sst><si><t>Seat</t></si><si><r><t>Pri</t></r><r><t>ce</t></r></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c><v>25</v></c><c t="inlineStr"><is><t>$10</t></is></c></row></sheetData></worksheet>',
      'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
    })
    expect(xlsxPages(bytes)).toEqual([
      { page: 1, text: 'Seat\tPrice\n25\t$10' },
      { page: 2, text: '' },
    ])
  })

  it('text from PowerPoint has a page for each slide, in order', () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
    const bytes = zip({
      'ppt/slides/slide10.xml': slide('Ten'),
      'ppt/slides/slide2.xml': slide('Two'),
      'ppt/slides/_rels/slide2.xml.rels': 'none',
    })
    expect(pptxPages(bytes).map(({ text }) => text)).toEqual(['Two', 'Ten'])
  })

  it('entities defined by the file itself are not resolved', () => {
    const xml =
      '<!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]><w:document><w:p><w:r><w:t>&secret;</w:t></w:r></w:p></w:document>'
    expect(docxPages(zip({ 'word/document.xml': xml }))[0]?.text).toBe('&secret;')
  })

  it('a file whose parts are larger than any text is not unpacked', () => {
    const huge = zipSync({ 'word/document.xml': [new Uint8Array(41 * 1024 * 1024), { level: 9 }] })
    expect(() => docxPages(huge)).toThrow('too large')
  })
})
