import type { PDFFont } from 'pdf-lib'
import type { ParsedMail } from './mail.ts'

const PAGE = { width: 595, height: 842, margin: 56 }
const WIDTH = PAGE.width - 2 * PAGE.margin
const SIZE = 10
const LEADING = 14.5
const MOST_PAGES = 40
const MOST_LINES = Math.ceil((MOST_PAGES * (PAGE.height - 2 * PAGE.margin)) / LEADING)

/** Letters that lose more than an accent when written in Latin. */
const SPELT: Record<string, string> = {
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  '→': '->',
  '←': '<-',
  '−': '-',
  '‑': '-',
}

/**
 * Converts text to the characters of PDF's standard fonts (Latin). Other letters lose their accent if possible, and
 * otherwise become a question mark.
 * @returns the text, and whether anything was lost
 */
export const inCharacters = (text: string, known: (character: string) => boolean): { text: string; lost: boolean } => {
  let lost = false
  const written = [...text].map((character) => {
    if (character === '\n' || known(character)) return character
    if (/\s/u.test(character)) return ' '
    if (/\p{M}|\p{Cf}|\p{Cc}/u.test(character)) return ''
    const plain = SPELT[character] ?? character.normalize('NFKD').replaceAll(/\p{M}/gu, '')
    if (plain !== character && plain && [...plain].every(known)) return plain
    lost = true
    return '?'
  })
  return { text: written.join(''), lost }
}

/** How much of a word is measured at a time. More never fits into a line. */
const WORD_PART = 200

const partsOf = (word: string): string[] =>
  word.length <= WORD_PART
    ? [word]
    : Array.from({ length: Math.ceil(word.length / WORD_PART) }, (_, i) =>
        word.slice(i * WORD_PART, (i + 1) * WORD_PART),
      )

/** Wraps text into lines no wider than `width`, about `most` at most. A word that is wider is broken. */
export const wrap = (
  text: string,
  width: number,
  measure: (text: string) => number,
  most = Number.POSITIVE_INFINITY,
): string[] => {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    if (lines.length > most) break
    lines.push(...wrapped(paragraph, width, measure))
  }
  return lines
}

const wrapped = (paragraph: string, width: number, measure: (text: string) => number): string[] => {
  const lines: string[] = []
  let line = ''
  for (const word of paragraph.split(' ')) {
    // The parts of a long word are joined without a space.
    for (const [i, part] of partsOf(word).entries()) {
      const longer = i > 0 ? line + part : line ? `${line} ${part}` : part
      if (measure(longer) <= width) {
        line = longer
        continue
      }
      if (line && i === 0) lines.push(line)
      line = i === 0 ? part : longer
      while (measure(line) > width) {
        let fits = Math.max(1, Math.floor((line.length * width) / measure(line)))
        while (fits > 1 && measure(line.slice(0, fits)) > width) fits -= 1
        lines.push(line.slice(0, fits))
        line = line.slice(fits)
      }
    }
  }
  return [...lines, line]
}

const LOSSY = 'Some characters can’t be shown here. The full text is attached to this PDF (mail.txt).'
const CUT = 'This email is longer than this document. The full text is attached to this PDF (mail.txt).'

/** An email's text as a PDF, with its sender and date. The text itself is attached, so that no character is lost. */
export const bodyPdf = async (
  mail: Pick<ParsedMail, 'fromAddress' | 'fromName' | 'subject' | 'text'>,
  to: string,
  receivedAt: number,
): Promise<Uint8Array> => {
  // Large and rarely needed, so it is loaded with the first email that needs it.
  const { PDFDocument, StandardFonts, rgb } = await import('pdf-lib')
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
