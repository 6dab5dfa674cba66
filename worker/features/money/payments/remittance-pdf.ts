import { PDFDocument } from 'pdf-lib'
import { FURTHER_FONT } from '../../../core/further-font.ts'
import { Faces } from '../../../core/pdf-faces.ts'
import { PAGE_SIZE, Sheet, TEXT_SIZE } from '../../../core/pdf-sheet.ts'

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
  const faces = await Faces.make(pdf, FURTHER_FONT, [companyName, ...facts.flat()].join(' '))
  const { regular, bold } = faces
  const sheet = new Sheet(() => pdf.addPage(PAGE_SIZE))
  sheet.text(companyName, bold, { size: 12 })
  sheet.gap(14)
  sheet.text('Payment advice', bold, { size: 18 })
  sheet.gap(8)
  for (const [label, value] of facts) {
    sheet.text(label, bold, { width: LABELS })
    sheet.gap(-TEXT_SIZE * 1.45)
    sheet.text(value, regular, { x: LABELS })
  }
  const at = new Date(paidAt)
  pdf.setTitle('Payment advice')
  pdf.setAuthor(companyName)
  pdf.setCreator('Outlay')
  pdf.setProducer('Outlay')
  pdf.setCreationDate(at)
  pdf.setModificationDate(at)
  return faces.save()
}
