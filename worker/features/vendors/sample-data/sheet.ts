import { PDFDocument, StandardFonts } from 'pdf-lib'
import { PAGE_SIZE, Sheet } from '../../../core/pdf-sheet.ts'

/** A page of a sample document. The same sheet makes the same file. */
export const sheetPdf = async (
  title: string,
  lines: readonly (readonly [label: string, value: string])[],
  at: number,
): Promise<Uint8Array<ArrayBuffer>> => {
  const pdf = await PDFDocument.create()
  const regular = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const sheet = new Sheet(() => pdf.addPage(PAGE_SIZE))
  sheet.text(title, bold, { size: 18 })
  sheet.gap(8)
  sheet.text('This is sample data. Nothing in it was agreed with anyone.', regular)
  sheet.rule()
  sheet.gap(8)
  for (const [label, value] of lines) sheet.text(label, regular, { right: value })
  pdf.setTitle(title)
  pdf.setCreator('Outlay')
  pdf.setProducer('Outlay')
  pdf.setCreationDate(new Date(at))
  pdf.setModificationDate(new Date(at))
  return new Uint8Array(await pdf.save())
}
