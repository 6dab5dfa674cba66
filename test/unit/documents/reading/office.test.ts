import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { pagesOf } from '../../../../worker/features/documents/reading/text.ts'

const zip = (parts: Record<string, string>) =>
  zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])))

describe('the text of office files', () => {
  it('text from Word has lines and pages, with tables and special characters as they are read', async () => {
    const bytes = zip({
      'word/document.xml': `<?xml version="1.0"?><w:document><w:body>
        <w:p><w:pPr><w:t-fake/></w:pPr><w:r><w:t>Smith &amp; Sons</w:t></w:r><w:r><w:t xml:space="preserve"> agree</w:t></w:r></w:p>
        <w:tbl><w:tr><w:tc><w:p><w:r><w:t>Fee</w:t></w:r></w:p></w:tc><w:tc><w:p><w:r><w:t>&#36;100</w:t></w:r></w:p></w:tc></w:tr></w:tbl>
        <w:p><w:r><w:br w:type="page"/><w:t>Second page</w:t></w:r></w:p></w:body></w:document>`,
    })
    const pages = await pagesOf('docx', bytes)
    expect(pages.map(({ page }) => page)).toEqual([1, 2])
    expect(pages[0]?.text).toContain('Smith & Sons agree\n')
    expect(pages[0]?.text).toMatch(/Fee\s+\$100/)
    expect(pages[1]?.text).toBe('Second page')
  })

  it('text from Excel has a page for each sheet, including shared strings', async () => {
    const bytes = zip({
      'xl/sharedStrings.xml': '<sst><si><t>Seat</t></si><si><r><t>Pri</t></r><r><t>ce</t></r></si></sst>',
      'xl/worksheets/sheet1.xml':
        '<worksheet><sheetData><row><c t="s"><v>0</v></c><c t="s"><v>1</v></c></row><row><c><v>25</v></c><c t="inlineStr"><is><t>$10</t></is></c></row></sheetData></worksheet>',
      'xl/worksheets/sheet2.xml': '<worksheet><sheetData/></worksheet>',
    })
    expect(await pagesOf('xlsx', bytes)).toEqual([
      { page: 1, text: 'Seat\tPrice\n25\t$10', pieces: [] },
      { page: 2, text: '', pieces: [] },
    ])
  })

  it('text from PowerPoint has a page for each slide, in order', async () => {
    const slide = (text: string) => `<p:sld><a:p><a:r><a:t>${text}</a:t></a:r></a:p></p:sld>`
    const bytes = zip({
      'ppt/slides/slide10.xml': slide('Ten'),
      'ppt/slides/slide2.xml': slide('Two'),
      'ppt/slides/_rels/slide2.xml.rels': 'none',
    })
    expect((await pagesOf('pptx', bytes)).map(({ text }) => text)).toEqual(['Two', 'Ten'])
  })

  it('entities defined by the file itself are not resolved', async () => {
    const xml =
      '<!DOCTYPE x [<!ENTITY secret SYSTEM "file:///etc/passwd">]><w:document><w:p><w:r><w:t>&secret;</w:t></w:r></w:p></w:document>'
    expect((await pagesOf('docx', zip({ 'word/document.xml': xml })))[0]?.text).toBe('&secret;')
  })

  it('a file whose parts are larger than any text is not unpacked', async () => {
    const huge = zipSync({ 'word/document.xml': [new Uint8Array(41 * 1024 * 1024), { level: 9 }] })
    await expect(pagesOf('docx', huge)).rejects.toThrow('too large')
  })
})
