import type { PDFFont } from 'pdf-lib'
import { PDFDocument, StandardFonts } from 'pdf-lib'
import { PAGE_SIZE, Sheet, TEXT_SIZE } from '../../../core/pdf-sheet.ts'
import { inCharacters } from '../../../core/pdf-text.ts'

/** The advice of a payment as the vendor gets it. The same payment makes the same file. */

export interface Advice {
  companyName: string
  /** Labels with what they are, in order. */
  facts: readonly [label: string, value: string][]
  paidAt: number
}

const LABELS = 130

export const remittancePdf = async ({ companyName, facts, paidAt }: Advice): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create()
  const regular = await pdf.embedFont(StandardFonts.Helvetica)
  const bold = await pdf.embedFont(StandardFonts.HelveticaBold)
  const characters = new Set(regular.getCharacterSet())
  const written = (text: string): string =>
    inCharacters(text, (character) => characters.has(character.codePointAt(0) ?? 0)).text
  const sheet = new Sheet(() => pdf.addPage(PAGE_SIZE))
  sheet.text(written(companyName), bold, { size: 12 })
  sheet.gap(14)
  sheet.text('Payment advice', bold, { size: 18 })
  sheet.gap(8)
  const line = (label: string, value: string, font: PDFFont) => {
    sheet.text(label, bold, { width: LABELS })
    sheet.gap(-TEXT_SIZE * 1.45)
    sheet.text(written(value), font, { x: LABELS })
  }
  for (const [label, value] of facts) line(label, value, regular)
  const at = new Date(paidAt)
  pdf.setTitle('Payment advice')
  pdf.setAuthor(companyName)
  pdf.setCreator('Outlay')
  pdf.setProducer('Outlay')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  return pdf.save()
}
