import { strToU8, zipSync } from 'fflate'
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'

/** A heading, a paragraph, or a row with two columns. */
export type Block = { heading: string } | { text: string } | { row: [label: string, value: string] }

const WIDTH = 595
const HEIGHT = 842
const MARGIN = 64

/** Pages of text as a PDF. A page ends where the text says so. */
export const textPdf = async (title: string, pages: Block[][]): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create()
  pdf.setTitle(title)
  const regular = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const ink = rgb(0.12, 0.15, 0.18)
  const linesOf = (text: string): string[] => {
    const lines: string[] = []
    let line = ''
    for (const word of text.split(' ')) {
      const longer = line ? `${line} ${word}` : word
      if (regular.widthOfTextAtSize(longer, 10.5) > WIDTH - 2 * MARGIN) {
        lines.push(line)
        line = word
      } else line = longer
    }
    return [...lines, line]
  }
  for (const [i, blocks] of pages.entries()) {
    const page = pdf.addPage([WIDTH, HEIGHT])
    let y = HEIGHT - MARGIN
    const write = (text: string, x: number, size: number, font = regular) =>
      page.drawText(text, { x, y, size, font, color: ink })
    if (i === 0) {
      write(title, MARGIN, 18, bold)
      y -= 40
    }
    for (const block of blocks) {
      if ('heading' in block) {
        y -= 8
        write(block.heading, MARGIN, 12, bold)
        y -= 20
      } else if ('row' in block) {
        write(block.row[0], MARGIN, 10.5)
        write(block.row[1], WIDTH - MARGIN - regular.widthOfTextAtSize(block.row[1], 10.5), 10.5)
        y -= 18
      } else {
        for (const line of linesOf(block.text)) {
          write(line, MARGIN, 10.5)
          y -= 15
        }
        y -= 8
      }
    }
    y = 40
    write(`Page ${i + 1} of ${pages.length}`, MARGIN, 8)
  }
  return pdf.save()
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

const CONTENT_TYPES = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>`
const RELATIONS = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>`

/** Paragraphs as a Word file. The first one is its title. */
export const textDocx = (paragraphs: string[]): Uint8Array => {
  const body = paragraphs.map((text, i) => {
    const style = i === 0 ? '<w:rPr><w:b/><w:sz w:val="32"/></w:rPr>' : ''
    return `<w:p><w:r>${style}<w:t xml:space="preserve">${escaped(text)}</w:t></w:r></w:p>`
  })
  const document = `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>
<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body.join('')}</w:body></w:document>`
  return zipSync({
    '[Content_Types].xml': strToU8(CONTENT_TYPES),
    '_rels/.rels': strToU8(RELATIONS),
    'word/document.xml': strToU8(document),
  })
}
