import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'

/** A vendor's quote as a one-page PDF. */
export const quotePdf = async (vendor: string, lines: [string, string][], total: string): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create()
  const page = pdf.addPage([595, 842])
  const [regular, bold] = [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ]
  const ink = rgb(0.12, 0.15, 0.18)
  const write = (text: string, x: number, y: number, size = 11, font = regular) =>
    page.drawText(text, { x, y, size, font, color: ink })
  write(vendor, 56, 770, 20, bold)
  write('Quote for Brightwater Robotics', 56, 744)
  write('Valid for 30 days', 56, 728)
  page.drawLine({ start: { x: 56, y: 700 }, end: { x: 539, y: 700 }, thickness: 0.5, color: ink })
  lines.forEach(([label, amount], i) => {
    write(label, 56, 676 - i * 22)
    write(amount, 539 - regular.widthOfTextAtSize(amount, 11), 676 - i * 22)
  })
  const y = 676 - lines.length * 22 - 12
  page.drawLine({ start: { x: 56, y: y + 18 }, end: { x: 539, y: y + 18 }, thickness: 0.5, color: ink })
  write('Total of the first year', 56, y, 12, bold)
  write(total, 539 - bold.widthOfTextAtSize(total, 12), y, 12, bold)
  return pdf.save()
}
