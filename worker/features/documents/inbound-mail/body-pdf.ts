import type { PDFFont } from 'pdf-lib'
import { PDFDocument, rgb, StandardFonts } from 'pdf-lib'
import { inCharacters, wrap } from '../../../core/pdf-text.ts'
import type { ParsedMail } from './mail.ts'

const PAGE = { width: 595, height: 842, margin: 56 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const SIZE = 10
const LEADING = 14.5
const MOST_PAGES = 40
const MOST_LINES = Math.ceil((MOST_PAGES * (PAGE.height - 2 * PAGE.margin)) / LEADING)

const LOSSY = 'Some characters can’t be shown here. The full text is attached to this PDF (mail.txt).'
const CUT = 'This email is longer than this document. The full text is attached to this PDF (mail.txt).'

/** An email's text as a PDF, with its sender and date. The text itself is attached, so that no character is lost. */
export const bodyPdf = async (
  mail: Pick<ParsedMail, 'fromAddress' | 'fromName' | 'subject' | 'text'>,
  to: string,
  receivedAt: number,
): Promise<Uint8Array> => {
  const pdf = await PDFDocument.create()
  const [regular, bold] = [
    await pdf.embedFont(StandardFonts.Helvetica),
    await pdf.embedFont(StandardFonts.HelveticaBold),
  ]
  const characters = new Set(regular.getCharacterSet())
  const known = (character: string) => characters.has(character.codePointAt(0) ?? 0)
  let lost = false
  const written = (text: string): string => {
    const fitted = inCharacters(text, known)
    lost ||= fitted.lost
    return fitted.text
  }
  const received = new Date(receivedAt)
  const subject = mail.subject || '(no subject)'
  const facts: [string, string][] = [
    ['From', mail.fromName ? `${mail.fromName} <${mail.fromAddress}>` : mail.fromAddress],
    ['To', to],
    ['Received', `${received.toISOString().slice(0, 16).replace('T', ' ')} UTC`],
  ]

  let page = pdf.addPage([PAGE.width, PAGE.height])
  let y = PAGE.height - PAGE.margin
  let cut = false
  const ink = rgb(0.11, 0.13, 0.15)
  const line = (text: string, { font = regular, size = SIZE, x = 0, advance = LEADING } = {}): void => {
    if (y < PAGE.margin + advance) {
      if (pdf.getPageCount() >= MOST_PAGES) {
        cut = true
        return
      }
      page = pdf.addPage([PAGE.width, PAGE.height])
      y = PAGE.height - PAGE.margin
    }
    y -= advance
    page.drawText(text, { x: PAGE.margin + x, y, size, font, color: ink })
  }
  const measured = (font: PDFFont, size: number) => (text: string) => font.widthOfTextAtSize(text, size)

  for (const text of wrap(written(subject), WIDTH, measured(bold, 15)))
    line(text, { font: bold, size: 15, advance: 21 })
  y -= 6
  for (const [label, value] of facts) {
    const [first = '', ...more] = wrap(written(value), WIDTH - 64, measured(regular, SIZE))
    line(label, { font: bold })
    page.drawText(first, { x: PAGE.margin + 64, y, size: SIZE, font: regular, color: ink })
    for (const text of more) line(text, { x: 64 })
  }
  y -= 10
  page.drawLine({ start: { x: PAGE.margin, y }, end: { x: PAGE.margin + WIDTH, y }, thickness: 0.5, color: ink })
  y -= 6
  const body = written(mail.text.replaceAll('\r', '').replaceAll('\t', '    '))
  const lines = wrap(body, WIDTH, measured(regular, SIZE), MOST_LINES)
  // Comes before the text, because afterwards it may be pages away.
  if (lost) for (const text of wrap(LOSSY, WIDTH, measured(bold, 9))) line(text, { font: bold, size: 9 })
  for (const text of lines) line(text)
  if (cut) page.drawText(CUT, { x: PAGE.margin, y: PAGE.margin - 24, size: 9, font: bold, color: ink })
  pdf.setTitle(subject)
  pdf.setCreator('Outlay')
  pdf.setProducer('Outlay')
  pdf.setCreationDate(received)
  pdf.setModificationDate(received)
  await pdf.attach(new TextEncoder().encode(mail.text), 'mail.txt', {
    mimeType: 'text/plain; charset=utf-8',
    description: 'Email text',
    creationDate: received,
    modificationDate: received,
  })
  return pdf.save()
}
