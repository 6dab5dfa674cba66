import { zip } from './compress.ts'
import type { Bomb, OfficeKind } from './corpus.ts'

/** Archives of a few kilobytes that ask for gigabytes or hours. */

const MB = 1024 * 1024

const docx = (xml: string | Uint8Array) => zip({ 'word/document.xml': xml })
const text = (words: string) => docx(`<w:document><w:p><w:t>${words}</w:t></w:p></w:document>`)
const xlsx = (strings: string, sheet: string) =>
  zip({ 'xl/sharedStrings.xml': strings, 'xl/worksheets/sheet1.xml': sheet })
const cells = (count: number) => `<sheetData>${'<c t="s"><v>0</v></c>'.repeat(count)}</sheetData>`

/** What the archive declares about its parts, changed. */
const edited = (bytes: Uint8Array, change: (view: DataView, directory: number) => void): Uint8Array => {
  const copy = bytes.slice()
  const view = new DataView(copy.buffer)
  change(view, view.getUint32(copy.length - 22 + 16, true))
  return copy
}

/** All parts of the archive are the first one. */
const overlapping = (count: number): Uint8Array => {
  const names = Array.from({ length: count }, (_, i) => `ppt/slides/slide${i + 1}.xml`)
  const bytes = zip(
    Object.fromEntries(names.map((name, i) => [name, i === 0 ? `<a:t>${' '.repeat(8 * MB)}</a:t>` : ''])),
  )
  return edited(bytes, (view, directory) => {
    const size = view.getUint32(directory + 20, true)
    for (let at = directory, i = 0; i < count; i++) {
      view.setUint16(at + 10, 8, true)
      view.setUint32(at + 20, size, true)
      view.setUint32(at + 42, 0, true)
      at += 46 + view.getUint16(at + 28, true)
    }
  })
}

const bomb = (name: string, kind: OfficeKind, make: () => Uint8Array): Bomb => ({ name, kind, make })

export const OFFICE_BOMBS: Bomb[] = [
  bomb('a Word file of angle brackets', 'docx', () => docx('<'.repeat(500_000))),
  bomb('a Word file that unpacks to 64 MB of nothing', 'docx', () => docx(new Uint8Array(64 * MB))),
  bomb('a Word file of one tag that never ends', 'docx', () => docx(`<w:t ${'a '.repeat(10 * MB)}`)),
  bomb('a Word file of quotes that never end', 'docx', () => docx('<w:t a="'.repeat(2 * MB))),
  bomb('a Word file of spaces', 'docx', () => text(' '.repeat(25 * MB))),
  bomb('a Word file of spaces and line breaks', 'docx', () => text(' \n'.repeat(12 * MB))),
  bomb('a Word file of entities', 'docx', () => text('&amp;'.repeat(5 * MB))),
  bomb('a Word file of entities that never end', 'docx', () => text('&#x'.repeat(8 * MB))),
  bomb('a Word file of comments that never end', 'docx', () => docx('<!-- <!--'.repeat(2 * MB))),
  bomb('a Word file of paragraphs within paragraphs', 'docx', () => docx('<w:p>'.repeat(4 * MB))),
  bomb('a Word file of page breaks', 'docx', () => docx('<w:t>a</w:t><w:lastRenderedPageBreak/>'.repeat(600_000))),
  bomb('a Word file of one word', 'docx', () => text('a'.repeat(25 * MB))),
  bomb('a Word file of letters in tags of their own', 'docx', () => docx('<w:t>a</w:t>'.repeat(2 * MB))),
  bomb('a Word file of entities that make entities', 'docx', () =>
    docx(
      `<!DOCTYPE x [${Array.from({ length: 20 }, (_, i) => `<!ENTITY e${i + 1} "${`&e${i};`.repeat(20)}">`).join('')}]><w:t>&e20;</w:t>`,
    ),
  ),
  bomb('an Excel file of empty shared texts', 'xlsx', () => xlsx('</si>'.repeat(5 * MB), cells(1))),
  bomb('an Excel file of shared texts', 'xlsx', () => xlsx('<si><t>a</t></si>'.repeat(1_500_000), cells(1))),
  bomb('an Excel file of one shared text in pieces', 'xlsx', () =>
    xlsx(`<si>${'<t>a</t>'.repeat(3 * MB)}</si>`, cells(1)),
  ),
  bomb('an Excel file that names a long text a million times', 'xlsx', () =>
    xlsx(`<si><t>${'word '.repeat(6000)}</t></si>`, cells(1_000_000)),
  ),
  bomb('an Excel file that names a blank text a million times', 'xlsx', () =>
    xlsx(`<si><t>${' '.repeat(32_000)}</t></si>`, cells(1_000_000)),
  ),
  bomb('an Excel file of empty rows', 'xlsx', () =>
    xlsx('', `<sheetData>${'<row><c/></row>'.repeat(1_500_000)}</sheetData>`),
  ),
  bomb('an Excel file of five thousand sheets', 'xlsx', () =>
    zip(Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`xl/worksheets/sheet${i}.xml`, '<v>1</v>']))),
  ),
  bomb('a PowerPoint file of slides that are all the same megabytes', 'pptx', () => overlapping(1_000)),
  bomb('a PowerPoint file of nine thousand slides', 'pptx', () =>
    zip(Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`ppt/slides/slide${i}.xml`, `<a:t>${i}</a:t>`]))),
  ),
  bomb('an archive of 60,000 parts', 'docx', () =>
    edited(docx('<w:t>a</w:t>'), (view, directory) =>
      view.setUint16(directory + 46 + 'word/document.xml'.length + 10, 60_000, true),
    ),
  ),
  bomb('an archive that says its parts are small', 'docx', () =>
    edited(docx(new Uint8Array(64 * MB)), (view, directory) => view.setUint32(directory + 24, 10, true)),
  ),
  bomb('an archive whose parts lie outside of it', 'docx', () =>
    edited(docx('<w:t>a</w:t>'), (view, directory) => view.setUint32(directory + 42, 0xfffffff0, true)),
  ),
]
